"""What was shown on the screen as an SVG picture: for documents, and for looking at the drawing without a terminal."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from bastida.cli.screen import Screen

THEME = TerminalTheme(
    (24, 26, 31),
    (222, 222, 214),
    [
        (24, 26, 31),
        (224, 82, 82),
        (87, 171, 90),
        (218, 170, 63),
        (83, 155, 245),
        (176, 131, 240),
        (57, 197, 187),
        (190, 190, 190),
    ],
    [
        (99, 110, 123),
        (255, 123, 114),
        (107, 196, 109),
        (247, 193, 90),
        (108, 182, 255),
        (210, 168, 255),
        (86, 212, 221),
        (255, 255, 255),
    ],
)


def save_svg(screen: Screen, path: Path, title: str) -> None:
    """Write everything shown since ``screen.record`` as a picture that needs nothing from elsewhere."""
    form = str((Console.export_svg.__kwdefaults__ or {})["code_format"])
    # Fonts of the reader instead of fonts from the net.
    form = form[: form.index("@font-face")] + form[form.index(".{unique_id}-matrix") :]
    form = form.replace("Fira Code, monospace", "Fira Code, DejaVu Sans Mono, Menlo, Consolas, monospace")
    picture = screen.console.export_svg(title=title, theme=THEME, code_format=form, unique_id="bastida")
    path.write_text(picture, encoding="utf-8")
