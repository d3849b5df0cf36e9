"""Games over days: holidays, for which a member's slow games stand still."""

from __future__ import annotations

from fastapi import APIRouter, Response
from sqlalchemy import Connection

from bastida.server.club.members.known import Member
from bastida.server.club.notices import holidays
from bastida.server.http.access import Asker, Caller
from bastida.server.http.days_models import HolidayAsked, HolidayShown
from bastida.server.http.replies import as_json, problems

router = APIRouter(prefix="/api/me/holiday", tags=["days"])


@router.get("", response_model=HolidayShown, responses=problems(401))
async def my_holiday(caller: Asker) -> Response:
    """Whether the caller is on holiday, and how many days there are still."""
    return _shown(caller, caller.need_member())


@router.put("", response_model=HolidayShown, responses=problems(401, 409))
async def go_on_holiday(asked: HolidayAsked, caller: Asker) -> Response:
    """From now on the caller's clocks in slow games stand still for so many days.

    Whoever is on holiday already takes no more.
    """
    member, now = caller.need_member(), caller.live.now()
    await caller.limits.check("profile", member.id)  # it opens all the member's games
    people, most = caller.house.people, caller.settings.holiday_days

    def write(connection: Connection) -> float:
        return holidays.begin(people, connection, member.id, asked.days, most, now)

    return await _changed(caller, member, await caller.live.writer.write(write))


@router.delete("", response_model=HolidayShown, responses=problems(401, 409))
async def come_back(caller: Asker) -> Response:
    """The clocks run again from now on; whole days that are left are given back."""
    member, now = caller.need_member(), caller.live.now()
    await caller.limits.check("profile", member.id)
    await caller.live.writer.write(lambda connection: holidays.end(caller.house.people, connection, member.id, now))
    return await _changed(caller, member, now)


async def _changed(caller: Caller, member: Member, until: float) -> Response:
    caller.house.people.forget()
    await holidays.stop_clocks(caller.live, member, until)
    found = await caller.house.people.again(member)
    return _shown(caller, found)


def _shown(caller: Caller, member: Member) -> Response:
    now = caller.live.now()
    until = holidays.until_of(member.wishes, now)
    return as_json(
        {
            "until": None if until is None else round(until * 1000),
            "used": holidays.used(member.wishes, now),
            "most": caller.settings.holiday_days,
        }
    )
