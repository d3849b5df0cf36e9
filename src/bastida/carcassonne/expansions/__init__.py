"""The expansions of Carcassonne, a folder each."""
