"""Games that environments step: dealing, answering by action numbers, rewards; one game, or many at once."""

from __future__ import annotations

from typing import Final, final

from bastida.env.encoding import Answers, Encoding
from bastida.env.layout import Layout
from bastida.env.sheets import bytes_of, u8
from bastida.env.watching import Sight
from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER, MOST_ANSWERS, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.native import column, i64, vec
from bastida.kernel.runaway import Runaway
from bastida.players.player import Player
from bastida.players.references import lead

MARGIN: Final = 1  # places in REWARDS; with the first there is nothing until the end
POINTS: Final = 2
REWARDS: Final = ("win", "margin", "points")

RAISE: Final = 0
END: Final = 1
FIRST: Final = 2
ILLEGAL: Final = ("raise", "end", "first")

LIMIT: Final = 0x7FFFFFFF


def mixed(a: i64, b: i64) -> i64:
    """Two numbers as one between 0 and 2**31; the same everywhere."""
    x = ((a & LIMIT) * 48271 + (b & LIMIT) * 69621 + 12345) & LIMIT
    x ^= x >> 15
    x = (x * 739982445) & LIMIT
    x ^= x >> 12
    x = (x * 695872825) & LIMIT
    return x ^ (x >> 15)


@final
class Play:
    """One game under way: the question, its answers as action numbers, what each seat has just earned."""

    def __init__(self, start: Engine, answers: Answers, sight: Sight, reward: int, players: list[Player | None]) -> None:
        self.start = start  # the game at its first question
        self.answers = answers
        self.sight = sight
        self.reward: i64 = reward
        self.players = players  # by seat: who answers by itself
        self.automatic = False
        self.seat_players(players)
        self.game = start
        self.rng = Rng(0)
        self.seed: i64 = 0
        self.moves: i64 = 0  # answers of players that answer by themselves
        self.seats: i64 = start.rules.seats
        self.points = column(start.rules.seats, 0)  # when it was last looked
        self.rewards: list[float] = [0.0] * int(start.rules.seats)  # of the last answer, by seat

    def seat_players(self, players: list[Player | None]) -> None:
        """Who answers by itself, by seat."""
        self.players = players
        self.automatic = False
        for player in players:
            if player is not None:
                self.automatic = True

    def begin(self, seed: i64) -> None:
        """A new game; the same seed and the same actions give the same game."""
        self.game = self.start.copy()
        self.rng = Rng(mixed(seed, 1))
        self.seed = seed
        self.moves = 0
        points = self.points
        for seat in range(self.seats):
            points[seat] = self.game.score_of(seat)
            self.rewards[seat] = 0.0
        self.go_on()

    def go_on(self) -> None:
        """Let the dealer, and players that answer by themselves, answer until one of the others is asked."""
        game = self.game
        answers: i64 = 0
        while game.asked != OVER:
            if game.asked == DEALER:
                game.answer(game.random_option(self.rng))
            elif self.automatic:
                player = self.players[game.asked]
                if player is None:
                    break
                self.moves += 1
                game.answer(player.choose(game, mixed(self.seed, self.moves)))
            else:
                break
            answers += 1
            if answers > MOST_ANSWERS:
                raise Runaway("answers")
        self.answers.fill(game)

    def act(self, number: i64) -> bool:
        """Answer with an action; False if it is no answer now, and then nothing has happened."""
        found = self.answers.find(number)
        if found < 0:
            return False
        self.take(found)
        return True

    def take(self, place: i64) -> None:
        """Answer with what stands in a place of the game's list."""
        game = self.game
        game.answer(game.choices.items[place])
        self.go_on()
        self.settle()

    def settle(self) -> None:
        """What every seat has earned since the last answer."""
        game, points, rewards = self.game, self.points, self.rewards
        over = game.asked == OVER
        if self.reward == POINTS:
            for seat in range(self.seats):
                now = game.score_of(seat)
                rewards[seat] = float(now - points[seat])
                points[seat] = now
        elif not over:
            return
        elif self.reward == MARGIN:
            for seat in range(self.seats):
                rewards[seat] = float(lead(game, seat))
        else:
            share_out(game, rewards)

    def forfeit(self, seat: i64, reward: float) -> None:
        """The game ends here, as somebody gave an answer that is none."""
        for other in range(self.seats):
            self.rewards[other] = 0.0
        self.rewards[seat] = reward

    def look(self, seat: i64) -> None:
        """Write what a seat sees into its memory."""
        self.sight.look(self.game, seat)


