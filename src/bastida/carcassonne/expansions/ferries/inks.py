"""Ferries in characters, for the terminal: character, the one without Unicode, colour, background."""

# not compiled: words only

INKS: dict[str, tuple[str, str, str, str]] = {
    "lake_ferry": ("≈", "~", "#ffffff", "#2f7fc1"),
    "ferry": ("━", "-", "#f2c38b", "#2f7fc1"),
}
