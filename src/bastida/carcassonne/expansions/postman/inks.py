"""The Postman in characters, for the terminal: character, the one without Unicode, colour, background."""

# not compiled: words only

INKS: dict[str, tuple[str, str, str, str]] = {
    "post_office": ("@", "@", "#ffffff", "#7c3aed"),
}
