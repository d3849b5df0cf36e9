"""Duplicate tournaments: entries, rounds, pairings, standings."""
