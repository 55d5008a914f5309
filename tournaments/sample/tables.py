"""Finished lists as rows of an event file, made from their games."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame, with_implied_levels
from scoring.house.rules import OFFICIAL
from scoring.lists.sheets import ListTotals, SeatTotal, close_list
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from scoring.playing.play import play
from tournaments.files.event.columns import Row, without_empty
from tournaments.sheets.finishing.foot import numbers_text
from tournaments.sheets.finishing.services import totals_text
from tournaments.words.choices import Action, Proof, SheetState, SystemChoice

ROUNDS = 12
Step = Sequence[tuple[Action, int | None, str]]  # actions with place and text


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleList:
    """The games of a whole list under the official rules, with totals and proof."""

    players: int
    games: tuple[WrittenGame, ...]
    totals: ListTotals
    proof: Proof

    @property
    def is_cut_short(self) -> bool:
        """Whether the time was up before the last game."""
        return len(self.games) < ROUNDS * self.players


@dataclass(frozen=True, slots=True, kw_only=True)
class Typist:
    """The account that typed and finished a list, and the time, as in the file."""

    by: str
    at: str


def list_with_totals(
    games: Sequence[WrittenGame], *, players: int, proof: Proof = Proof.NONE
) -> SampleList:
    """Return ``games`` as a list with its totals."""
    completed_games = tuple(with_implied_levels(game) for game in games)
    totals = close_list(
        play(completed_games, OFFICIAL, players=players), players=players
    )
    return SampleList(
        players=players, games=completed_games, totals=totals, proof=proof
    )


def table_row(
    played_list: SampleList,
    people: Sequence[str],
    *,
    table_number: int,
    code: str,
    typist: Typist,
) -> Row:
    """Return a finished list with its history; ``people`` are ids in seat order."""
    totals, proof = played_list.totals, played_list.proof
    lines = noted_lines(played_list.games, proof)
    texts = [write_line(line, Spelling.LETTERS) for line in lines]
    steps = list(history_steps(played_list, texts))
    seats = [
        {"person": people[seat.place - 1], "place": seat.place}
        | paper_foot(played_list, seat)
        for seat in totals.seats
    ]
    results = [result_row(played_list, seat, people) for seat in totals.seats]
    return without_empty(
        {
            "table_number": table_number,
            "code": code,
            "system": SystemChoice.SEEGER_FABIAN,
            "rounds": ROUNDS,
            "state": SheetState.FINISHED,
            "proof": proof,
            "revision": len(steps),
            "totals_only": False,
            "cut_short": played_list.is_cut_short,
            "paper_passed_in": totals.passed_in if proof == Proof.TOTALS else None,
            "typed_by": typist.by,
            "finished_by": typist.by,
            "finished_at": typist.at,
            "seats": seats,
            "games": texts,
            "results": results,
            "changes": list(step_rows(steps, typist)),
        }
    )


def noted_lines(games: Iterable[WrittenGame], proof: Proof) -> list[NotedLine]:
    """Return the lines of the games, with the paper's values if these prove them."""
    has_values = proof == Proof.VALUES
    return [
        NotedLine(
            entry=game,
            check_value=result_of(game).score if has_values and game.declarer else None,
        )
        for game in games
    ]


def paper_foot(played_list: SampleList, seat: SeatTotal) -> Row:
    """Return the foot of a place; empty unless the totals prove the list."""
    if played_list.proof != Proof.TOTALS:
        return {}
    return {
        "paper_points": seat.game_points,
        "paper_won": seat.won,
        "paper_lost": seat.lost,
        "paper_total": seat.total,
    }


def result_row(played_list: SampleList, seat: SeatTotal, people: Sequence[str]) -> Row:
    return {
        "person": people[seat.place - 1],
        "place": seat.place,
        "first_game": 1,
        "last_game": len(played_list.games),
        "game_points": seat.game_points,
        "won": seat.won,
        "lost": seat.lost,
        "others_lost": seat.others_lost,
        "total": seat.total,
    }


def history_steps(played_list: SampleList, texts: Sequence[str]) -> Iterator[Step]:
    """Yield the steps of a list that was typed at once and finished."""
    totals = played_list.totals
    yield [(Action.INSERT, number, text) for number, text in enumerate(texts, 1)]
    if played_list.proof == Proof.TOTALS:
        feet = {seat.place: paper_foot(played_list, seat) for seat in totals.seats}
        yield [
            *(
                (Action.FOOT, place, numbers_text(*foot.values()))
                for place, foot in feet.items()
            ),
            (Action.FOOT, None, numbers_text(None, totals.passed_in)),
        ]
    if played_list.is_cut_short:
        yield [(Action.STRIKE, None, str(len(texts)))]
    yield [(Action.FINISH, None, totals_text(totals))]


def step_rows(steps: Sequence[Step], typist: Typist) -> Iterator[Row]:
    """Yield the rows that ``steps`` leave in the history of a list."""
    for step, changes in enumerate(steps, 1):
        for action, number, after in changes:
            yield without_empty(
                {
                    "by": typist.by,
                    "step": step,
                    "action": action,
                    "number": number,
                    "after": after,
                    "at": typist.at,
                }
            )
