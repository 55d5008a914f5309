"""A table as it is understood: what its columns mean, how its signs are read."""

import datetime
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from itertools import chain

from django.utils.translation import gettext as _

from tournaments.files.columns.meanings import (
    Doubt,
    name_meanings,
    number_meanings,
    people_meanings,
    usual_meanings,
)
from tournaments.files.columns.names import (
    RowName,
    free_names,
    in_order,
    is_farewell,
    is_sum_row,
    line_name,
    two_cells,
)
from tournaments.files.columns.shapes import Record, Shaped, shape_of_grid
from tournaments.files.tables.grids import TableFile
from tournaments.files.tables.heads import (
    Head,
    Meaning,
    Purpose,
    is_evening,
    plain_head,
    read_head,
)
from tournaments.files.tables.values import (
    BRACKETS,
    GERMAN,
    Reading,
    day_in,
    is_day,
    is_empty,
    is_numeric,
    is_word,
    month_orders,
    share,
    thousands_signs,
    whole_number_in,
    year_in,
)

SHARE = 0.7
WORDS_OF_A_DAY = 3
CLOSED = {Meaning.POINTS, Meaning.WON, Meaning.LOST}
# The columns without which a table holds no lists of an event.
NEEDED = {Meaning.ROUND, Meaning.TABLE, Meaning.SEAT, *CLOSED}
LETTERS_QUESTION = "letters"


class Shape(StrEnum):
    """What a row of a table stands for.

    A player on an evening (with a date or all on the same one), a player in a year, or
    a player on all evenings, one per column.
    """

    ROWS = "rows"
    MATRIX = "matrix"
    EVENING = "evening"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Question:
    """What the signs of a table leave open; ``is_open`` until somebody has answered."""

    key: str
    text: str
    options: tuple[tuple[str, str], ...]
    answer: str
    is_open: bool

    @property
    def field_name(self) -> str:
        return f"ask-{self.key}"


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A table as it was understood; ``head`` is the index of its head row, or None.

    There is one of the ``meanings`` per column; ``doubts`` need a look by the user.
    ``titles`` are the lines above the head row. People without heads are read line by
    line, which ``is_free`` tells.
    """

    purpose: Purpose = Purpose.FORMER
    shape: Shape = Shape.EVENING
    head: int | None
    meanings: tuple[Meaning, ...]
    heads: tuple[str, ...]
    records: tuple[Record, ...] = ()
    repeated: tuple[int, ...] = ()
    year: int | None = None
    titles: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    reading: Reading = GERMAN
    questions: tuple[Question, ...] = ()
    lies_across: bool = False
    is_free: bool = False

    @cached_property
    def places(self) -> dict[Meaning, list[int]]:
        """Return the positions of the columns with each meaning, from the left."""
        places: dict[Meaning, list[int]] = {}
        for at, meaning in enumerate(self.meanings):
            places.setdefault(meaning, []).append(at)
        return places

    def columns(self, meaning: Meaning) -> list[int]:
        """Return the positions of the columns with a meaning, from the left."""
        return self.places.get(meaning, [])

    def text(self, record: Record, meaning: Meaning) -> str:
        """Return the text of the first column with a meaning; empty without one."""
        places = self.places.get(meaning)
        return record.cells[places[0]] if places else ""

    @property
    def day(self) -> datetime.date | None:
        """Return the day in the lines above the table, if there is one."""
        for title in self.titles:
            words = title.split()
            for length in range(WORDS_OF_A_DAY, 0, -1):
                for at in range(len(words) - length + 1):
                    text = " ".join(words[at : at + length]).strip(",;()")
                    if is_day(text) and (day := day_in(text, None, self.reading)):
                        return day
        return None

    @property
    def digest(self) -> str:
        """Return the key under which the meanings of these heads are stored."""
        text = "\t".join([self.purpose, *map(plain_head, self.heads)])
        return sha256(text.encode()).hexdigest()

    @property
    def unread(self) -> list[str]:
        """Return the heads of the columns with values that nobody reads."""
        return [
            self.heads[at] or _("Column %(number)s") % {"number": at + 1}
            for at in self.columns(Meaning.NOTHING)
            if any(record.cells[at] for record in self.records)
        ]

    @property
    def twice(self) -> tuple[Meaning, ...]:
        """Return what several columns claim to be and only one can be."""
        repeated = (Meaning.NOTHING, Meaning.SERIES)
        return tuple(
            meaning
            for meaning in Meaning
            if meaning not in repeated and self.meanings.count(meaning) > 1
        )

    @property
    def is_open(self) -> bool:
        """Tell whether something has to be answered before this can come in."""
        return bool(self.doubts or self.twice) or any(
            question.is_open for question in self.questions
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What the user has said about a table; nothing where the table decides."""

    meanings: tuple[Meaning, ...] | None = None
    signs: Mapping[str, str] = field(default_factory=dict)


