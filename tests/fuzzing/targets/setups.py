"""Set-ups, as the arguments of ``make_setup`` in JSON."""

from __future__ import annotations

from pydantic import ConfigDict, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from bastida import SetupError, make_setup, new_game
from tests.fuzzing.accepted import plays_to_its_end, reading, said


class Arguments(TypedDict, total=False):
    """What ``make_setup`` says it takes."""

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")  # type: ignore[misc]  # pydantic's own way
    game: str
    sets: list[str]
    elements: list[str] | None
    without: list[str]
    players: int | list[str]
    colours: list[str] | None
    first: int
    switches: dict[str, str] | None
    study: bool
    start: bool


SHAPE = TypeAdapter(Arguments)


def one(data: bytes) -> None:
    try:
        arguments = SHAPE.validate_json(data)
    except ValidationError:
        return  # no input
    try:
        with reading():
            setup = make_setup(**arguments)
            setup.rules()
    except SetupError as error:
        said(error)
        return
    plays_to_its_end(new_game(setup, seed=1), data)
