"""Flying Machines in characters, for the terminal: character, the one without Unicode, colour, background."""

# not compiled: words only

INKS: dict[str, tuple[str, str, str, str]] = {
    "flying_machine": ("→", ">", "#111111", "#fde68a"),
}