NO_ANSWERS = Answers()


def layout_of(
    rows: Sequence[Sequence[str]],
    purpose: Purpose = Purpose.FORMER,
    *,
    known_first_names: Iterable[str] = (),
    answers: Answers = NO_ANSWERS,
) -> Layout:
    """Return the meanings of the columns of a table, with the doubts about them."""
    shaped = shape_of_grid(rows, purpose)
    heads = enumerate(shaped.heads)
    heads_read = {at: head for at, text in heads if (head := read_head(text, purpose))}
    columns = typical_columns(shaped, purpose)
    evenings = evening_columns(shaped, heads_read, purpose)
    reading, questions = reading_of(
        shaped, columns, heads_read, evenings, purpose, answers
    )
    meanings, doubts = meanings_of(
        shaped, heads_read, columns, evenings, reading, purpose, set(known_first_names)
    )
    usual = list(meanings)
    if (chosen := answers.meanings) is not None and len(chosen) == len(meanings):
        meanings, doubts = list(chosen), []
    elif is_reckoned(meanings, purpose):
        doubts = [*doubts, Doubt.RECKONED]
    return Layout(
        purpose=purpose,
        shape=shape_of(meanings, evenings),
        head=shaped.head,
        heads=shaped.heads,
        meanings=tuple(meanings),
        records=shaped.records,
        repeated=shaped.repeated,
        year=year_in(" ".join(shaped.titles)),
        titles=shaped.titles,
        reading=reading,
        questions=questions,
        lies_across=shaped.lies_across,
        is_free=shaped.head is None and not purpose.has_results and meanings == usual,
        doubts=tuple(dict.fromkeys([*doubts, *missing_columns(meanings, purpose)])),
    )


def typical_columns(shaped: Shaped, purpose: Purpose) -> list[list[str]]:
    """Return the columns of records with a word (and, of results, a number)."""
    typical = [
        record
        for record in shaped.records
        if any(map(is_word, record.cells))
        and (not purpose.has_results or any(map(is_numeric, record.cells)))
    ]
    records = typical or shaped.records
    return [[record.cells[at] for record in records] for at in range(len(shaped.heads))]


def evening_columns(
    shaped: Shaped, heads_read: Mapping[int, Head], purpose: Purpose
) -> list[int]:
    """Return the columns whose heads name evenings, if there are two or more."""
    has_dates = any(head.meaning is Meaning.DATE for head in heads_read.values())
    if purpose is not Purpose.FORMER or has_dates:
        return []
    columns = [at for at, head in enumerate(shaped.heads) if is_evening(head)]
    return columns if len(columns) > 1 else []


def days_in(shaped: Shaped) -> Iterator[str]:
    """Yield all texts of a table that may be days written with slashes."""
    words = " ".join(shaped.titles).split()
    cells = (cell for record in shaped.records for cell in record.cells)
    return (text for text in chain(words, shaped.heads, cells) if "/" in text)


def reading_of(
    shaped: Shaped,
    columns: Sequence[Sequence[str]],
    heads_read: Mapping[int, Head],
    evenings: Collection[int],
    purpose: Purpose,
    answers: Answers,
) -> tuple[Reading, tuple[Question, ...]]:
    """Return what the signs of a table mean, and what had to be asked."""
    results = [
        column
        for at, column in enumerate(columns)
        if at not in heads_read or heads_read[at].meaning is not Meaning.NOTHING
    ]
    days = list(days_in(shaped))
    questions = [month_question(days, answers)]
    if purpose.has_results:
        questions.append(thousands_question(results, answers))
        questions.append(brackets_question(results, answers))
        questions.append(zeros_question([columns[at] for at in evenings], answers))
    open_questions = tuple(filter(None, questions))
    said = {question.key: question.answer for question in open_questions}
    signs = thousands_signs(results if purpose.has_results else [])
    orders = month_orders(days)
    return Reading(
        thousands=said.get("thousands", min(signs)),
        is_month_first=said.get("month", str(min(orders))) == "True",
        are_brackets_minus=said.get("brackets") == "minus",
        are_zeros_absent=said.get("zeros") == "absent",
    ), open_questions


