"""What the signs of a table leave open: it is asked, and nothing is proposed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain

from django.utils.translation import gettext

from tournaments.files.columns.heads import Table
from tournaments.files.tables.cells import (
    BRACKETS,
    SEASON,
    SLASHED,
    Head,
    Meaning,
    Reading,
    day_in,
    is_day,
    month_orders,
    thousands_signs,
    whole_number_in,
)


@dataclass(frozen=True, slots=True)
class Question:
    """What the signs of a table leave open, until somebody has given an ``answer``."""

    key: str
    text: str
    options: tuple[tuple[str, str], ...]
    answer: str | None

    @property
    def is_open(self) -> bool:
        return self.answer is None

    @property
    def read_as(self) -> str:
        """Return the answer; meanwhile the first option, and nothing comes in."""
        return self.options[0][0] if self.answer is None else self.answer

    @property
    def field_name(self) -> str:
        return f"ask-{self.key}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What the user has said about a table; nothing where the table decides."""

    meanings: tuple[Meaning, ...] | None = None
    signs: Mapping[str, str] = field(default_factory=dict)


NO_ANSWERS = Answers()


def asked(
    key: str, text: str, options: Mapping[str, str], answers: Answers
) -> Question:
    """Return a question; none of its options is proposed before somebody chose."""
    answer = answers.signs.get(key, "")
    is_given = answer in options
    return Question(key, text, tuple(options.items()), answer if is_given else None)


def signs_of(table: Table, answers: Answers) -> tuple[Reading, list[Question]]:
    """Return how signs are read, and what they leave open, each with an example."""
    what = gettext("What does “%(text)s” mean?")
    open_signs: list[tuple[str, str, Mapping[str, str]]] = []
    slashed = slashed_days(table)
    if len(orders := month_orders(slashed)) > 1:
        days = {
            str(each): day_in(slashed[0], 2000, Reading(is_month_first=each))
            for each in (False, True)
        }
        options = {key: f"{day:%d.%m.}" if day else "?" for key, day in days.items()}
        text = gettext("Which day is “%(text)s”?") % {"text": slashed[0]}
        open_signs.append(("month", text, options))
    columns = [
        column
        for at, column in enumerate(table.typical)
        if table.purpose.has_results
        and table.heads_read.get(at) != Head(Meaning.NOTHING)
    ]
    cells = [*chain.from_iterable(columns)]
    if len(signs := thousands_signs(columns)) > 1:
        for cell in cells:
            options = {each: str(whole_number_in(cell, Reading(each))) for each in ".,"}
            if options["."] != options[","]:
                open_signs.append(("thousands", what % {"text": cell}, options))
                break
    bracketed = filter(whole_number_in, filter(BRACKETS.fullmatch, cells))
    if example := next(bracketed, ""):
        number = whole_number_in(example)
        struck = gettext("%(number)s, struck from the count") % {"number": number}
        options = {"struck": struck, "minus": f"−{number}"}
        open_signs.append(("brackets", what % {"text": example}, options))
    questions = [asked(*each, answers) for each in open_signs]
    given = {each.key: each.read_as for each in questions}
    is_month_first = given.get("month", str(min(orders))) == "True"
    thousands = given.get("thousands", min(signs))
    is_minus = given.get("brackets") == "minus"
    return Reading(thousands, is_month_first, is_minus), questions


def slashed_days(table: Table) -> list[str]:
    """Return all texts that may be days written with slashes or hyphens."""
    words = SEASON.sub("", " ".join(table.titles)).split()
    cells: Iterable[str] = (
        cell
        for record in table.records
        for at, cell in enumerate(record.cells)
        if not (
            table.purpose.has_results and may_be_games(cell, table.heads_read.get(at))
        )
    )
    if table.head is None and not table.purpose.has_results:
        cells = (word for cell in cells for word in cell.split())
    texts = chain(words, table.heads, cells)
    return [
        text
        for text in texts
        if ("/" in text or SLASHED.fullmatch(text)) and is_day(text)
    ]


def may_be_games(cell: str, head: Head | None) -> bool:
    """Tell whether a cell such as 14/2 may hold games: its head names no days."""
    names_days = head and head.meaning in (Meaning.DATE, Meaning.EVENING)
    return cell.count("/") == 1 and not names_days
