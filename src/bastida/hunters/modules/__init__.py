"""The expansion of Hunters & Gatherers."""
