"""The ladder of strength: plays the gates of ``gates.py``, for hours if need be, and writes docs/strength.md from the results.

    python -m bastida.arena.ladder                         a few bags with small budgets: does everything run?
    python -m bastida.arena.ladder --long --jobs 2         all gates, going on where an earlier run was interrupted
    python -m bastida.arena.ladder --long --gate S4 S5     some of them
    python -m bastida.arena.ladder --long --gate S4 --part 0.05   with a twentieth of the time: a result of its own
    python -m bastida.arena.ladder --only-page             write the page again
    python -m bastida.arena.ladder --speed                 nodes in a second here, for NODES in gates.py

Games lie in the folder of runs, a file for every gate. A result is written when a gate is finished; only results of long runs
and at least 200 bags get into the page.
"""

# Long: one measurement, from the gates to the page.

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import platform
import shlex
import sys
import time
from collections.abc import Sequence
from itertools import count, islice
from pathlib import Path
from statistics import mean
from typing import Any

from bastida import COMPILED, __version__
from bastida.arena.bags import Bag
from bastida.arena.endings import regrets
from bastida.arena.gates import (
    EXACT,
    GATES,
    LEAST_BAGS,
    NODES,
    PROFILE,
    SEED,
    SHORT_BAGS,
    SHORT_BUDGET,
    SHORT_POSITIONS,
    Bar,
    Gate,
    all_ids,
    measured_against,
)
from bastida.arena.match import Match, Result
from bastida.arena.results import Store
from bastida.arena.runner import Play, in_processes, in_this_process, run
from bastida.arena.statistics import Interval, margin_of, share_of, standing
from bastida.kernel.codes import DEALER, OVER
from bastida.players.registry import levels, make_player, measured
from bastida.table.setup import make_setup

