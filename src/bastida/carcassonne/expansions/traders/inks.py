"""Traders & Builders in characters, for the terminal: character, the one without Unicode, colour, background."""

# not compiled: words only

INKS: dict[str, tuple[str, str, str, str]] = {
    "wine": ("w", "w", "#ffffff", "#7b1742"),
    "grain": ("g", "g", "#3f2d00", "#fde047"),
    "cloth": ("c", "c", "#0b3b3b", "#a5f3fc"),
    "pig": ("g", "g", "", ""),
}
