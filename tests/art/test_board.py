"""Boards, scoreboards, scenes and films: everything on the table is in the picture, once, and nothing else."""

from __future__ import annotations

import io
import random
import re
import time
from collections import Counter
from functools import cache
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

import bastida
from bastida.art.pictures import raster
from bastida.art.pictures.board import board_svg, extent_of, legal_cells, theme_for
from bastida.art.pictures.film import filmed, moments, shown
from bastida.art.pictures.overlay import OVERLAYS, coloured, hue, neighbours, parts
from bastida.art.pictures.raster import animation, pixels, png, still
from bastida.art.pictures.result import result_svg
from bastida.art.pictures.scene import most_things, scene_svg, track_svg
from bastida.art.themes import THEMES
from bastida.extras import MissingExtra
from tests.seen import pieces

SVG = "{http://www.w3.org/2000/svg}"
PRESETS = tuple(bastida.presets())
ALLOWED = {
    "svg", "defs", "symbol", "g", "use", "path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "text",
    "title", "pattern", "clipPath",
}  # fmt: skip


@cache
def played(preset: str, steps: int = 90, seats: int = 2) -> bastida.Game:
    """A position in the middle of a game in which people like to place figures."""
    game = bastida.new_game(preset, players=seats, seed=f"art {preset}")
    chance = random.Random(preset)
    for _ in range(steps):
        if game.over:
            break
        options = game.options()
        wanted = [option for option in options if str(option) != "pass"]
        game.play(chance.choice(wanted if wanted and chance.random() < 0.5 else options))
    return game


