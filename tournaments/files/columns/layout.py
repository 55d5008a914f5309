"""A table as it is understood: its shape, what its columns mean, how signs are read.

It has titles, heads in one row or two, and records. Tables that lie across, stand
beside each other or repeat their columns for each evening are turned so that one record
is one person, or one person and evening.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from itertools import chain, pairwise, takewhile

from django.utils.translation import gettext as _

from tournaments.files.columns.heads import (
    Doubt,
    Rows,
    doubts_of_sums,
    evenings_among,
    groups_in,
    has_unknown,
    head_position,
    head_rows,
    is_time,
    joined_head,
    label_columns,
    may_be_games,
    meanings_by_heads,
    missing_columns,
    name_meanings,
    shares_of_names,
    spread_heads,
    unlike_usual,
    usual_meanings,
    with_months,
    with_whole_results,
)
from tournaments.files.columns.lines import NAME, Key, results_in_lines
from tournaments.files.tables.cells import (
    BRACKETS,
    CLOSING,
    GERMAN,
    LETTERS,
    SEASON,
    SLASHED,
    Head,
    Meaning,
    Purpose,
    Reading,
    day_in,
    days_above,
    evening_number,
    is_day,
    is_empty,
    is_evening,
    is_numeric,
    is_word,
    is_year,
    month_orders,
    names_years,
    of_results,
    one_year,
    plain_head,
    read_head,
    season_in,
    share,
    thousands_signs,
    unstruck,
    whole_number_in,
    without_evening,
    year_in,
)
from tournaments.files.tables.grids import TableFile
from tournaments.people.names.names import fold

FEWEST_CELLS = 2  # of a line with a result
FEWEST_ACROSS = 2  # people, or evenings, of a table that lies across
# Beside the columns of several evenings, these are of all evenings.
OF_ALL = {*CLOSING, Meaning.LISTS}
# Our own season table has these heads, and results that leave out struck evenings.
OF_A_SEASON = {"gewertet", "counted"}
SEASON_HEADS = {
    **dict.fromkeys(("ergebnis", "result"), Head(Meaning.NOTHING)),
    **dict.fromkeys(("punkte", "points"), Head(Meaning.TOTAL)),
}
LETTERS_QUESTION = "letters"
MIDSUMMER = datetime.date(2000, 7, 1)  # in a leap year, which has all days


class Shape(StrEnum):
    """What a row of a table stands for.

    A player on an evening (with a date or all on the same one), or a player in a year.
    """

    ROWS = "rows"
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


@dataclass(frozen=True, slots=True)
class Record:
    """A row of a table; ``number`` is that of the row in the file, or of the column."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A table as it was understood: heads with one of the ``meanings`` above records.

    ``head`` is the index of its (lower) head row, or None; ``repeated`` are the numbers
    of rows that repeat the heads. In a table that lies across, columns are records.
    ``common`` are the columns that stand once beside those of several evenings,
    ``labels`` those that say which evening or series a record is of, and ``days`` the
    texts of these in their order.
    ``doubts`` need a look by the user. People without heads are read line by line,
    which ``is_free`` tells.
    """

    purpose: Purpose
    head: int | None
    heads: tuple[str, ...]
    records: tuple[Record, ...] = ()
    titles: tuple[str, ...] = ()
    repeated: tuple[int, ...] = ()
    common: tuple[int, ...] = ()
    labels: tuple[int, ...] = ()
    days: tuple[str, ...] = ()
    shape: Shape = Shape.EVENING
    meanings: tuple[Meaning, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    reading: Reading = GERMAN
    questions: tuple[Question, ...] = ()
    is_free: bool = False

    @cached_property
    def heads_read(self) -> dict[int, Head]:
        """Return the columns whose heads are known words."""
        plain = [plain_head(text) for text in self.heads]
        own = SEASON_HEADS if OF_A_SEASON & {*plain} else {}
        return {
            at: head
            for at, text in enumerate(self.heads)
            if (head := own.get(plain[at]) or read_head(text, self.purpose))
        }

    @cached_property
    def typical(self) -> list[list[str]]:
        """Return the columns of records with a word (and, of results, a number)."""
        typical = [
            record
            for record in self.records
            if any(map(is_word, record.cells))
            and (not self.purpose.has_results or any(map(is_numeric, record.cells)))
        ]
        records = typical or self.records
        return [
            [unstruck(record.cells[at]) for record in records]
            for at in range(len(self.heads))
        ]

    @property
    def year(self) -> int | None:
        """Return the year in the lines above the table, if there is only one."""
        return year_in(" ".join(map(of_results, self.titles)))

    @property
    def season(self) -> int | None:
        """Return the first year of the season in the lines above the table."""
        return season_in(" ".join(self.titles))

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
        return unstruck(record.cells[places[0]]) if places else ""

    def note_in(self, record: Record) -> str:
        """Return a row that explains a star, or a line of a mail without a number."""
        cells = enumerate(record.cells)
        filled = [cell for at, cell in cells if cell and at not in self.labels]
        text = filled[0] if len(filled) == 1 else ""
        is_line = self.head is None and any(self.heads)
        is_remark = is_line and not any(map(str.isdigit, text))
        return text if is_remark or text.startswith("*") else ""

    @property
    def days_above(self) -> set[datetime.date]:
        """Return the days of results in the lines above the table."""
        return days_above(self.titles, self.reading)

    @property
    def lacks_year(self) -> bool:
        """Tell whether days stand in the table without their year."""
        if Meaning.YEAR in self.meanings:
            return False
        return self.shape is Shape.YEAR or any(
            is_evening(text) and day_in(text, None, self.reading) is None
            for text in self.day_texts
        )

    @property
    def day_texts(self) -> Sequence[str]:
        """Return the texts that may name the days of results, in their order."""
        texts = [self.text(record, Meaning.DATE) for record in self.records]
        return self.days or texts

    @cached_property
    def has_days(self) -> bool:
        """Tell whether results have days: beside these no others are made up."""
        return any(map(is_day, self.day_texts))

    @property
    def digest(self) -> str:
        text = "\t".join([self.purpose, *map(plain_head, self.heads)])
        return sha256(text.encode()).hexdigest()

    def title(self, at: int) -> str:
        return self.heads[at] or _("Column %(number)s") % {"number": at + 1}

    @property
    def unread(self) -> list[str]:
        """Return the heads of the columns with values that nobody reads."""
        return [
            self.title(at)
            for at in self.columns(Meaning.NOTHING)
            if at != self.total_of_all
            and any(record.cells[at] for record in self.records)
        ]

    @cached_property
    def total_of_all(self) -> int | None:
        """Return the column beside the evenings of a person that holds their sum."""
        totals = [
            at
            for at in self.common
            if at in self.heads_read
            and self.heads_read[at].meaning is Meaning.TOTAL
            and self.meanings[at] is Meaning.NOTHING
        ]
        has_own = {Meaning.TOTAL, Meaning.SERIES} & {*self.meanings}
        return totals[0] if len(totals) == 1 and has_own else None

    @property
    def twice(self) -> tuple[Meaning, ...]:
        """Return what several columns claim to be and only one can be."""
        repeated = (Meaning.NOTHING, Meaning.SERIES)
        once = (each for each in Meaning if each not in repeated)
        return tuple(each for each in once if self.meanings.count(each) > 1)

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
    answers: Answers = NO_ANSWERS,
) -> Layout:
    """Return the meanings of the columns of a table, with the doubts about them."""
    layout = shape_of_grid(rows, purpose)
    reading, questions = signs_of(layout, answers)
    usual, doubts = meanings_of(layout, reading)
    meanings = answers.meanings or usual
    if len(meanings) != len(usual):
        meanings = usual
    if answers.meanings == meanings:
        doubts = []
    if purpose is Purpose.FORMER:
        meanings = with_whole_results(meanings)
    layout = replace(
        layout,
        reading=reading,
        meanings=meanings,
        shape=shape_of(meanings),
        is_free=layout.head is None and not purpose.has_results and meanings == usual,
    )
    lasting = [*missing_columns(meanings, purpose), *[Doubt.SPAN] * is_of_span(layout)]
    layout = replace(layout, doubts=tuple(dict.fromkeys([*doubts, *lasting])))
    options = {"absent": _("was not there"), "result": _("has 0 points")}
    what = _("What does 0 mean on an evening?")
    zeros = [asked("zeros", what, options, answers)] * has_unclear_zeros(layout)
    return replace(
        layout,
        questions=(*questions, *zeros),
        reading=reading._replace(
            are_zeros_absent=any(each.answer == "absent" for each in zeros),
            is_star_told=any(
                layout.note_in(each).startswith("*") for each in layout.records
            ),
        ),
    )


def is_of_span(layout: Layout) -> bool:
    """Tell whether totals are of several years, by a line above, a head or a cell."""
    is_dated = {Meaning.DATE, Meaning.YEAR, Meaning.SERIES} & {*layout.meanings}
    if layout.purpose is not Purpose.FORMER or is_dated or layout.days_above:
        return False
    cells = chain.from_iterable(record.cells for record in layout.records)
    spans = (one_year(cell) is None for cell in cells if is_year(cell))
    texts = [*map(of_results, layout.titles), *layout.heads]
    return any(map(names_years, texts)) or any(spans)


def has_unclear_zeros(layout: Layout) -> bool:
    """Tell whether somebody has nothing but 0 and may just not have been there."""
    if layout.purpose is not Purpose.FORMER:
        return False
    columns = [layout.typical[at] for at in layout.columns(Meaning.SERIES)]
    results = [(cell,) for column in columns for cell in column]
    if not results:
        closing = (at for each in CLOSING for at in layout.columns(each))
        results = [*zip(*(layout.typical[at] for at in closing), strict=True)]
    return any(
        "0" in each and all(cell == "0" or is_empty(cell) for cell in each)
        for each in results
    )


def asked(
    key: str, text: str, options: Mapping[str, str], answers: Answers
) -> Question:
    """Return a question with its answer; the first option until it is answered."""
    answer = answers.signs.get(key, "")
    is_open = answer not in options
    given = next(iter(options)) if is_open else answer
    return Question(key, text, tuple(options.items()), given, is_open)


def signs_of(layout: Layout, answers: Answers) -> tuple[Reading, list[Question]]:
    """Return how signs are read, and what they leave open, each with an example."""
    what = _("What does “%(text)s” mean?")
    open_signs: list[tuple[str, str, Mapping[str, str]]] = []
    slashed = slashed_days(layout)
    if len(orders := month_orders(slashed)) > 1:
        days = {
            str(each): day_in(slashed[0], 2000, Reading(is_month_first=each))
            for each in (False, True)
        }
        options = {key: f"{day:%d.%m.}" if day else "?" for key, day in days.items()}
        text = _("Which day is “%(text)s”?") % {"text": slashed[0]}
        open_signs.append(("month", text, options))
    columns = [
        column
        for at, column in enumerate(layout.typical)
        if layout.purpose.has_results
        and layout.heads_read.get(at) != Head(Meaning.NOTHING)
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
        struck = _("%(number)s, struck from the count") % {"number": number}
        options = {"struck": struck, "minus": f"−{number}"}
        open_signs.append(("brackets", what % {"text": example}, options))
    questions = [asked(*each, answers) for each in open_signs]
    given = {each.key: each.answer for each in questions}
    is_month_first = given.get("month", str(min(orders))) == "True"
    thousands = given.get("thousands", min(signs))
    return Reading(
        thousands, is_month_first, given.get("brackets") == "minus"
    ), questions


def slashed_days(layout: Layout) -> list[str]:
    """Return all texts that may be days written with slashes or hyphens."""
    words = SEASON.sub("", " ".join(layout.titles)).split()
    cells: Iterable[str] = (
        cell
        for record in layout.records
        for at, cell in enumerate(record.cells)
        if not (
            layout.purpose.has_results and may_be_games(cell, layout.heads_read.get(at))
        )
    )
    if layout.head is None and not layout.purpose.has_results:
        cells = (word for cell in cells for word in cell.split())
    texts = chain(words, layout.heads, cells)
    return [
        text
        for text in texts
        if ("/" in text or SLASHED.fullmatch(text)) and is_day(text)
    ]


def letters_question(file: TableFile, answers: Answers) -> Question | None:
    """Ask which letters are right if two code pages give names."""
    if not file.letters.rivals:
        return None
    options = {page: ", ".join(names) for page, names in file.letters.rivals}
    text = _("In which line are the letters right?")
    return asked(LETTERS_QUESTION, text, options, answers)


def meanings_of(
    layout: Layout, reading: Reading
) -> tuple[tuple[Meaning, ...], list[Doubt]]:
    """Return what the heads say about the columns, with what they leave open."""
    columns = dict(enumerate(layout.typical))
    read = layout.heads_read
    heads = {
        at: head
        for at, head in read.items()
        if at not in layout.common or head.meaning not in OF_ALL
    }
    names, doubts = name_meanings(heads, columns)
    if layout.head is None and not layout.purpose.has_results:
        names = usual_meanings(shares_of_names(columns))
        doubts = [Doubt.TWO_NAMES] * unlike_usual(names, columns)
    others, more = meanings_by_heads(heads, columns, layout.purpose)
    found = others | names
    meanings = tuple(found.get(at, Meaning.NOTHING) for at in columns)
    doubts += [*layout.doubts, *more]
    if layout.purpose.has_results and has_unknown(columns, {*read, *found}):
        doubts.append(Doubt.UNKNOWN)
    if layout.purpose is Purpose.FORMER:
        doubts += doubts_of_sums(meanings, columns, reading)
    return meanings, doubts


def shape_of(meanings: Sequence[Meaning]) -> Shape:
    if Meaning.DATE in meanings:
        return Shape.ROWS
    is_of_year = {Meaning.YEAR, Meaning.LISTS} & {*meanings}
    return Shape.YEAR if is_of_year else Shape.EVENING


def shape_of_grid(rows: Rows, purpose: Purpose) -> Layout:
    """Return a grid as a table with one record for each person (and evening)."""
    width = max(map(len, rows), default=0)
    table = [[*row, *[""] * (width - len(row))] for row in rows]
    if purpose is Purpose.FORMER:
        table = with_months([[*map(without_evening, row)] for row in table])
    head = head_position(table, purpose)
    if head is None:
        lines = ["".join(row) for row in table if sum(map(bool, row)) < 2]
        is_text = purpose.has_results and len(lines) == len(table)
        if is_text and (cells := results_in_lines(lines)):
            return layout_of_lines(lines, cells, purpose)
        records = records_of(table, 0)
        return Layout(purpose=purpose, head=None, heads=("",) * width, records=records)
    top, bottom = head_rows(table, head, purpose)
    head_texts = spread_heads(table[top : bottom + 1])
    *above, heads = head_texts
    for upper in reversed(above):
        pairs = zip(upper, heads, strict=True)
        heads = [joined_head(*each, purpose) for each in pairs]
    is_head = {fold(" ".join(table[at])) for at in range(top, bottom + 1)}
    records = records_of(table, bottom + 1)
    repeated = {
        each.number for each in records if fold(" ".join(each.cells)) in is_head
    }
    titles = (" ".join(dict.fromkeys(filter(None, row))) for row in table[:top])
    layout = Layout(
        purpose=purpose,
        head=bottom,
        heads=tuple(heads),
        records=tuple(each for each in records if each.number not in repeated),
        titles=tuple(filter(None, titles)),
        repeated=tuple(sorted(repeated)),
    )
    if purpose.has_results and above:
        layout = unfolded(layout, [*zip(*above, strict=True)], head_texts[-1])
    if purpose is Purpose.FORMER:
        layout = with_evenings(turned(layout) if lies_across(layout) else layout)
    return layout


def layout_of_lines(
    lines: Sequence[str], cells: Sequence[Mapping[Key, str]], purpose: Purpose
) -> Layout:
    """Return lines of text as a table; those without a result only have a name."""
    columns = dict.fromkeys(chain.from_iterable(cells))
    top = len([*takewhile(lambda each: len(each) < FEWEST_CELLS, cells)])
    own = [
        each or ({NAME: line} if at > top else {})
        for at, (line, each) in enumerate(zip(lines, cells, strict=True))
    ]
    return Layout(
        purpose=purpose,
        head=None,
        heads=tuple(head for head, _number in columns),
        records=records_of([[each.get(at, "") for at in columns] for each in own], 0),
        titles=tuple(line for line, each in zip(lines, own, strict=True) if not each),
    )


def records_of(table: Rows, first: int) -> tuple[Record, ...]:
    rows = enumerate(table[first:], first + 1)
    return tuple(Record(number, tuple(row)) for number, row in rows if any(row))


def with_evenings(layout: Layout) -> Layout:
    """Return a table with one column for each evening, or some, with these below."""
    evenings = [text for text in layout.heads if is_evening(text)]
    meanings = {head.meaning for head in layout.heads_read.values()}
    has_own = meanings & {*OF_ALL, Meaning.SERIES}
    is_one = len(evenings) == 1 and not has_own and not evening_number(evenings[0])
    is_across = is_one or len(evenings) >= FEWEST_ACROSS
    if not is_across or {Meaning.DATE, Meaning.YEAR} & meanings:
        return layout
    filled = {at for row in layout.records for at, text in enumerate(row.cells) if text}
    labels, lower = evenings_among(layout.heads, filled)
    if len({*labels} - {("",)}) < len(labels) - labels.count(("",)):
        layout = replace(layout, doubts=(Doubt.TWICE,))
    return unfolded(layout, labels, lower)


def unfolded(
    layout: Layout, labels: Sequence[tuple[str, ...]], lower: Sequence[str]
) -> Layout:
    """Return a table that repeats its columns for evenings or series with them below.

    Each record becomes one for each group in which it has a cell. Evenings without a
    day have the name above them, and are numbered. Columns of no group stand once.
    """
    groups = groups_in(labels, lower)
    words = [*map(fold, lower)]
    runs = [{words[at]: at for at in run} for _label, run in groups]
    grouped = {at for _label, run in groups for at in run}
    names = {label for label, _run in groups}
    is_repeated = len(groups) > 1 or any(map(is_evening, chain(*names)))
    if not is_repeated or sum(map(len, runs)) < len(grouped):
        return layout
    columns: dict[str, Sequence[str]] = {}
    for texts in zip(*(label for label, _run in groups), strict=True):
        if len({*texts}) > 1 or is_time(texts):
            columns |= label_columns(texts)
    common = [at for at in range(len(lower)) if at not in grouped]
    order = {word: lower[at] for run in runs for word, at in run.items()}
    beside = (lower[at] if labels[at] in names else layout.heads[at] for at in common)
    texts_of_groups = [*zip(*columns.values(), strict=True)]
    width = len(common)
    return replace(
        layout,
        heads=(*beside, *columns, *order.values()),
        records=tuple(
            Record(each.number, (*(each.cells[at] for at in common), *label, *own))
            for each in layout.records
            for label, own in groups_of(each, texts_of_groups, runs, order)
        ),
        common=tuple(range(width)),
        labels=(
            *(common.index(at) for at in layout.labels),
            *range(width, width + len(columns)),
        ),
        days=tuple(columns.get("Datum", layout.days)),
    )


def groups_of(
    record: Record,
    labels: Sequence[tuple[str, ...]],
    runs: Iterable[Mapping[str, int]],
    order: Iterable[str],
) -> list[tuple[tuple[str, ...], list[str]]]:
    """Return the groups in which a record has cells, with these in their order.

    Of somebody who was never there it is the first group: nobody gets lost.
    """
    groups = [
        (label, [record.cells[own[word]] if word in own else "" for word in order])
        for label, own in zip(labels, runs, strict=True)
    ]
    return [each for each in groups if not all(map(is_empty, each[1]))] or groups[:1]


def lies_across(layout: Layout) -> bool:
    """Tell whether evenings stand down the first column and people across."""
    firsts = [is_evening(record.cells[0]) for record in layout.records]
    people = [
        head
        for head in layout.heads[1:]
        if LETTERS.search(head) and read_head(head) is None and not is_day(head)
    ]
    return (
        min(len(people), sum(firsts)) >= FEWEST_ACROSS
        and share(firsts) > 0.6
        and not any(
            is_word(cell) and not is_empty(cell)
            for record in layout.records
            for cell in record.cells[1:]
        )
    )


def turned(layout: Layout) -> Layout:
    evenings, *people = zip(*(each.cells for each in layout.records), strict=True)
    return replace(
        layout,
        heads=("Name", *evenings),
        records=tuple(
            Record(at, (head, *cells))
            for at, (head, cells) in enumerate(
                zip(layout.heads[1:], people, strict=True), 2
            )
            if head
        ),
    )


@dataclass(frozen=True, slots=True)
class GivenDates:
    """The dates that the user gives because the table lacks them.

    In a season over two years, days before its ``start`` are in the year after
    ``season``; the year of ``start`` means nothing.
    """

    day: datetime.date | None = None
    year: int | None = None
    today: datetime.date = datetime.date.max
    season: int | None = None
    start: datetime.date = MIDSUMMER

    def day_in(self, text: str, reading: Reading) -> datetime.date | None:
        """Return the day that a text names, in the year given if it names none."""
        year = self.year
        if self.season and (day := day_in(text, MIDSUMMER.year, reading)):
            year = self.season + (day < self.start)
        return day_in(text, year, reading)


def with_season(layout: Layout, given: GivenDates) -> GivenDates:
    """Return the dates with the season over two years that a table stands for.

    It is named above the table, or its days without a year turn from the end of one
    year to the beginning of the next.
    """
    texts = (
        text for text in layout.day_texts if not day_in(text, None, layout.reading)
    )
    found = (day_in(text, MIDSUMMER.year, layout.reading) for text in texts)
    days = list(dict.fromkeys(filter(None, found)))
    is_named = given.year is not None and layout.season in (given.year, given.year - 1)
    if not is_named and days == sorted(days):
        return given
    season = layout.season if is_named else given.year
    for run in (days, days[::-1]):
        turns = [(day, later) for day, later in pairwise(run) if later < day]
        if len(turns) == 1 and run[-1] < run[0]:
            ((last, first),) = turns
            if first < MIDSUMMER <= last:
                return replace(given, season=season, start=run[0])
    return replace(given, season=season) if is_named else given
