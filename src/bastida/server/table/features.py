"""The regions on a table: what they are, whose, and what they are worth. Workers do this."""

from __future__ import annotations

from typing import Any

from bastida.art.pictures.overlay import coloured, neighbours, parts
from bastida.kernel.names import node_name
from bastida.table.game import Game


def features_of(game: Game, fields: bool, owners: bool) -> list[dict[str, Any]]:
    """Features with a tint for the ground; without the aid for owners nobody's strength and worth is told."""
    ground = game.engine.rules.ground
    tints = tints_of(game)
    found = []
    for feature in game.features():
        if feature.kind == ground and not fields:
            continue
        places = [place.split(" ", 1) for place in feature.segments]
        cells = [tuple(map(int, cell.split(","))) for cell, _ in places]
        found.append(
            {
                "kind": feature.kind,
                "segments": [{"x": x, "y": y, "segment": name} for (x, y), (_, name) in zip(cells, places, strict=True)],
                "completed": feature.completed,
                "owners": list(feature.owners) if owners else [],
                "strength": list(feature.strength) if owners else [],
                "worth": feature.worth if owners else 0,
                "worth_completed": feature.worth_completed if owners else 0,
                "tint": tints.get(feature.segments[0]) if feature.kind == ground else None,
            }
        )
    return found


def tints_of(game: Game) -> dict[str, int]:
    """A number for each field, by its first segment, such that neighbours differ."""
    engine = game.engine
    fields = [part for part in parts(engine) if part.kind == engine.rules.ground]
    numbers = coloured(neighbours(engine, fields))
    first: dict[int, int] = {}
    for node in range(engine.regions.nodes):
        first.setdefault(int(engine.regions.region[node]), node)
    return {node_name(engine, node): numbers[region] for region, node in first.items() if region in numbers}
