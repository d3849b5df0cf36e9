"""Gold Mines in characters, for the terminal: character, the one without Unicode, colour, background."""

# not compiled: words only

INKS: dict[str, tuple[str, str, str, str]] = {
    "gold": ("$", "$", "#3f2d00", "#facc15"),
    "ingot": ("$", "$", "#3f2d00", "#facc15"),
}