def share_out(game: Engine, rewards: list[float]) -> None:
    """1 for the only winner, less for several, as much below nothing in all for the others: the sum is 0."""
    seats: i64 = game.rules.seats
    best: i64 = -1000000
    winners: i64 = 0
    for seat in range(seats):
        points = game.score_of(seat)
        if points > best:
            best = points
            winners = 1
        elif points == best:
            winners += 1
    for seat in range(seats):
        if game.score_of(seat) == best:
            rewards[seat] = (float(seats) / float(winners) - 1.0) / float(seats - 1)
        else:
            rewards[seat] = -1.0 / float(seats - 1)


@final
class Batch:
    """Many games, stepped in one call; a game that ends is followed by the next at once."""

    def __init__(
        self,
        start: Engine,
        encoding: Encoding,
        layout: Layout,
        count: int,
        reward: int,
        players: list[Player | None],
        looking: bool,
        illegal: int,
        illegal_reward: float,
    ) -> None:
        self.encoding = encoding
        self.count: i64 = count
        self.seats: i64 = start.rules.seats
        self.looking = looking
        self.illegal: i64 = illegal
        self.illegal_reward = illegal_reward
        self.width: i64 = layout.size if looking else 1
        self.masks = bytes_of(count * encoding.size)
        self.memory = bytes_of(count * self.width)
        self.plays: list[Play] = []
        for i in range(count):
            answers = Answers(encoding, self.masks, i * encoding.size)
            sight = Sight(layout, self.memory, i * self.width)
            self.plays.append(Play(start, answers, sight, reward, players))
        self.seed: i64 = 0
        self.episodes: list[i64] = [0] * count
        self.seat: list[int] = [0] * count  # who is asked
        self.acted: list[int] = [0] * count  # who has answered last
        self.rewards: list[float] = [0.0] * (count * int(start.rules.seats))  # of the last step, by game and seat
        self.ended: list[bool] = [False] * count  # by game: the last step was its end
        self.forfeited: list[bool] = [False] * count
        self.scores: list[int] = [0] * (count * int(start.rules.seats))  # of the games that ended last
        self.finals: list[bytes] = [b""] * count  # what the seat that answered last saw at their end

    def begin(self, seed: int) -> None:
        """New games everywhere."""
        self.seed = seed
        for i in range(self.count):
            self.episodes[i] = 0
            self.ended[i] = False
            self.forfeited[i] = False
            self.start_game(i)

    def start_game(self, i: i64) -> None:
        play = self.plays[i]
        play.begin(mixed(mixed(self.seed, i), self.episodes[i]))
        while play.game.asked == OVER:  # its players have played it to the end among themselves
            self.episodes[i] += 1
            play.begin(mixed(mixed(self.seed, i), self.episodes[i]))
        self.show(i)

    def show(self, i: i64) -> None:
        play = self.plays[i]
        seat = play.game.asked
        self.seat[i] = int(seat)
        if self.looking:
            play.look(seat)

    def step(self, actions: list[int]) -> int:
        """One answer in every game; returns the first game whose action is none if that is not allowed, or -1.

        In that case no game has been stepped.
        """
        if self.illegal == RAISE:
            for i in range(self.count):
                if self.plays[i].answers.find(actions[i]) < 0:
                    return int(i)
        seats = self.seats
        rewards = self.rewards
        for i in range(self.count):
            play = self.plays[i]
            asked = play.game.asked
            self.acted[i] = int(asked)
            fine = play.act(actions[i])
            if not fine:
                if self.illegal == FIRST:
                    play.take(0)
                    fine = True
                else:
                    play.forfeit(asked, self.illegal_reward)
            for seat in range(seats):
                rewards[i * seats + seat] = play.rewards[seat]
            self.forfeited[i] = not fine
            if not fine or play.game.asked == OVER:
                self.ended[i] = True
                for seat in range(seats):
                    self.scores[i * seats + seat] = int(play.game.score_of(seat))
                if self.looking:
                    play.look(asked)
                    self.finals[i] = part_of(self.memory, i * self.width, self.width)
                self.episodes[i] += 1
                self.start_game(i)
            else:
                self.ended[i] = False
                self.show(i)
        return -1

    def random_actions(self, rng: Rng) -> list[int]:
        """Any answer for every game, all alike."""
        actions: list[int] = []
        for i in range(self.count):
            answers = self.plays[i].answers
            number: i64 = -1
            while number < 0:
                number = answers.ids[rng.below(answers.count)]
            actions.append(int(number))
        return actions


def part_of(memory: vec[u8], start: i64, size: i64) -> bytes:
    """A copy of a part of memory."""
    return bytes(memoryview(memory)[int(start) : int(start + size)])


def write_bytes(memory: vec[u8], start: int, size: int, buffer: memoryview) -> None:
    """Copy a part of memory into a buffer of bytes, an array of NumPy for example."""
    buffer[:size] = memoryview(memory)[start : start + size]
