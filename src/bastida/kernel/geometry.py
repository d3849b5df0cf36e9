"""Where things are: sides and ports of a tile, cells of the table.

Sides are numbered clockwise, N E S W = 0..3.  The outline of a tile has twelve ports, three per side and clockwise too:
the first half of a side, its middle, its second half.  A quarter turn clockwise adds 3 to every port.  On the table x
grows to the east and y to the south.
"""

from typing import Final

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3

SIDES: Final = 4
PORTS: Final = 12

SIDE_NAMES: Final = ("N", "E", "S", "W")
PORT_NAMES: Final = ("Nw", "N", "Ne", "En", "E", "Es", "Se", "S", "Sw", "Ws", "W", "Wn")

# The cell beyond each side.
DX: Final = (0, 1, 0, -1)
DY: Final = (-1, 0, 1, 0)

# The eight cells around a cell, clockwise from the north; a quarter turn is two steps on.
DIRECTION_NAMES: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
AROUND_DX: Final = (0, 1, 1, 1, 0, -1, -1, -1)
AROUND_DY: Final = (-1, -1, 0, 1, 1, 1, 0, -1)


def turned(port: int, turns: int) -> int:
    """The port after `turns` quarter turns clockwise (negative: back)."""
    return (port + 3 * turns) % 12


def turned_side(side: int, turns: int) -> int:
    """The side after `turns` quarter turns clockwise."""
    return (side + turns) % 4


def turned_direction(direction: int, turns: int) -> int:
    """One of the eight directions after `turns` quarter turns clockwise."""
    return (direction + 2 * turns) % 8


def side_of(port: int) -> int:
    """The side a port lies on."""
    return port // 3


def middle(side: int) -> int:
    """The port in the middle of a side."""
    return 3 * side + 1


def opposite(side: int) -> int:
    """The side across the tile, and the one the neighbour shows us."""
    return (side + 2) % 4


def facing(port: int) -> int:
    """The port of the neighbour tile that meets this one: En of the western tile meets Wn of the eastern one."""
    return 3 * ((port // 3 + 2) % 4) + 2 - port % 3


def side_named(name: str) -> int:
    """The side called "N", "E", "S" or "W"."""
    if name in SIDE_NAMES:
        return SIDE_NAMES.index(name)
    raise ValueError(f"no side is called {name!r}; sides are {' '.join(SIDE_NAMES)}")


def port_of(name: str) -> int:
    """The port called "Nw", "N", "Ne", "En" ..."""
    if name in PORT_NAMES:
        return PORT_NAMES.index(name)
    raise ValueError(f"no port is called {name!r}; ports are {' '.join(PORT_NAMES)}")


def direction_named(name: str) -> int:
    """The direction called "N", "NE", "E" ..."""
    if name in DIRECTION_NAMES:
        return DIRECTION_NAMES.index(name)
    raise ValueError(f"no direction is called {name!r}; directions are {' '.join(DIRECTION_NAMES)}")
