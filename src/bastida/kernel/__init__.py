"""The kernel: board, regions, figures, turns; it knows no particular game."""