def asked(
    key: str, text: str, options: tuple[tuple[str, str], ...], answers: Answers
) -> Question:
    """Return a question with its answer; the first option until it is answered."""
    answer = answers.signs.get(key, "")
    is_answered = answer in dict(options)
    return Question(
        key, text, options, answer if is_answered else options[0][0], not is_answered
    )


def thousands_question(
    columns: Sequence[Sequence[str]], answers: Answers
) -> Question | None:
    if len(thousands_signs(columns)) < 2:
        return None
    example = next(
        cell
        for column in columns
        for cell in column
        if len({whole_number_in(cell, Reading(sign)) for sign in ".,"}) > 1
    )
    options = tuple(
        (sign, str(whole_number_in(example, Reading(sign)))) for sign in ".,"
    )
    text = _("What does “%(text)s” mean?") % {"text": example}
    return asked("thousands", text, options, answers)


def month_question(days: Sequence[str], answers: Answers) -> Question | None:
    if len(month_orders(days)) < 2:
        return None
    example = next(filter(is_day, days))
    options = []
    for is_first in (False, True):
        day = day_in(example, 2000, Reading(is_month_first=is_first))
        options.append((str(is_first), day.strftime("%d.%m.") if day else "?"))
    text = _("Which day is “%(text)s”?") % {"text": example}
    return asked("month", text, tuple(options), answers)


def brackets_question(
    columns: Sequence[Sequence[str]], answers: Answers
) -> Question | None:
    example = next(
        (
            cell
            for column in columns
            for cell in column
            if BRACKETS.fullmatch(cell) and whole_number_in(cell) is not None
        ),
        "",
    )
    if not example:
        return None
    number = whole_number_in(example)
    options = (
        ("struck", _("%(number)s, struck from the count") % {"number": number}),
        ("minus", f"−{number}"),
    )
    text = _("What does “%(text)s” mean?") % {"text": example}
    return asked("brackets", text, options, answers)


def zeros_question(
    columns: Sequence[Sequence[str]], answers: Answers
) -> Question | None:
    """Ask what 0 means where nothing else marks who was absent."""
    cells = [cell for column in columns for cell in column]
    if "0" not in cells or any(map(is_empty, cells)):
        return None
    options = (("absent", _("was not there")), ("result", _("has 0 points")))
    return asked("zeros", _("What does 0 mean on an evening?"), options, answers)


def letters_question(file: TableFile, answers: Answers) -> Question | None:
    """Ask which letters are right if two code pages give names."""
    if file.letters is None or not file.letters.rivals:
        return None
    options = tuple((page, ", ".join(names)) for page, names in file.letters.rivals)
    text = _("In which line are the letters right?")
    answer = answers.signs.get(LETTERS_QUESTION, "")
    is_answered = answer in dict(options)
    encoding = answer if is_answered else file.letters.encoding
    return Question(LETTERS_QUESTION, text, options, encoding, not is_answered)


def meanings_of(
    shaped: Shaped,
    heads_read: dict[int, Head],
    columns: Sequence[Sequence[str]],
    evenings: Collection[int],
    reading: Reading,
    purpose: Purpose,
    first_names: set[str],
) -> tuple[list[Meaning], list[Doubt]]:
    """Return the meanings of the columns, with the doubts about them."""
    once = {at for at in shaped.common if is_repeated_total(heads_read.get(at))}
    heads_read = {at: head for at, head in heads_read.items() if at not in once}
    if shaped.head is None and not purpose.has_results:
        usual, doubts = usual_meanings(columns, first_names)
        return filled_meanings(usual, len(columns)), doubts
    found, doubts = name_meanings(heads_read, columns, first_names)
    if not purpose.has_results:
        others, more = people_meanings(heads_read, columns, set(found))
        found |= others
        return filled_meanings(found, len(columns)), [*doubts, *more]
    for at, column in enumerate(columns):
        if at not in found and is_date_column(heads_read.get(at), column):
            found[at] = Meaning.DATE
    found |= dict.fromkeys(evenings, Meaning.SERIES)
    remaining = {
        at: column
        for at, column in enumerate(columns)
        if at not in found and at not in once
    }
    if evenings:
        totals = [at for at in remaining if is_repeated_total(heads_read.get(at))]
        found |= dict.fromkeys(totals[-1:], Meaning.TOTAL)
    else:
        numbers, more = number_meanings(heads_read, remaining, reading)
        found |= numbers
        if purpose is Purpose.RESULTS and set(found.values()) >= CLOSED:
            # The lists are proved one by one.
            more = [doubt for doubt in more if doubt is not Doubt.HEADS_LIE]
        doubts = [*doubts, *more]
    return filled_meanings(found, len(columns)), doubts


