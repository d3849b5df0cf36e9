"""From SVG to pixels: PNG files and animations.

SVG needs nothing. PNG is painted by resvg (package ``resvg-py``), one wheel without system libraries; animations are
put together by Pillow. Both come with the extra ``pictures``, and are imported when they are wanted.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bastida.extras import need

if TYPE_CHECKING:
    from PIL.Image import Image

STILLS = (".svg", ".png")
ANIMATIONS = (".gif", ".webp")
QUALITY = 82  # of WebP


def png(svg: str, width: int | None = None) -> bytes:
    """An SVG picture as PNG, as wide as it says itself or as asked."""
    need("pictures")
    import resvg_py

    wordless = "<text" not in svg  # then no font has to be looked for
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=wordless))


def still(svg: str, suffix: str, width: int | None = None) -> bytes:
    """A picture as the contents of a file with this suffix."""
    if suffix == ".svg":
        return svg.encode()
    if suffix == ".png":
        return png(svg, width)
    raise ValueError(f"pictures are {' or '.join(STILLS)}, not {suffix!r}")


def pixels(svg: str, width: int) -> Image:
    """An SVG picture painted for an animation."""
    return _painted(svg, width).convert("RGB")


def lay(ground: Image, svg: str, width: int) -> None:
    """Paint an SVG picture over another one of its size, which shows where this one has nothing."""
    layer = _painted(svg, width)
    box = layer.getbbox()
    if box is not None:
        layer = layer.crop(box)
        ground.paste(layer, box[:2], layer)


def _painted(svg: str, width: int) -> Image:
    need("pictures")
    from PIL import Image

    with Image.open(io.BytesIO(png(svg, width))) as painted:
        return painted.convert("RGBA")


def animation(frames: Sequence[Image], suffix: str, delays: Iterable[int]) -> bytes:
    """Frames one after the other for ever, each shown for so many thousandths of a second."""
    if suffix not in ANIMATIONS:
        raise ValueError(f"animations are {' or '.join(ANIMATIONS)}, not {suffix!r}")
    from PIL.Image import Dither

    out = io.BytesIO()
    durations = list(delays)
    first, *rest = [frame.crop((0, 0, *frames[0].size)) for frame in frames]
    if suffix == ".webp":
        first.save(out, "WEBP", save_all=True, append_images=rest, duration=durations, loop=0, quality=QUALITY, method=3)
        return out.getvalue()
    # The last frame has all the colours; one palette for all keeps what did not change as it is, and the file small.
    palette = (rest or [first])[-1].quantize(255)
    flat = [frame.quantize(palette=palette, dither=Dither.NONE) for frame in (first, *rest)]
    flat[0].save(out, "GIF", save_all=True, append_images=flat[1:], duration=durations, loop=0, optimize=False)
    return out.getvalue()
