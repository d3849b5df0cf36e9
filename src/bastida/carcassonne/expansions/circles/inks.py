"""Crop Circles in characters, for the terminal: character, the one without Unicode, colour, background."""

# not compiled: words only

INKS: dict[str, tuple[str, str, str, str]] = {
    "crop_circle": ("⊙", "O", "#3f2d00", "#eab308"),
}