def is_repeated_total(head: Head | None) -> bool:
    """Tell whether a head is that of a total, which may be of all evenings."""
    return head is not None and head.meaning is Meaning.TOTAL


def filled_meanings(found: Mapping[int, Meaning], width: int) -> list[Meaning]:
    return [found.get(at, Meaning.NOTHING) for at in range(width)]


def is_date_column(head: Head | None, column: Sequence[str]) -> bool:
    """Tell whether a column holds days, as its head or most of its cells say."""
    filled = [cell for cell in column if not is_empty(cell)]
    if head is not None and head.meaning is Meaning.DATE:
        return any(is_day(cell) or is_evening(cell) for cell in filled)
    may_hold_days = head is None or head.meaning is Meaning.EVENING
    return may_hold_days and share(map(is_day, filled)) >= SHARE


def is_reckoned(meanings: Collection[Meaning], purpose: Purpose) -> bool:
    """Tell whether totals would be reckoned, as no column holds them."""
    has_total = bool({Meaning.TOTAL, Meaning.SERIES} & set(meanings))
    return purpose is Purpose.FORMER and Meaning.POINTS in meanings and not has_total


def missing_columns(meanings: Collection[Meaning], purpose: Purpose) -> Iterator[Doubt]:
    """Yield the doubts about a table without names or without results."""
    if not {Meaning.NAME, Meaning.LAST} & set(meanings):
        yield Doubt.NO_NAME
    if purpose is Purpose.FORMER:
        if not {Meaning.TOTAL, Meaning.SERIES, Meaning.POINTS} & set(meanings):
            yield Doubt.NO_TOTAL
    elif purpose is Purpose.RESULTS and not set(meanings) >= NEEDED:
        yield Doubt.MISSING


def shape_of(meanings: Collection[Meaning], evenings: Collection[int]) -> Shape:
    """Return the shape of a table by the meanings of its columns."""
    if evenings and Meaning.DATE not in meanings and Meaning.SERIES in meanings:
        return Shape.MATRIX
    if Meaning.DATE in meanings:
        return Shape.ROWS
    return Shape.YEAR if Meaning.LISTS in meanings else Shape.EVENING


def names_in(
    layout: Layout,
    *,
    first_names: Container[str] = (),
    clubs: Container[str] = (),
    is_turned: bool = False,
) -> list[RowName]:
    """Return the names in all records, in the order that is likelier for the column.

    Below the end of a mail stands its sender, who is nobody's name on the list.
    """
    names: list[RowName] = []
    is_over = False
    for record in layout.records:
        found = names_in_record(layout, record, clubs)
        is_over = is_over or (layout.is_free and is_farewell(found[0].text))
        is_no_name = is_over or is_sum_row(found[0].text, 0, 0)
        names += [
            replace(name, is_no_name=name.is_no_name or is_no_name) for name in found
        ]
    people = [name for name in names if not name.is_no_name]
    ordered = iter(in_order(people, first_names, is_turned=is_turned))
    return [name if name.is_no_name else next(ordered) for name in names]


def names_in_record(
    layout: Layout, record: Record, clubs: Container[str]
) -> list[RowName]:
    """Return the name in a record; of a line below no heads, it may be several."""
    if layout.is_free:
        return free_names(record.number, record.cells, clubs)
    last, first = layout.text(record, Meaning.LAST), layout.text(record, Meaning.FIRST)
    if layout.columns(Meaning.LAST) or layout.columns(Meaning.FIRST):
        last = last or layout.text(record, Meaning.NAME)
        addition = layout.text(record, Meaning.ADDITION)
        return [two_cells(record.number, first, last, addition=addition)]
    text = (
        f"{layout.text(record, Meaning.NAME)} {layout.text(record, Meaning.ADDITION)}"
    )
    has_club = bool(layout.columns(Meaning.CLUB))
    return [line_name(record.number, text, () if has_club else clubs)]
