"""Computer players. ``player.py`` says what one is; ``registry.py`` makes one from its name."""
