"""The expansions of Hunters & Gatherers, a folder each."""
