"""Errors as problem documents (RFC 9457): a code for programs, a sentence in the reader's language, and the clause.

A problem's sentence is the text ``problem.<code>`` of the catalogue. What the rules refuse carries their reason as a value,
whose key programs may read and which is said in the reader's language.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from bastida.kernel.answers import Refusal
from bastida.kernel.languages import FALLBACK, LANGUAGES
from bastida.language.sentences import spoken
from bastida.language.texts import Texts, texts
from bastida.table.game import IllegalOption
from bastida.table.setup import Setup

MEDIA_TYPE = "application/problem+json"
REFUSED = "bastida.refused"  # in a request's scope: the codes of what was refused, for whoever counts them

# Every code with its HTTP status; a test finds a text for each of them in every language.
STATUS = {
    "bad_request": 400,
    "wrong_setup": 422,
    "wrong_record": 422,
    "study_record": 422,
    "not_analysable": 422,
    "wrong_study": 422,
    "seats_do_not_match": 422,
    "name_taken": 422,
    "bot_name_taken": 422,
    "colour_taken": 422,
    "illegal": 422,
    "unknown_colour": 422,
    "not_the_name": 422,
    "no_seat": 401,
    "no_member": 401,
    "unknown_bot": 401,
    "members_only": 403,
    "no_holiday": 409,
    "no_mail": 409,
    "wrong_push": 422,
    "too_many_browsers": 403,
    "no_mailbox": 404,
    "no_feed": 404,
    "too_many_letters": 429,
    "no_holiday_now": 409,
    "private_member": 403,
    "invited_only": 403,
    "not_for_bots": 403,
    "member_banned": 403,
    "wrong_phrase": 403,
    "wrong_passkey": 403,
    "too_many_passkeys": 403,
    "too_many_blocks": 403,
    "wrong_seat": 403,
    "watching": 403,
    "wrong_origin": 403,
    "unknown_token": 403,
    "nobody_plays": 403,
    "not_met": 403,
    "bot_cannot": 403,
    "no_bot_asks": 403,
    "not_challenged": 403,
    "bot_declines": 403,
    "too_many_bots": 403,
    "rating_range": 403,
    "link_used": 403,
    "not_organiser": 403,
    "bag_seen": 403,
    "members_seat": 403,
    "not_your_tournament": 403,
    "not_invited": 403,
    "no_bots": 403,
    "round_hidden": 403,
    "not_your_study": 403,
    "too_many_studies": 403,
    "no_such_page": 404,
    "no_table": 404,
    "no_such_member": 404,
    "no_such_device": 404,
    "no_record": 404,
    "no_study": 404,
    "no_duplicate": 404,
    "no_tournament": 404,
    "no_match": 404,
    "no_analysis": 404,
    "no_result": 404,
    "no_offer": 404,
    "no_rematch": 404,
    "not_listed": 404,
    "no_challenge": 404,
    "no_bot": 404,
    "nobody_to_challenge": 404,
    "no_picture": 404,
    "wrong_method": 405,
    "stale": 409,
    "member_name_taken": 409,
    "member_already": 409,
    "stale_passkey": 409,
    "no_passkeys_here": 409,
    "not_asked": 409,
    "over": 409,
    "adjourned": 409,
    "not_away": 409,
    "nothing_to_undo": 409,
    "not_waiting": 409,
    "not_over": 409,
    "being_played": 409,
    "rematch_made": 409,
    "no_free_seat": 409,
    "challenge_open": 409,
    "challenge_over": 409,
    "bot_busy": 409,
    "undo_off": 409,
    "offer_open": 409,
    "own_offer": 409,
    "resigned": 409,
    "too_often": 409,
    "too_long": 409,
    "closed": 409,
    "tournament_over": 409,
    "tournament_pace": 409,
    "tournament_full": 409,
    "entry_closed": 409,
    "not_entered": 409,
    "too_few_players": 409,
    "round_playing": 409,
    "too_many_tournaments": 409,
    "aid_off": 409,
    "maintenance": 409,
    "too_large": 413,
    "wrong_media": 415,
    "wrong_host": 421,
    "too_many": 429,
    "too_many_tables": 429,
    "too_many_times": 429,
    "too_many_streams": 429,
    "too_many_analyses": 429,
    "too_many_exports": 429,
    "too_many_joins": 429,
    "too_many_challenges": 429,
    "too_much_chat": 429,
    "too_much_work": 429,
    "unexpected": 500,
    "no_database": 503,
    "no_hint": 503,
    "out_of_order": 503,
    "too_slow": 503,
    "stopping": 503,
}


@runtime_checkable
class Told(Protocol):
    """An error that can be told in any language."""

    def told(self, phrases: Texts, /) -> str:
        """The whole of it as a sentence."""


class ProblemResponse(JSONResponse):
    """A problem on its way, which whoever counts refusals hears of."""

    def __init__(self, code: str, document: dict[str, Any], headers: dict[str, str]) -> None:
        super().__init__(document, STATUS[code], headers, MEDIA_TYPE)
        self.code = code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if REFUSED in scope:
            scope[REFUSED].append(self.code)
        await super().__call__(scope, receive, send)


class Problem(Exception):
    """A request that is refused, and changes nothing."""

    def __init__(
        self, code: str, *, retry: float = 0.0, refusal: Refusal | None = None, setup: Setup | None = None, **values: object
    ) -> None:
        super().__init__(code)
        self.code, self.retry = code, retry
        self.setup = setup  # of the table, in whose words it is told
        self.refusal = refusal  # the rules' own reason
        self.values = values  # of the sentence: texts, numbers, values that can be phrases, errors that can tell themselves

    @classmethod
    def illegal(cls, error: IllegalOption, setup: Setup) -> Problem:
        """An answer the rules refuse."""
        return cls("illegal", refusal=error.refusal, setup=setup, answer=error.text[:200], reason=error.refusal)

    def document(self, language: str) -> dict[str, Any]:
        """The problem as JSON."""
        phrases = texts(language) if self.setup is None else self.setup.texts(language)
        values = {name: _told(phrases, value) for name, value in self.values.items()}
        found: dict[str, Any] = {
            "type": f"/api/problems#{self.code}",
            "title": phrases(f"problem.title.{STATUS[self.code]}"),
            "status": STATUS[self.code],
            "code": self.code,
            "detail": phrases(f"problem.{self.code}", **values),
        }
        if self.refusal is not None:
            found["key"] = self.refusal.key
            if self.refusal.clause:
                found["clause"] = self.refusal.clause
        return found

    def response(self, language: str) -> ProblemResponse:
        headers = {"Content-Language": language}
        if self.retry:
            headers["Retry-After"] = str(max(1, round(self.retry)))
        if self.code == "no_seat":
            headers["WWW-Authenticate"] = "Bearer"
        return ProblemResponse(self.code, self.document(language), headers)


def _told(phrases: Texts, value: object) -> str:
    return value.told(phrases) if isinstance(value, Told) else spoken(phrases, value)


def language_of(query: str | None, accepted: str) -> str:
    """The language asked for by ``?lang=``, else the best one of an Accept-Language header, else English."""
    if query in LANGUAGES:
        return query
    weighed: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted[:500].split(",")):
        name, _, weight = part.strip().partition(";q=")
        try:
            value = float(weight or 1)
        except ValueError:
            continue
        if (code := name.strip().partition("-")[0].casefold()) in LANGUAGES:
            weighed.append((-value, place, code))
    return min(weighed)[2] if weighed else FALLBACK
