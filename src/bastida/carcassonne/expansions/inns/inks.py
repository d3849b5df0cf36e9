"""Inns & Cathedrals in characters, for the terminal: character, the one without Unicode, colour, background."""

# not compiled: words only

INKS: dict[str, tuple[str, str, str, str]] = {
    "cathedral": ("‡", "C", "#ffffff", "#6d1f1f"),
    "inn": ("⌂", "i", "#ffffff", "#1d4f91"),
    "big": ("+", "+", "", ""),
}
