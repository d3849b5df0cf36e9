"""A tile with several segments in one region counts once, whichever of two regions is taken into the other."""

from __future__ import annotations

from tests.rules.study import final, table

# A ring of four tiles: both cities of I(0,0) belong to it, and it is open to the north of 1,-1.
RING = "I(0,0)r0 : red knight N; N(0,-1)r2; R(1,-1)r3; N(1,0)r0"
# A way round over fields to a longer city, open to the south of 1,-3.
LONG = "B(2,0)r0; B(2,-1)r0; B(2,-2)r0; " + "; ".join(f"G({x},-3)r0" for x in range(2, 8)) + "; N(1,-3)r2"


def test_BASE_60_a_tile_with_two_segments_counts_once_when_its_city_is_joined_to_a_larger_one() -> None:
    assert final(table("plus", RING)) == {"red": 4}
    assert final(table("plus", f"{RING}; {LONG}; G(1,-2)r1")) == {"red": 12}


def test_BASE_60_the_same_when_the_larger_city_has_the_two_segments() -> None:
    ring = RING.replace("; R(1,-1)r3", "; C(1,-1)r0")
    more = "G(2,-1)r0; G(3,-1)r0; G(4,-1)r0"
    assert final(table("plus", f"{ring}; {more}; E(1,-2)r2")) == {"red": 8 + 1}  # C has a pennant
