"""What a typed line means, said back while it is being typed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.game.games import Entry, completed, result_of
from scoring.game.problems import questions_in
from scoring.house.paper import check_value, paper_score
from scoring.notation.errors import NotationError
from scoring.notation.lists import Strike, Substitution, read_item
from scoring.notation.reading import NotedLine
from tournaments.people.models import Player
from tournaments.sheets.ledger import Ledger, columns_of
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.rows import line_problems, new_line, problems_on
from tournaments.sheets.selectors import substitutes_called
from tournaments.words.games import (
    check_text,
    echo_text,
    notation_error_text,
    problem_text,
    question_text,
)
from tournaments.words.house import house_echo, round_text, triggers_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Echo:
    """The reading of a line in words with its score, or what is wrong with it."""

    words: str = ""
    score: int | None = None
    problems: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    column: int | None = None
    note: str = ""


def read_typed(
    text: str, *, values_only: bool = False
) -> NotedLine | Strike | Substitution:
    """Read a line as it was meant. Raises NotationError.

    Where only place and value are typed, a game in shorthand is read as well, so
    that one can switch at any line.
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
    sheet: ScoreSheet,
    *,
    text: str,
    number: int,
    values_only: bool = False,
    ledger: Ledger | None = None,
) -> Echo:
    """Read ``text`` as line ``number`` of ``sheet``. One query for a substitute.

    Under house rules the lines before decide as well: they come as ``ledger``.
    """
    if not text.strip():
        return Echo()
    try:
        item = read_typed(text, values_only=values_only)
    except NotationError as error:
        return Echo(problems=(notation_error_text(error),), column=error.column)
    if isinstance(item, Strike | Substitution):
        return special_echo(item)
    entry = completed(item.entry)
    if ledger is not None:
        return house_echo_of(ledger, item, entry, number)
    problems = line_problems(sheet, entry, number)
    if problems:
        return Echo(problems=tuple(problem_text(problem) for problem in problems))
    result = result_of(entry)
    differing = (
        (check_text("check-value", item.check_value, result.score),)
        if item.check_value not in (None, result.score)
        else ()
    )
    return Echo(
        words=echo_text(entry),
        score=result.score,
        questions=(
            *differing,
            *(question_text(question) for question in questions_in(entry)),
        ),
    )


def house_echo_of(ledger: Ledger, item: NotedLine, entry: Entry, number: int) -> Echo:
    """Read a line that house rules count, behind the lines before it.

    While some of these are still on their way, nothing sure can be said.
    """
    if number > ledger.played + 1:
        return Echo()
    problems = problems_on(ledger, entry, number)
    if problems:
        return Echo(problems=tuple(problem_text(problem) for problem in problems))
    line = new_line(ledger, entry, number)
    names = {column.place: column.name for column in columns_of(ledger)}
    questions = [question_text(question) for question in line.questions]
    computed = paper_score(line)
    paper = check_value(line, item.check_value)
    if paper is not None and computed is not None and paper != computed:
        questions.insert(0, check_text("check-value", paper, computed))
    if line.overrules and not item.remark:
        questions.append(_("Not what the rules propose: say why behind a #."))
    return Echo(
        words=": ".join(filter(None, [round_text(line), house_echo(line, names)])),
        questions=tuple(questions),
        note=triggers_text(line),
    )


def special_echo(item: Strike | Substitution) -> Echo:
    """Read a line that is not a game as Enter would."""
    if isinstance(item, Substitution):
        problem = substitute_problem(item.name, substitutes_called(item.name))
        if problem:
            return Echo(problems=(problem,))
    return Echo(words=special_words(item))


def substitute_problem(name: str, found: Sequence[Player]) -> str:
    """Return why nobody can take over a place; empty where one person is meant."""
    if len(found) == 1:
        return ""
    if found:
        return _("Several people are called “%(name)s”.") % {"name": name}
    return _("Nobody is called “%(name)s”. Add the person first.") % {"name": name}


def special_words(item: Strike | Substitution) -> str:
    """Return what a line means that is not a game."""
    if isinstance(item, Strike):
        return _("Time was up: strike the rest of the list.")
    return _("From here on %(name)s sits on place %(place)s.") % {
        "name": item.name,
        "place": item.place,
    }
