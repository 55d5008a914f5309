"""The numbers of a paper list, and the slips that explain where a list differs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

from django.utils.translation import gettext as _

from scoring.game.codes import Problem
from scoring.house.rules import HouseRules
from scoring.lists.sheets import ListTotals
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from scoring.playing.paper import check_value
from scoring.proof.detective.search import suspects
from scoring.proof.detective.slips.kinds import Correction, Remedy, Suspect
from scoring.proof.paper import FootField, PaperFoot, PaperSeat, TypedLine
from tournaments.files.conformance.scored_lists import ScoredGame
from tournaments.words.slips import slips_text

SEAT_CELLS = tuple(cell.name for cell in fields(PaperSeat) if cell.name != "place")
PARTS = ("foot", "games", "passed_in", "values", "running")
MAY_PLAY = {Problem.DECLARER_IS_DEALER, Problem.DECLARER_IS_PAUSING}
"""Where a game was left out, players of later games seem to deal or to pause."""

Object = Mapping[str, object]


class UnreadablePaper(ValueError):
    """A part of the paper is malformed; the argument is the name of the part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """The numbers of a paper list; those left out are not on the paper."""

    foot: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    games: int | None = None
    passed_in: int | None = None
    values: Mapping[int, int] = field(default_factory=dict)
    running: Mapping[int, int] = field(default_factory=dict)


def paper_in(content: object) -> Paper:
    """Return the paper that a JSON object describes; all its parts are optional.

    >>> paper_in({"values": {"3": 48}}).values
    {3: 48}
    """
    parts = paper_object(content, "paper")
    for name in parts:
        if name not in PARTS:
            raise UnreadablePaper(name)
    foot = paper_object(parts.get("foot"), "foot")
    return Paper(
        foot={
            line_or_place(place, "foot"): foot_cells(cells)
            for place, cells in foot.items()
        },
        games=paper_number(parts.get("games"), "games"),
        passed_in=paper_number(parts.get("passed_in"), "passed_in"),
        values=numbers_by_line(parts.get("values"), "values"),
        running=numbers_by_line(parts.get("running"), "running"),
    )


def paper_object(content: object, name: str) -> Object:
    """Return an object of the file; an empty one where it is left out."""
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise UnreadablePaper(name)
    return content


def foot_cells(content: object) -> dict[str, int]:
    """Return the cells of the foot at one place."""
    cells = paper_object(content, "foot")
    numbers = {name: paper_number(cell, f"foot.{name}") for name, cell in cells.items()}
    for name in numbers:
        if name not in SEAT_CELLS:
            raise UnreadablePaper(f"foot.{name}")
    return {name: cell for name, cell in numbers.items() if cell is not None}


def numbers_by_line(content: object, name: str) -> dict[int, int]:
    """Return the numbers beside the list, by line."""
    numbers = {
        line_or_place(line, name): paper_number(number, name)
        for line, number in paper_object(content, name).items()
    }
    return {line: number for line, number in numbers.items() if number is not None}


def paper_number(content: object, name: str) -> int | None:
    """Return a whole number of the file, or None."""
    if content is None or (isinstance(content, int) and not isinstance(content, bool)):
        return content
    raise UnreadablePaper(name)


def line_or_place(text: str, name: str) -> int:
    """Return the number of a line or a place from a key of the file."""
    if not (text.isascii() and text.isdigit()):
        raise UnreadablePaper(name)
    return int(text)


def typed_lines(games: Sequence[ScoredGame], paper: Paper) -> list[TypedLine]:
    """Return the playable games with the numbers that the paper has beside them."""
    return [
        typed_line(game, paper)
        for game in games
        if game.played is not None and MAY_PLAY.issuperset(game.played.problems)
    ]


def typed_line(game: ScoredGame, paper: Paper) -> TypedLine:
    """Return one game; the checks typed in its line fill the gaps of the paper."""
    line, noted = game.played, game.item.content
    assert line is not None
    assert isinstance(noted, NotedLine)
    value = paper.values.get(game.number, noted.check_value)
    running = None if line.entry.declarer is None else noted.check_running
    return TypedLine(
        number=game.number,
        entry=line.entry,
        value=check_value(line, value),
        running=paper.running.get(game.number, running),
        turn=line.turn,
    )


def foot_in(paper: Paper, totals: ListTotals, rules: HouseRules) -> PaperFoot:
    """Return the foot of the paper. A place that the table lacks is an error."""
    places = range(1, totals.players + 1)
    for place in paper.foot:
        if place not in places:
            raise UnreadablePaper(f"foot.{place}")
    return PaperFoot(
        players=totals.players,
        games=paper.games,
        passed_in=paper.passed_in,
        seats=tuple(
            PaperSeat(place=place, **paper.foot.get(place, {})) for place in places
        ),
        system=totals.system,
        ramsch=totals.ramsch,
        rules=rules,
    )


def suspect_objects(
    games: Sequence[ScoredGame], paper: Paper, totals: ListTotals, rules: HouseRules
) -> list[dict[str, object]]:
    """Return the explanations of all differences for the output, likeliest first."""
    names = {
        place: _("place %(place)s") % {"place": place}
        for place in range(1, totals.players + 1)
    }
    explanations = suspects(typed_lines(games, paper), foot_in(paper, totals, rules))
    return [suspect_object(suspect, names, rules) for suspect in explanations]


def suspect_object(
    suspect: Suspect, names: Mapping[int, str], rules: HouseRules
) -> dict[str, object]:
    """Return one explanation, which consists of one or two slips."""
    return {
        "share": round(suspect.share, 4),
        "sentence": slips_text(suspect.corrections, names, rules),
        "slips": [slip_object(correction) for correction in suspect.corrections],
    }


def slip_object(correction: Correction) -> dict[str, object]:
    """Return one slip.

    If it has both ``reads`` and ``on_paper``, no number tells whether the line or the
    paper is wrong.
    """
    is_written = correction.remedy in (Remedy.REPLACE, Remedy.INSERT)
    corrected = correction.after if is_written else None
    return {
        "line": correction.line,
        "reads": write_line(NotedLine(entry=corrected)) if corrected else None,
        "on_paper": correction.remedy is Remedy.PAPER or correction.or_paper,
        "cell": foot_cell(correction),
    }


def foot_cell(correction: Correction) -> str | None:
    """Return the wrong cell of the foot, or the one in which a wrong sum ended."""
    if correction.remedy is not Remedy.PAPER or correction.line is not None:
        return None
    if correction.span is not None:
        return f"{correction.place}.{FootField.GAME_POINTS}"
    if correction.place is not None:
        return f"{correction.place}.{correction.field}"
    is_whole = correction.field in (FootField.GAMES, FootField.PASSED_IN)
    return str(correction.field) if is_whole else None