FIELDS = ("field", "meadow")  # sources of points


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bastida.arena.ladder", description="Play the gates of strength.")
    parser.add_argument("--long", action="store_true", help="as many games as the gates ask for; hours, and resumed")
    parser.add_argument("--only-page", action="store_true", help="play nothing, write the page from the results")
    parser.add_argument("--speed", action="store_true", help="play nothing, measure how many nodes go into a second")
    parser.add_argument("--gate", nargs="+", metavar="S4", help="only these gates; S11 means all of S11")
    parser.add_argument(
        "--part", type=float, default=1.0, help="of the budgets: a weaker candidate that takes less time to measure"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--runs", type=Path, default=Path("build/ladder"), help="the folder of the games")
    parser.add_argument("--results", type=Path, default=Path("docs/strength.json"))
    parser.add_argument("--page", type=Path, default=Path("docs/strength.md"))
    chosen = parser.parse_args(arguments)
    if chosen.speed:
        for kind in NODES:
            print(f"{kind}: {nodes_in_a_second(kind):.0f} nodes in a second")
        return
    wanted = [name for name in all_ids() if not chosen.gate or name in chosen.gate or name.partition(".")[0] in chosen.gate]
    if chosen.part != 1.0:
        wanted = [name for name in wanted if name == PROFILE.id or any(gate.id == name and gate.seconds for gate in GATES)]
    if not wanted:
        parser.error(f"there are the gates {', '.join(all_ids())}")
    results = read_results(chosen.results)
    if not chosen.only_page:
        play = in_this_process if chosen.jobs == 1 else in_processes(chosen.jobs)
        for name in wanted:
            result = climb(name, not chosen.long, chosen.part, chosen.runs, play)
            name = labelled(name, chosen.part)
            print(f"{name}: {'passed' if result['passed'] else 'not passed'} {json.dumps(result)}", flush=True)
            if chosen.long:
                results[name] = result
                write(chosen.results, json.dumps({key: results[key] for key in sorted(results)}, indent=1) + "\n")
    if chosen.long or chosen.only_page:
        write(chosen.page, page(results))


def read_results(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def write(path: Path, text: str) -> None:
    """Never leave half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)


# -- playing a gate -----------------------------------------------------------------------------------------------------


def labelled(name: str, part: float) -> str:
    """The name of a gate's result; a gate played with a part of its budgets gets a name of its own."""
    return f"{name}@{part:g}" if part != 1.0 else name


def climb(name: str, short: bool, part: float, runs: Path, play: Play) -> dict[str, Any]:
    """Play a gate, or what is missing of it, and say what came out."""
    path = runs / f"{labelled(name, part)}{'-short' if short else ''}.jsonl"
    if name == EXACT.id:
        found = exact(SHORT_POSITIONS if short else EXACT.positions, path)
    elif name == PROFILE.id:
        found = profile(SHORT_BAGS if short else PROFILE.bags, PROFILE.match(SHORT_BUDGET if short else part), path, play)
    else:
        gate = next(gate for gate in GATES if gate.id == name)
        found = contest(gate, SHORT_BAGS if short else gate.bags, gate.match(SHORT_BUDGET if short else part), path, play)
    return {
        **found,
        "date": datetime.date.today().isoformat(),
        "version": __version__,
        "mode": "compiled" if COMPILED else "interpreted",
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
    }


def played(match: Match, bags: int, path: Path, play: Play) -> list[Result]:
    store = Store(match, path)
    try:
        run(store, bags, play, progress=lambda bag: print(f"\r{path.stem}: {bag + 1}/{bags} ", end="", file=sys.stderr))
        print(file=sys.stderr)
        return store.all(bags)
    finally:
        store.close()


def contest(gate: Gate, bags: int, match: Match, path: Path, play: Play) -> dict[str, Any]:
    results = played(match, bags, path, play)
    everyone = [standing(name, number, results) for number, name in enumerate(match.players)]
    first = everyone[0]
    idle = [  # by player, where farmers were counted
        sum(result.idle[number] for result in results) / max(1, sum(result.farmers[number] for result in results))
        for number in range(len(results[0].farmers))
    ]
    ambition = gate.ambition is not None and clears(gate.ambition, first.share, first.margin)
    return {
        "command": command(match, bags),
        "bags": first.bags,
        "games": first.games,
        "share": limits(first.share),
        "margin": limits(first.margin),
        "elo": limits(first.elo),
        "points": [round(row.points, 2) for row in everyone],
        "milliseconds": [round(row.milliseconds, 2) for row in everyone],
        "passed": clears(gate.bar, first.share, first.margin),
        "ambition": ambition and (gate.idle is None or idle[0] < gate.idle),
        **({"idle": [round(part, 4) for part in idle]} if idle else {}),
    }


def clears(bar: Bar, share: Interval, margin: Interval) -> bool:
    return share.low > bar.share and (bar.margin is None or margin.low > bar.margin)


def limits(interval: Interval) -> list[float | None]:
    """Value, lower and upper limit; JSON knows no infinity."""
    return [round(n, 4) if math.isfinite(n) else None for n in (interval.value, interval.low, interval.high)]


def command(match: Match, bags: int) -> str:
    sets = ("--sets", ",".join(match.sets)) if match.sets else ()
    words = ("bastida", "arena", *match.players, "--game", match.game, *sets, "--bags", str(bags), "--seed", str(match.seed))
    return shlex.join(words)


def exact(positions: int, path: Path) -> dict[str, Any]:
    """S9; the regret of each position is a line of the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = [float(line) for line in path.read_text("utf-8").split()] if path.exists() else []
    player = make_player(EXACT.player)
    with path.open("a", encoding="utf-8") as file:
        for regret in islice(regrets(player, EXACT.game, SEED, count(len(done))), max(0, positions - len(done))):
            done.append(regret)
            file.write(f"{regret!r}\n")
            file.flush()
            print(f"\r{path.stem}: {len(done)}/{positions} ", end="", file=sys.stderr)
    print(file=sys.stderr)
    done = done[:positions]
    return {
        "command": f"python -m bastida.arena.ladder --long --gate {EXACT.id}",
        "positions": len(done),
        "worst": max(done),
        "mean": mean(done),
        "passed": max(done) < 1e-6,
        "ambition": False,
    }


def profile(bags: int, match: Match, path: Path, play: Play) -> dict[str, Any]:
    """S13."""
    results = played(match, bags, path, play)
    both = [standing(name, number, results) for number, name in enumerate(match.players)]
    points = [n for result in results for n in result.points]
    sources: dict[str, int] = {}
    for result in results:
        for source, number in result.sources.items():
            sources[source] = sources.get(source, 0) + number
    average = mean(points)
    found = {
        "points": average,
        "deviation": math.sqrt(sum((n - average) ** 2 for n in points) / (len(points) - 1)),
        "fields": sum(sources.get(source, 0) for source in FIELDS) / sum(sources.values()),
        "winner": mean(max(result.points) for result in results),
        "ties": mean(share_of(result, 0) == 0.5 for result in results),
    }
    return {
        "command": f"python -m bastida.arena.ladder --long --gate {PROFILE.id}",
        "bags": both[0].bags,
        "games": both[0].games,
        "players": list(match.players),
        "profile": {name: round(value, 4) for name, value in found.items()},
        "sources": {name: round(n / sum(sources.values()), 4) for name, n in sorted(sources.items())},
        "loser": round(mean(min(result.points) for result in results), 2),
        "margin": round(mean(abs(margin_of(result, 0)) for result in results), 2),
        "milliseconds": [round(row.milliseconds, 2) for row in both],
        "passed": all(low <= found[name] <= high for name, (low, high) in PROFILE.bounds.items()),
        "ambition": False,
    }


def nodes_in_a_second(kind: str, budget: int = 2000) -> float:
    """Of processor time, on average over positions of a whole game."""
    player, greedy, bag = make_player(f"{kind}:nodes={budget}"), make_player("greedy"), Bag("speed")
    engine = make_setup(PROFILE.game, players=2).engine()
    spent, answers, asked = 0.0, 0, 0
    while engine.asked != OVER:
        if engine.asked == DEALER:
            engine.answer(bag.choose(engine))
            continue
        asked += 1
        if asked % 5 == 0:
            began = time.process_time()
            player.choose(engine, asked)
            spent += time.process_time() - began
            answers += 1
        engine.answer(greedy.choose(engine, asked))
    return budget * answers / spent


# -- the page -----------------------------------------------------------------------------------------------------------

HEAD = """# Playing strength

How strong Bastida's computer players are, measured against opponents that never change. This page is written by
`python -m bastida.arena.ladder` from [strength.json](strength.json); nothing in it is typed by hand, and no figure comes from
fewer than {least} paired bags.

## How it is measured

- Every **bag** fixes the order of the tiles, and of everything else chance decides, and is played once in each rotation of
  the seats.
- A win counts 1, a tie for the first place is shared out. The **margin** is the points ahead of the best rival.
- The games of a bag belong together: limits are computed between bags. In brackets the 95 % limits.
- A gate is passed when the **lower** limits of share and margin both clear its bar. No game is left out.
- Players have budgets in nodes, so every game can be played again with the command given; the times are those measured.

The reference opponents are frozen: **R0** `random`; **R1** `greedy`, the best score as if the game ended after its turn, a
point for every follower kept; **R2** `ranking`, one turn by the formulas published with JCloisterZone's computer player; **R3**
`playouts`, tree search with random games to the end; **R4** `appraiser`, one turn appraised as the computer player of
JCloisterZone 4.6 does it, but without its noise (which `appraiser:setting=faithful` has); and the **raider**, R2 that counts
merges into the cities and fields of others twice and prepares them two tiles ahead.
"""

IGNORED, UNMEASURED = (", ".join(measured_against(whom)) for whom in ("ignore", "nobody"))
ONLY_CHOICES = f"""Against whom S11 is played: to be blind to an expansion is to evaluate positions without what it scores and
may bring; its questions are still answered, as well as that allows. Where the evaluation is the same without it
({IGNORED}), the opponent ignores the expansion: it leaves its actions alone and gives its questions the first
answer. There is no gate for the {UNMEASURED}, which neither asks nor scores anything of its own."""


LEVEL_GAMES = ("plus", "hunters", "plus-big", "todo")
LEVELS_HEAD = """Share of wins of every level against the one before it; the aim is 65 to 75 % from the third level on. A
level whose player changes loses its figure; [players.md](players.md) says what the levels are and how they were measured."""


def page(results: dict[str, Any]) -> str:
    """The whole page; what was not measured, or too little, is said to be so."""
    shown = {name: result for name, result in results.items() if enough(name, result)}
    lines = [HEAD.format(least=LEAST_BAGS), "## The gates\n"]
    lines.append("| gate | | bags | share of wins | margin | bar | |")
    lines.append("| --- | --- | --- | --- | --- | --- | --- |")
    for gate in GATES:
        lines.append(row(gate, shown.get(gate.id)))
    lines += ["", ONLY_CHOICES, *parts_lines(shown), *idle_lines(shown)]
    lines += ["", *exact_lines(shown.get(EXACT.id)), "", *profile_lines(shown), "", *levels_lines()]
    if shown:
        lines += ["", "## Measured with\n", "| gate | date | version | machine | ms for an answer | command |"]
        lines.append("| --- | --- | --- | --- | --- | --- |")
        for name in sorted(shown, key=lambda name: (all_ids().index(name.partition("@")[0]), name)):
            result = shown[name]
            times = ", ".join(f"{n:g}" for n in result.get("milliseconds", []))
            build = f"{result['version']}, {result['mode']}"
            lines.append(f"| {name} | {result['date']} | {build} | {result['machine']} | {times} | `{result['command']}` |")
    return "\n".join(lines) + "\n"


def enough(name: str, result: dict[str, Any]) -> bool:
    return bool(result.get("positions", 0) >= EXACT.positions if name == EXACT.id else result.get("bags", 0) >= LEAST_BAGS)


def row(gate: Gate, result: dict[str, Any] | None) -> str:
    who = f"{gate.about} (`{gate.game}`)"
    bar = in_words(gate.bar) + (f"; ambition {in_words(gate.ambition)}" if gate.ambition else "")
    if result is None:
        return f"| {gate.id} | {who} | | | | {bar} | not measured |"
    verdict = "ambition" if result["ambition"] else "passed" if result["passed"] else "not passed"
    share, margin = between(result["share"], 100, " %", ".1f"), between(result["margin"], 1, "", "+.1f")
    return f"| {gate.id} | {who} | {result['bags']} | {share} | {margin} | {bar} | **{verdict}** |"


def parts_lines(shown: dict[str, Any]) -> list[str]:
    """Gates played with less time than they ask for: no verdict on the gate, but a lower step on the same stair."""
    found = [(gate, name, shown[name]) for gate in GATES for name in sorted(shown) if name.startswith(f"{gate.id}@")]
    if not found:
        return []
    lines = ["", "The same matches with a part of the time, which takes less time to measure:", ""]
    lines += ["| gate | part | | bags | share of wins | margin |", "| --- | --- | --- | --- | --- | --- |"]
    for gate, name, result in found:
        share, margin = between(result["share"], 100, " %", ".1f"), between(result["margin"], 1, "", "+.1f")
        lines.append(f"| {gate.id} | {name.partition('@')[2]} | `{gate.game}` | {result['bags']} | {share} | {margin} |")
    return lines


def idle_lines(shown: dict[str, Any]) -> list[str]:
    """How many farmers brought nothing, where they were counted."""
    lines = []
    for gate in GATES:
        for name in sorted(shown):
            if gate.idle is not None and name.partition("@")[0] == gate.id and "idle" in shown[name]:
                own, other = (f"{100 * part:.1f} %" for part in shown[name]["idle"])
                aim = f"ambition < {100 * gate.idle:g} %"
                lines += [
                    "",
                    f"**{name}**, farmers that bring no points: {own} of the search ({aim}), {other} of its opponent.",
                ]
    return lines


def levels_lines() -> list[str]:
    """Every level against the one before it, from ``players/levels.py``."""
    lines = ["## The levels", "", LEVELS_HEAD, "", f"| level | against | {' | '.join(f'`{game}`' for game in LEVEL_GAMES)} |"]
    lines.append("| --- " * (2 + len(LEVEL_GAMES)) + "|")
    names = list(levels())
    for name, before in zip(names[1:], names, strict=False):
        shares = [measured(name, game) for game in LEVEL_GAMES]
        told = [
            f"{between((share.value, share.low, share.high), 100, ' %', '.1f')}, {share.bags} bags" if share else "not measured"
            for share in shares
        ]
        lines.append(f"| {name} | {before} | {' | '.join(told)} |")
    return lines


def in_words(bar: Bar) -> str:
    return f"> {100 * bar.share:g} %" + (f", > +{bar.margin:g}" if bar.margin is not None else "")


def between(limits: Sequence[float | None], times: float, unit: str, form: str) -> str:
    value, low, high = (f"{times * n:{form}}" if n is not None else "∞" for n in limits)
    return f"{value}{unit} [{low}, {high}]"


def exact_lines(result: dict[str, Any] | None) -> list[str]:
    what = f"**{EXACT.id}**: the last two tiles of `{EXACT.game}` against trying everything, {EXACT.positions} positions."
    if result is None:
        return [f"{what} Not measured."]
    verdict = "passed" if result["passed"] else "not passed"
    return [f"{what} Worst regret {result['worst']:.3g} points, on average {result['mean']:.3g}: **{verdict}**."]


def profile_lines(shown: dict[str, Any]) -> list[str]:
    """A column for each part of the time that was measured."""
    results = [(name, shown[name]["profile"]) for name in sorted(shown) if name.partition("@")[0] == PROFILE.id]
    words = {
        "points": "points of a player, on average",
        "deviation": "their standard deviation",
        "fields": "share of the points from fields",
        "winner": "points of the winner",
        "ties": "ties",
    }
    lines = [f"**{PROFILE.id}**: games of `{PROFILE.player}` against itself, {PROFILE.seconds:g} s (`{PROFILE.game}`).", ""]
    heads = [f"with a part of {name.partition('@')[2]}" if "@" in name else "measured" for name, _ in results] or ["measured"]
    lines += [f"| | {' | '.join(heads)} | expected |", f"| --- |{' --- |' * len(heads)} --- |"]
    for name, (low, high) in PROFILE.bounds.items():
        found = [f"{measured[name]:g}" for _, measured in results] or ["not measured"]
        wanted = f"{low:g} or more" if high >= 1000 else f"{low:g} to {high:g}"
        lines.append(f"| {words[name]} | {' | '.join(found)} | {wanted} |")
    return lines


if __name__ == "__main__":
    main()
