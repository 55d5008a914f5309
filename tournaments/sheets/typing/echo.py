"""The meaning of a line, shown while it is being typed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.game.contracts import Contract, playing_in
from scoring.game.written_games import with_implied_levels
from scoring.house.bylaws import playable_contracts
from scoring.house.rules import is_official
from scoring.notation.grammar import NotationError
from scoring.notation.hints import expected_next, is_beginning
from scoring.notation.reading import NotedLine, Strike, Substitution, read_item
from scoring.playing.play import HouseLine, check_value, lines_depend, paper_score
from tournaments.people.models import Player
from tournaments.sheets.board import played_line, problems_beyond_end
from tournaments.sheets.ledger import Ledger, names_by_place, place_columns
from tournaments.sheets.selectors import substitute_candidates
from tournaments.words.citations import line_rules
from tournaments.words.games import (
    check_text,
    notation_error_text,
    problem_text,
    refusal_text,
)
from tournaments.words.house.lines import house_echo, round_text, triggers_text
from tournaments.words.problems import Hint, hints_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Echo:
    """A line in words with its score, or what is wrong with it.

    ``rule`` cites the rules that give the game this value.
    """

    words: str = ""
    rule: str = ""
    score: int | None = None
    problems: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    note: str = ""
    contract: Contract | None = None
    hints: tuple[Hint, ...] = ()
    unknown: str = ""


def read_typed_line(
    text: str, *, values_only: bool = False
) -> NotedLine | Strike | Substitution:
    """Read a typed line. Raises NotationError.

    Where only place and value are typed, a game in shorthand is read as well, so that
    the user can switch at any line.
    """
    try:
        return read_item(text, values_only=values_only)
    except NotationError:
        if not values_only:
            raise
        try:
            return read_item(text)
        except NotationError:
            pass
        raise


def echo_of(
    ledger: Ledger, *, text: str, number: int, values_only: bool = False
) -> Echo:
    """Read ``text`` as line ``number`` of a list. One query for a substitute.

    If lines depend on earlier ones, and some of these have not arrived yet, the echo is
    empty; otherwise the ledger need not have them.
    """
    hints = key_hints(ledger, text, number, values_only=values_only)
    try:
        item = read_typed_line(text, values_only=values_only)
    except NotationError as error:
        if is_beginning(text, values_only=values_only):
            return Echo(hints=hints)
        return Echo(problems=(notation_error_text(error),))
    if isinstance(item, Strike | Substitution):
        return special_echo(item)
    if number > ledger.played + 1 and lines_depend(ledger.rules):
        return Echo(hints=hints)
    line = played_line(ledger, with_implied_levels(item.entry), number)
    problems = problems_beyond_end(ledger.sheet, number) + line.problems
    if problems:
        return Echo(problems=tuple(refusal_text(each, item.entry) for each in problems))
    names = names_by_place(place_columns(ledger))
    return Echo(
        words=": ".join(filter(None, [round_text(line), house_echo(line, names)])),
        rule=line_rules(line),
        score=line.result.score if is_official(ledger.rules) else None,
        questions=tuple(echo_questions(line, item)),
        note=triggers_text(line),
        contract=item.entry.contract,
        hints=hints,
    )


def key_hints(
    ledger: Ledger, text: str, number: int, *, values_only: bool
) -> tuple[Hint, ...]:
    """Return what may be typed after ``text`` on line ``number``. No query."""
    playing = playing_in(number, ledger.sheet.table_size)
    expected = expected_next(text, values_only=values_only)
    rules = ledger.rules
    if not text.strip() and rules.plays_ramsch:
        expected = replace(expected, codes=(*expected.codes, "ramsch"))
    if rules.only_ramsch:
        left_out = {"passed-in", "bid"}
        if not rules.grand_hand_in_ramsch:
            left_out.add("seat")
        codes = tuple(code for code in expected.codes if code not in left_out)
        expected = replace(expected, codes=codes)
    return tuple(hints_of(expected, playing, playable_contracts(rules)))


def echo_questions(line: HouseLine, item: NotedLine) -> Iterator[str]:
    """Yield the questions about a possible line."""
    computed = paper_score(line)
    paper = check_value(line, item.check_value)
    if paper is not None and computed is not None and paper != computed:
        yield check_text("check-value", paper, computed)
    yield from map(problem_text, line.questions)
    if line.overrules and not item.remark:
        yield _("Not what the rules propose: give the reason after a #.")


def special_echo(item: Strike | Substitution) -> Echo:
    """Return the echo of a line that is not a game."""
    if isinstance(item, Substitution):
        candidates = substitute_candidates(item.name)
        if problem := substitute_problem(item.name, candidates):
            return Echo(problems=(problem,), unknown="" if candidates else item.name)
        words = _("From here on %(name)s sits on place %(place)s.")
        return Echo(words=words % {"name": item.name, "place": item.place})
    return Echo(words=_("Time was up: strike the rest of the list."))


def substitute_problem(name: str, candidates: Sequence[Player]) -> str:
    """Return why nobody can take over a place; "" if the name means one person."""
    if len(candidates) == 1:
        return ""
    if candidates:
        return _("Several people are called “%(name)s”.") % {"name": name}
    return _("Nobody is called “%(name)s”.") % {"name": name}
