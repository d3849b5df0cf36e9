"""The Tower in characters, for the terminal: character, the one without Unicode, colour, background."""

# not compiled: words only

INKS: dict[str, tuple[str, str, str, str]] = {
    "tower": ("♜", "T", "#ffffff", "#44403c"),
}
