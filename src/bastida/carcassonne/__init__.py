"""The Carcassonne family: base rules, modules, tiles."""
