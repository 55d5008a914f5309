"""A table as it is understood: what its columns mean, how its signs are read."""

import datetime
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from itertools import chain, islice

from django.utils.translation import gettext as _

from tournaments.files.columns.meanings import (
    Doubt,
    MeaningsAndDoubts,
    name_meanings,
    number_meanings,
    people_meanings,
    usual_meanings,
    words_in,
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
from tournaments.files.tables.cells import (
    BRACKETS,
    GERMAN,
    Head,
    Meaning,
    Purpose,
    Reading,
    day_in,
    is_day,
    is_empty,
    is_evening,
    month_orders,
    plain_head,
    share,
    thousands_signs,
    whole_number_in,
    year_in,
)
from tournaments.files.tables.grids import TableFile

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
class Layout(Shaped):
    """A table as it was understood, with one of the ``meanings`` per column.

    ``doubts`` need a look by the user. People without heads are read line by line,
    which ``is_free`` tells.
    """

    shape: Shape = Shape.EVENING
    meanings: tuple[Meaning, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    reading: Reading = GERMAN
    questions: tuple[Question, ...] = ()
    is_free: bool = False

    @property
    def year(self) -> int | None:
        """Return the year in the lines above the table, if there is only one."""
        return year_in(" ".join(self.titles))

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
    questions = tuple(questions_of(shaped, answers))
    reading = reading_of(shaped, questions)
    found, doubts = meanings_of(shaped, reading, set(known_first_names))
    usual = tuple(found.get(at, Meaning.NOTHING) for at in range(len(shaped.heads)))
    meanings = usual
    if (chosen := answers.meanings) is not None and len(chosen) == len(usual):
        meanings, doubts = chosen, []
    elif purpose is Purpose.FORMER and is_reckoned(meanings):
        doubts = [*doubts, Doubt.RECKONED]
    return Layout(
        **{each.name: getattr(shaped, each.name) for each in fields(shaped)},
        reading=reading,
        questions=questions,
        meanings=meanings,
        shape=shape_of(meanings, shaped.evenings),
        is_free=shaped.head is None and not purpose.has_results and meanings == usual,
        doubts=tuple(dict.fromkeys([*doubts, *missing_columns(meanings, purpose)])),
    )


def reading_of(shaped: Shaped, questions: Iterable[Question]) -> Reading:
    said = {question.key: question.answer for question in questions}
    order = str(min(month_orders(shaped.slashed_days)))
    return Reading(
        thousands=said.get("thousands", min(thousands_signs(shaped.results))),
        is_month_first=said.get("month", order) == "True",
        are_brackets_minus=said.get("brackets") == "minus",
        are_zeros_absent=said.get("zeros") == "absent",
    )


def asked(
    key: str, text: str, options: Iterable[tuple[str, str]], answers: Answers
) -> Question:
    """Return a question with its answer; the first option until it is answered."""
    choices = dict(options)
    answer = answers.signs.get(key, "")
    is_open = answer not in choices
    given = next(iter(choices)) if is_open else answer
    return Question(key, text, tuple(choices.items()), given, is_open)


def questions_of(shaped: Shaped, answers: Answers) -> Iterator[Question]:
    """Yield what the signs of a table leave open, each with an example."""
    what = _("What does “%(text)s” mean?")
    if len(month_orders(shaped.slashed_days)) > 1:
        example = next(filter(is_day, shaped.slashed_days))
        orders = {each: Reading(is_month_first=each) for each in (False, True)}
        days = ((each, day_in(example, 2000, orders[each])) for each in orders)
        options = [(str(each), f"{day:%d.%m.}" if day else "?") for each, day in days]
        text = _("Which day is “%(text)s”?") % {"text": example}
        yield asked("month", text, options, answers)
    cells = list(chain.from_iterable(shaped.results))
    if len(thousands_signs(shaped.results)) > 1:
        readings = ({sign: number_text(cell, sign) for sign in ".,"} for cell in cells)
        pairs = zip(cells, readings, strict=True)
        example, read = next(pair for pair in pairs if len({*pair[1].values()}) > 1)
        yield asked("thousands", what % {"text": example}, read.items(), answers)
    bracketed = (
        (cell, number)
        for cell in cells
        if BRACKETS.fullmatch(cell) and (number := whole_number_in(cell)) is not None
    )
    for example, number in islice(bracketed, 1):
        struck = _("%(number)s, struck from the count") % {"number": number}
        options = [("struck", struck), ("minus", f"−{number}")]
        yield asked("brackets", what % {"text": example}, options, answers)
    results = [cell for at in shaped.evenings for cell in shaped.typical[at]]
    if "0" in results and not any(map(is_empty, results)):
        options = [("absent", _("was not there")), ("result", _("has 0 points"))]
        yield asked("zeros", _("What does 0 mean on an evening?"), options, answers)


def number_text(cell: str, sign: str) -> str:
    return str(whole_number_in(cell, Reading(sign)))


def letters_question(file: TableFile, answers: Answers) -> Question | None:
    """Ask which letters are right if two code pages give names."""
    if file.letters is None or not file.letters.rivals:
        return None
    options = ((page, ", ".join(names)) for page, names in file.letters.rivals)
    text = _("In which line are the letters right?")
    return asked(LETTERS_QUESTION, text, options, answers)


def meanings_of(
    shaped: Shaped, reading: Reading, first_names: set[str]
) -> MeaningsAndDoubts:
    columns = dict(enumerate(shaped.typical))
    heads, purpose = shaped.heads_read, shaped.purpose
    totals = [at for at, head in heads.items() if head.meaning is Meaning.TOTAL]
    # Totals that stand once beside the columns of several evenings are of all of them.
    once = [at for at in totals if at in shaped.common]
    heads = {at: head for at, head in heads.items() if at not in once}
    words = {at: words_in(column, first_names) for at, column in columns.items()}
    texts = {at: each for at, each in words.items() if each}
    if shaped.head is None and not purpose.has_results:
        return usual_meanings(texts)
    found, doubts = name_meanings(heads, texts)
    if not purpose.has_results:
        others, more = people_meanings(heads, columns, found)
        return found | others, [*doubts, *more]
    for at, column in columns.items():
        if at not in found and is_date_column(heads.get(at), column):
            found[at] = Meaning.DATE
    if shaped.evenings:
        found |= dict.fromkeys(shaped.evenings, Meaning.SERIES)
        own = [at for at in totals if at not in found and at not in once]
        return found | dict.fromkeys(own[-1:], Meaning.TOTAL), doubts
    rest = {at: columns[at] for at in columns if at not in found and at not in once}
    numbers, more = number_meanings(heads, rest, reading)
    if purpose is Purpose.RESULTS and {*found.values(), *numbers.values()} >= CLOSED:
        # The lists are proved one by one.
        more = [doubt for doubt in more if doubt is not Doubt.HEADS_LIE]
    return found | numbers, [*doubts, *more]


def is_date_column(head: Head | None, column: Sequence[str]) -> bool:
    """Tell whether a column holds days, as its head or most of its cells say."""
    filled = [cell for cell in column if not is_empty(cell)]
    if head is not None and head.meaning is Meaning.DATE:
        return any(is_day(cell) or is_evening(cell) for cell in filled)
    may_hold_days = head is None or head.meaning is Meaning.EVENING
    return may_hold_days and share(map(is_day, filled)) >= SHARE


def is_reckoned(meanings: Collection[Meaning]) -> bool:
    """Tell whether totals would be reckoned, as no column holds them."""
    has_total = bool({Meaning.TOTAL, Meaning.SERIES} & {*meanings})
    return Meaning.POINTS in meanings and not has_total


def missing_columns(meanings: Collection[Meaning], purpose: Purpose) -> Iterator[Doubt]:
    if not {Meaning.NAME, Meaning.LAST} & set(meanings):
        yield Doubt.NO_NAME
    if purpose is Purpose.FORMER:
        if not {Meaning.TOTAL, Meaning.SERIES, Meaning.POINTS} & set(meanings):
            yield Doubt.NO_TOTAL
    elif purpose is Purpose.RESULTS and not set(meanings) >= NEEDED:
        yield Doubt.MISSING


def shape_of(meanings: Collection[Meaning], evenings: Collection[int]) -> Shape:
    if Meaning.DATE in meanings:
        return Shape.ROWS
    if evenings and Meaning.SERIES in meanings:
        return Shape.MATRIX
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
            replace(name, is_no_name=True) for name in found if is_no_name
        ] or found
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
