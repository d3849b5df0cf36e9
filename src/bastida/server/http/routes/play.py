"""What players do at a table: answer, take back, offer, resign, talk, go on without somebody, ask for a hint."""

from __future__ import annotations

from fastapi import APIRouter, Response

from bastida.kernel.answers import Cell
from bastida.language.sentences import option_words, reasons_sentence
from bastida.server.http.access import Asker
from bastida.server.http.levels import strongest_level
from bastida.server.http.models import (
    Act,
    AnswerAsked,
    ChatAsked,
    HintAsked,
    MuteAsked,
    OfferAsked,
    PositionAct,
    ReplyAsked,
    StandInAsked,
)
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems
from bastida.server.http.table_models import Hint
from bastida.server.http.view_models import Done
from bastida.server.http.work import worked
from bastida.server.runtime.live import Propose
from bastida.server.runtime.workers import Unanswered
from bastida.server.table import referee
from bastida.server.table.state import Table

router = APIRouter(prefix="/api/tables/{table}", tags=["play"])
REFUSALS = problems(401, 403, 404, 409, 422)


async def _act(table: str, asked: Act, caller: Asker, propose: Propose) -> Response:
    """Whoever has the seat does something, once per key."""
    await caller.at(table, asked.seat)
    return as_json({"seq": await caller.live.act(table, asked.seat, asked.key, propose)})


@router.post("/answers", response_model=Done, responses=REFUSALS)
async def answer(table: str, asked: AnswerAsked, caller: Asker) -> Response:
    """Answer the decision with the notation of one of its options."""
    return await _act(table, asked, caller, lambda state, now: referee.answer(state, asked.seat, asked.seq, asked.answer, now))


@router.post("/done", response_model=Done, responses=REFUSALS)
async def done(table: str, asked: PositionAct, caller: Asker) -> Response:
    """End one's turn, where the table waits for that: the next tile is drawn, and nothing can be taken back any more."""
    return await _act(table, asked, caller, lambda state, now: referee.done(state, asked.seat, asked.seq, now))


@router.post("/undo", response_model=Done, responses=REFUSALS)
async def undo(table: str, asked: PositionAct, caller: Asker) -> Response:
    """Take back one's last answer, if nothing was dealt and nobody answered since; or ask the others for it."""
    return await _act(table, asked, caller, lambda state, now: referee.undo(state, asked.seat, asked.seq, now))


@router.post("/offers", response_model=Done, responses=REFUSALS)
async def offer(table: str, asked: OfferAsked, caller: Asker) -> Response:
    """Propose to take back, to end the game as it stands, to adjourn it, or to go on with days for every turn."""
    mine = (await caller.at(table)).seats
    return await _act(
        table,
        asked,
        caller,
        lambda state, now: referee.offer(state, asked.seat, asked.seq, asked.kind, now, sorted(mine), asked.days or 0),
    )


@router.post("/offers/{number}", response_model=Done, responses=REFUSALS)
async def reply(table: str, number: int, asked: ReplyAsked, caller: Asker) -> Response:
    """Agree to an offer, or not."""
    return await _act(table, asked, caller, lambda state, now: referee.reply(state, asked.seat, number, asked.accept, now))


@router.post("/resign", response_model=Done, responses=REFUSALS)
async def resign(table: str, asked: Act, caller: Asker) -> Response:
    """Give up the game."""
    return await _act(table, asked, caller, lambda state, now: referee.resign(state, asked.seat, now))


@router.post("/chat", response_model=Done, responses=REFUSALS)
async def chat(table: str, asked: ChatAsked, caller: Asker) -> Response:
    """Say something to the table."""
    await caller.at(table, asked.seat)  # a stranger must not use up what a seat may say
    await caller.limits.check_chat(f"{table}/{asked.seat}")
    return await _act(table, asked, caller, lambda state, now: referee.chat(state, asked.seat, asked.text))


@router.post("/mute", response_model=Done, responses=REFUSALS)
async def mute(table: str, asked: MuteAsked, caller: Asker) -> Response:
    """Hear nothing more from a seat, or hear it again."""
    await caller.at(table, asked.seat)
    await caller.limits.check_chat(f"{table}/{asked.seat}/mutes")  # each is an event, and a table takes so many
    return await _act(table, asked, caller, lambda state, now: referee.mute(state, asked.seat, asked.muted_seat, asked.on))


@router.post("/stand-in", response_model=Done, responses=REFUSALS)
async def stand_in(table: str, asked: StandInAsked, caller: Asker) -> Response:
    """Go on without a player who is away: claim the game, let a computer play on, or adjourn. Or come back oneself."""
    seats = await caller.at(table)
    if not seats.seats:
        raise Problem("watching")
    others = sorted(seats.seats - {asked.seat})
    by = asked.seat if asked.how == "return" else asked.by if asked.by is not None else (others or sorted(seats.seats))[0]
    seats.need(by)
    room = await caller.live.room(table)

    def propose(state: Table, now: float) -> list[referee.Proposal]:
        if asked.seat >= len(state.seats):
            raise Problem("wrong_seat")
        away = room.away_for(asked.seat, now)
        return referee.stand_in(state, by, asked.seat, asked.how, away, caller.settings.claim_seconds, now)

    return as_json({"seq": await caller.live.act(table, by, asked.key, propose)})


@router.post("/hint", response_model=Hint, responses={**REFUSALS, **problems(503)})
async def hint(table: str, asked: HintAsked, caller: Asker) -> Response:
    """What the strongest computer player would answer, if the table allows hints."""
    await caller.at(table, asked.seat)
    async with caller.live.entered(table) as (_, state):
        referee.check_running(state)
        referee.check_playing(state, asked.seat)
        if not state.config["aids"]["hints"]:
            raise Problem("aid_off")
        if state.asked != asked.seat:
            awaited = state.awaited
            raise Problem("not_asked", player=state.setup.players[awaited] if awaited is not None else "")
        job = caller.live.computers.job(state, strongest_level()) | {"why": True}
        setup, options = state.setup, {option.text: option for option in state.game.options()}
    try:
        thought = await worked(caller, "hint", job, job["seconds"], table)
    except Unanswered:
        raise Problem("no_hint", retry=5) from None
    phrases = setup.texts(caller.language)
    text = thought["answer"]
    placed = isinstance(options[text].target, Cell)  # the board shows where
    words = phrases("advice.there") if placed else option_words(phrases, options[text], setup.players, where=False)
    reason = reasons_sentence(phrases, thought.get("reasons", []), setup.players, setup.box.person)
    if "chance" in thought:
        chance = round(100 * max(0.0, min(1.0, thought["chance"])))
        reason = f"{reason}. {phrases('advice.chance', chance=chance)}" if reason else phrases("advice.chance", chance=chance)
    return as_json({"answer": text, "sentence": words, "reason": reason})