def drawn(text: str) -> ElementTree.Element:
    """The picture as a tree, after checking that it is sound."""
    root = ElementTree.fromstring(text)
    names = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert names <= ALLOWED, names - ALLOWED
    defined = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(defined)) == len(defined)
    for element in root.iter():
        link = element.get("href")
        assert link is None or link.removeprefix("#") in defined, link
    for name in re.findall(r"url\(#([^)]+)\)", text):
        assert name in defined
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    return root


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == name]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_tile_and_figure_is_on_the_board_exactly_once(preset: str) -> None:
    game = played(preset)
    root = drawn(board_svg(game))
    view = game.view(None)
    assert Counter(str(element.get("data-at")) for element in of_class(root, "tile")) == Counter(
        f"{tile['x']},{tile['y']}" for tile in view["board"]
    )
    pieces = {piece["picture"] for piece in view["pieces"]}
    standing = [figure for figure in view["figures"] if "x" in figure or figure["place"] in pieces]
    assert Counter((element.get("data-seat"), element.get("data-kind")) for element in of_class(root, "figure")) == Counter(
        ("" if figure["seat"] is None else str(figure["seat"]), figure["kind"]) for figure in standing
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_scene_and_a_scoreboard(preset: str) -> None:
    game = played(preset)
    drawn(scene_svg(game))
    drawn(scene_svg(game, legal=True))
    track = drawn(track_svg(game))
    wanted = sum(len(player["track"]) for player in game.view(None)["players"])
    wanted += len(game.view(None)["track"])
    assert len(of_class(track, "pawn")) == wanted


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_card_of_its_result(preset: str) -> None:
    game = played(preset)
    before = game.view(None)
    root = drawn(result_svg(game, "A game <b>", "Ana & Luis"))
    texts = [element.text for element in root.iter() if element.tag == f"{SVG}text"]
    assert {"A game <b>", "Ana & Luis", *game.setup.players} <= set(texts)
    assert len(of_class(root, "tile")) == len(game.view(None)["board"])
    assert game.view(None) == before, "the game itself is left as it was"


def test_the_card_crowns_whoever_has_won() -> None:
    """Not always whoever has the most points: somebody may have given up."""
    game = played("plus", 60)
    best = max(range(2), key=lambda seat: list(game.projected().values())[seat])
    for winners in (None, [1 - best], [0, 1]):
        root = drawn(result_svg(game, "Plus", winners=winners))
        names = [element for element in root.iter() if element.tag == f"{SVG}text" and element.text in game.setup.players]
        bold = [name.text for name in names if name.get("font-weight") == "700"]
        assert sorted(str(name) for name in bold) == sorted(game.setup.players[seat] for seat in winners or [best])


@pytest.mark.parametrize("name", ["W" * 40, "漢" * 20, "<b>&amp;\"'</b>", "Maximiliana Estefania", "Eva"])
def test_a_name_on_the_card_stays_beside_its_points(name: str) -> None:
    game = bastida.new_game("plus", players=[name, "Luis"], seed=1)
    texts = [one for one in drawn(result_svg(game, "Plus")).iter() if one.tag == f"{SVG}text"]
    text = next(one for one in texts if (one.text or " ")[0] == name[0])
    letters, size = str(text.text), float(str(text.get("font-size")))
    assert size * len(letters) * (1.0 if name[0] in "W漢" else 0.66) <= 460 - 128 - 30
    assert size >= 13, "it can be read"


def test_MSG_51_when_the_game_is_over_the_second_scoring_figure_is_not_drawn() -> None:
    game = bastida.new_game("plus", sets=["messages"], players=3, seed=1)
    assert len(of_class(drawn(track_svg(game)), "pawn")) == 6
    game.engine.finish()
    assert len(of_class(drawn(track_svg(game)), "pawn")) == 3


def test_figures_stand_on_their_own_tile() -> None:
    game = played("todo", 150, 4)
    root = drawn(board_svg(game))
    cells = {(tile["x"], tile["y"]) for tile in game.view(None)["board"]}
    for element in of_class(root, "figure"):
        x, y, size = (float(str(element.get(name))) for name in ("x", "y", "width"))
        assert ((x + size / 2) // 100, (y + size / 2) // 100) in cells


def test_what_modules_put_on_the_table_is_drawn() -> None:
    game = played("todo", 150, 4)
    root, view = drawn(board_svg(game)), game.view(None)
    ferries, ingots, towers = (pieces(view, picture) for picture in ("ferry", "ingot", "tower"))
    assert ferries and ingots and towers
    assert len(of_class(root, "ferry")) == len(ferries)
    counts = [int(str(element.get("data-count"))) for element in of_class(root, "ingots")]
    assert counts == [pile["number"] for pile in ingots.values()]
    heights = [int(str(element.get("data-height"))) for element in of_class(root, "tower")]
    assert heights == [tower["number"] for tower in towers.values() if tower["number"]]


def test_what_modules_show_before_players_and_beside_the_board_is_drawn() -> None:
    game = played("todo", 150, 4)
    root, view = drawn(scene_svg(game)), game.view(None)
    for seat, card in enumerate(of_class(root, "card")):
        links = [str(element.get("href")).removeprefix("#fig-") for element in card if element.tag == f"{SVG}use"]
        assert links and {thing["picture"] for thing in view["players"][seat]["holds"]} <= {
            link.removesuffix(f"-{player['colour']}") for link in links for player in view["players"]
        }
    drawn_beside = {element.get("href") for element in root.iter() if element.tag == f"{SVG}use"}
    assert {f"#fig-{picture}" for picture in view["beside"]} <= drawn_beside


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("preset", ["plus-first-game", "todo", "winter", "hunters-scout"])
def test_overlays_cover_the_board(preset: str, overlay: str) -> None:
    root = drawn(board_svg(played(preset), overlay=overlay, coordinates=True))
    covered = {element.get("data-region") for group in of_class(root, "overlay") for element in group}
    labelled = {element.get("data-region") for group in of_class(root, "labels") for element in group}
    assert covered == labelled
    assert covered or overlay == "owners"


@pytest.mark.parametrize("preset", PRESETS)
def test_neighbouring_fields_never_have_the_same_colour(preset: str) -> None:
    game = played(preset)
    ground = game.engine.rules.ground
    fields = [part for part in parts(game.engine) if part.kind == ground]
    met = neighbours(game.engine, fields)
    on: dict[int, set[int]] = {}
    for part in fields:
        on.setdefault(part.slot, set()).add(part.region)
    root = drawn(board_svg(game, overlay="fields"))
    fills: dict[int, set[str]] = {}
    for group in of_class(root, "overlay"):
        for element in group:
            fills.setdefault(int(str(element.get("data-region"))), set()).add(str(element.get("fill")))
    assert all(len(colours) == 1 for colours in fills.values())
    for region, others in met.items():
        assert not any(fills[region] == fills[other] for other in others)
    for here in on.values():
        assert len({next(iter(fills[region])) for region in here}) == len(here)


def test_any_number_of_fields_can_be_coloured() -> None:
    everybody = {n: set(range(40)) - {n} for n in range(40)}
    found = coloured(everybody)
    assert len({hue(found[n]) for n in everybody}) == 40


def test_the_places_for_the_tile_in_hand_are_shown_when_asked_for() -> None:
    game = bastida.new_game("plus", players=2, seed=3)
    cells = legal_cells(game)
    assert cells
    assert len(of_class(drawn(board_svg(game, legal=True)), "legal")) == len(cells)
    assert not of_class(drawn(board_svg(game)), "legal")


def test_the_last_move_is_marked_unless_it_is_not_wanted() -> None:
    game = played("plus")
    assert len(of_class(drawn(board_svg(game)), "last")) == 1
    assert not of_class(drawn(board_svg(game, last_move=False)), "last")
    assert not of_class(drawn(board_svg(bastida.new_game("plus", seed=1))), "last")


def test_a_picture_is_always_the_same() -> None:
    game = played("plus-big")
    assert board_svg(game, overlay="fields") == board_svg(game.copy(), overlay="fields")
    assert scene_svg(game) == scene_svg(game.copy())


def test_editions_have_their_own_look_and_any_theme_can_be_asked_for() -> None:
    looks = {preset: theme_for(played(preset)) for preset in ("plus", "winter", "hunters")}
    assert looks == {"plus": "summer", "winter": "snow", "hunters": "stone"}
    assert len({board_svg(played("plus"), theme=theme) for theme in THEMES}) == len(THEMES)
    with pytest.raises(ValueError, match="neon"):
        board_svg(played("plus"), theme="neon")
    with pytest.raises(ValueError, match="weather"):
        board_svg(played("plus"), overlay="weather")


def test_a_game_shows_itself_in_a_notebook() -> None:
    game = played("plus")
    assert game._repr_svg_() == board_svg(game)


def test_an_empty_table_can_be_drawn() -> None:
    game = bastida.new_game("plus", study=True, start=False)
    drawn(board_svg(game, overlay="fields", coordinates=True))
    drawn(scene_svg(game))


@pytest.mark.parametrize("name", ["<b>&\"'", "\x00\x07\x1b[2J", "名前🎲" * 20, " "])
def test_names_of_players_do_no_harm(name: str) -> None:
    game = bastida.new_game("plus", players=["Ana", "Luis"], seed=1)
    object.__setattr__(game.setup, "players", ("Ana", name))
    drawn(scene_svg(game))
    drawn(track_svg(game))


def test_a_large_board_is_drawn_quickly_and_is_no_larger_than_it_need_be() -> None:
    game = played("todo", 420, 4)
    tiles = len(game.view(None)["board"])
    assert tiles >= 150
    board_svg(game)  # every tile is drawn once in the life of the program
    before = time.perf_counter()
    text = board_svg(game)
    assert time.perf_counter() - before < 0.5
    assert len(text) < tiles * 8_000


def test_the_size_of_a_picture_is_that_of_its_tiles() -> None:
    game = played("plus")
    for size in (20, 72, 200):
        root = drawn(board_svg(game, size=size))
        _, _, width, _ = (float(value) for value in str(root.get("viewBox")).split())
        assert abs(float(str(root.get("width"))) - width * size / 100) <= 1


# -- pixels -------------------------------------------------------------------------------------------------------------


def test_a_board_becomes_a_png_of_the_width_asked_for() -> None:
    with Image.open(io.BytesIO(png(board_svg(played("plus", 20)), 300))) as image:
        assert image.format == "PNG"
        assert image.width == 300
        assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 50


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_frames_become_an_animation(suffix: str) -> None:
    frames = [pixels(board_svg(played("plus", steps), extent=(-3, 3, -3, 3)), 120) for steps in (0, 4, 8)]
    with Image.open(io.BytesIO(animation(frames, suffix, [100, 200, 300]))) as image:
        assert getattr(image, "n_frames", 1) == 3
        assert image.size == frames[0].size


@pytest.mark.parametrize(("preset", "overlay"), [("todo", None), ("hunters", None), ("plus", "fields"), ("winter", "owners")])
def test_a_frame_of_a_film_is_the_scene_of_its_moment(preset: str, overlay: str | None) -> None:
    record = bastida.Record.from_game(played(preset, 40))
    extent = extent_of((laid["x"], laid["y"]) for laid in record.replay().view(None)["board"])
    things = max(most_things(game.view(None)) for game in shown(record, 4))
    frames = list(filmed(record, 4, 300, overlay))
    assert len(frames) == len(moments(record, 4)) > 3
    for game, frame in zip(shown(record, 4), frames, strict=True):
        whole = pixels(scene_svg(game, overlay=overlay, extent=extent, things=things, size=300), 300)
        assert frame.size == whole.size
        assert max(high for _, high in ImageChops.difference(frame, whole).getextrema()) <= 12  # rounded in other places


def test_a_film_paints_every_tile_once(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[str] = []

    def counting(svg: str, width: int | None = None) -> bytes:
        painted.extend(re.findall(r'class="tile" data-at="([^"]+)"', svg))
        return png(svg, width)

    monkeypatch.setattr(raster, "png", counting)
    game = played("plus", 60)
    list(filmed(bastida.Record.from_game(game), 1, 64))
    assert sorted(painted) == sorted(f"{laid['x']},{laid['y']}" for laid in game.view(None)["board"])


def test_other_suffixes_are_refused() -> None:
    with pytest.raises(ValueError, match="bmp"):
        still("<svg/>", ".bmp")
    with pytest.raises(ValueError, match="mp4"):
        animation([Image.new("RGB", (2, 2))], ".mp4", [1])


@pytest.mark.parametrize("module", ["resvg_py", "PIL"])
def test_a_missing_package_is_told_by_its_extra(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(MissingExtra, match=r"bastida\[pictures\]"):
        pixels("<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'/>", 2)
