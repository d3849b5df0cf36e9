"""One file per expansion, readable beside its rulebook."""
