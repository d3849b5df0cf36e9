"""A game as people use it."""
