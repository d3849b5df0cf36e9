"""Mage & Witch in characters, for the terminal: character, the one without Unicode, colour, background."""

# not compiled: words only

INKS: dict[str, tuple[str, str, str, str]] = {
    "magic": ("✦", "x", "#ffffff", "#6b21a8"),
}
