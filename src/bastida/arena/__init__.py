"""Matches between computer players: paired bags, rotated seats, honest intervals. See docs/strength.md."""
