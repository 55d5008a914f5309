"""A table as it is understood: what its columns mean and how its signs are read.

Nothing is concluded from numbers: what no head says is asked.
"""

import datetime
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from itertools import chain

from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.files.columns.heads import (
    OF_ALL,
    Record,
    Rows,
    Table,
    is_sum_row,
    table_of,
)
from tournaments.files.columns.questions import (
    NO_ANSWERS,
    Answers,
    Question,
    asked,
    may_be_games,
    signs_of,
)
from tournaments.files.tables.cells import (
    CLOSING,
    COUNTS_LISTS,
    GERMAN,
    NAMES,
    Head,
    Meaning,
    Purpose,
    Reading,
    are_running_numbers,
    day_in,
    days_above,
    is_day,
    is_empty,
    is_evening,
    is_numeric,
    is_thousands,
    is_word,
    is_year,
    may_count_rows,
    names_years,
    of_results,
    one_year,
    plain_head,
    season_in,
    share,
    shown_cell,
    unstruck,
    whole_number_in,
    year_in,
)
from tournaments.people.names.lines import is_first_name
from tournaments.people.names.names import fold
from tournaments.words.formats import number

MOST = 0.7  # share of the cells of a column that are words, or days
MANY = 0.6  # share of cells with several words
MOST_SEATS = 5  # at a table
DASHED = re.compile(r"[-–−] [0-9].*")  # before a number in a line of a mail
GAMES = {Meaning.WON, Meaning.LOST}
CLOSED = {Meaning.POINTS, *GAMES}
# The columns without which a table holds no lists of an event.
NEEDED = {Meaning.ROUND, Meaning.TABLE, *CLOSED}


class Shape(StrEnum):
    """What a row of a table stands for.

    A player on an evening (with a date or all on the same one), or a player in a year.
    """

    ROWS = "rows"
    EVENING = "evening"
    YEAR = "year"


class Doubt(TextChoices):
    """Something that the user has to look at, with what is said about it."""

    NO_NAME = "no-name", _("No column was found that holds names.")
    NO_TOTAL = (
        "no-total",
        _("No column was found that holds a result. Please choose “Total” above it."),
    )
    LINES = (
        "lines",
        _(
            "In lines of text, write “Name; Total” in the first line and a semicolon "
            "before each result: “Kurz, Ida; 1412”."
        ),
    )
    MISSING = (
        "missing",
        _("Columns are missing: series, table, game points, won and lost are needed."),
    )
    RECKONED = (
        "reckoned",
        _(
            "No column holds the total. It would be reckoned from points and own "
            "games, with 30 for each game that the others lost, if these are known."
        ),
    )
    POINTS = (
        "points",
        _(
            "Points beside games won and lost may be the total, or the game points. "
            "Please choose above the column."
        ),
    )
    SWAPPED = (
        "swapped",
        _("More games are lost than won here. Are the heads of the two columns right?"),
    )
    TWO_NAMES = "two-names", _("It is not clear which columns hold the names.")
    TWICE = "twice", _("Two columns could be the same thing.")
    UNKNOWN = (
        "unknown",
        _(
            "No head says what a column of numbers is. It is not read unless you "
            "choose."
        ),
    )
    SPAN = (
        "span",
        _(
            "These totals are of several years together and belong to none of them. "
            "Bring in a row or a column for each year."
        ),
    )
    COUNTS = ("counts", _("A column may hold member numbers, or only count the rows."))


Columns = Mapping[int, Sequence[str]]
Heads = Mapping[int, Head]
Meanings = dict[int, Meaning]
MeaningsAndDoubts = tuple[Meanings, list[Doubt]]


@dataclass(frozen=True, kw_only=True)
class Layout(Table):
    """A table with what its columns mean; ``doubts`` need a look by the user.

    People without heads are read line by line, which ``is_free`` tells; ``is_cut``
    that columns were found, or chosen, of which no result can keep anything.
    """

    shape: Shape = Shape.EVENING
    meanings: tuple[Meaning, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    reading: Reading = GERMAN
    questions: tuple[Question, ...] = ()
    is_free: bool = False
    is_cut: bool = False

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

    def columns(self, *meanings: Meaning) -> list[int]:
        """Return the positions of the columns with these meanings, from the left."""
        return sorted(at for each in meanings for at in self.places.get(each, ()))

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
    def has_rounds(self) -> bool:
        """Tell whether each record is one series of several."""
        return Meaning.ROUND in self.meanings or self.reading.are_rows_series

    @property
    def digest(self) -> str:
        text = "\t".join([self.purpose, *map(plain_head, self.heads)])
        return sha256(text.encode()).hexdigest()

    @property
    def unread(self) -> list[str]:
        """Return the heads of the columns with values that nobody reads."""
        return [
            self.title(at)
            for at in self.columns(Meaning.NOTHING)
            if at != self.total_of_all
            and not self.is_free
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


def layout_of(
    rows: Rows, purpose: Purpose = Purpose.FORMER, *, answers: Answers = NO_ANSWERS
) -> Layout:
    """Return the meanings of the columns of a table, with the doubts about them."""
    table = table_of(rows, purpose)
    reading, questions = signs_of(table, answers)
    usual, doubts = meanings_of(table, reading)
    told = answers.meanings or usual
    if len(told) != len(usual):
        told = usual
    if answers.meanings == told:
        doubts = []
    meanings = with_whole_results(told) if purpose is Purpose.FORMER else told
    layout = Layout(
        **{each.name: getattr(table, each.name) for each in fields(table)},
        reading=reading,
        meanings=meanings,
        shape=shape_of(meanings),
        is_free=table.head is None and not purpose.has_results and meanings == usual,
        is_cut=meanings != told,
    )
    if purpose.has_results:
        questions += questions_of_results(layout, answers)
    # Of points the column is found; what it holds is asked.
    found = {Doubt.NO_TOTAL} if Doubt.POINTS in doubts else set()
    doubts += (each for each in lasting_doubts(layout) if each not in found)
    return replace(
        layout,
        doubts=tuple(dict.fromkeys(doubts)),
        questions=tuple(questions),
        reading=answered(reading, questions),
    )


def answered(reading: Reading, questions: Iterable[Question]) -> Reading:
    """Return how signs are read as it was said, or meanwhile by the first option."""
    given = {each.key: each.read_as for each in questions}
    return reading._replace(
        are_zeros_absent=given.get("zeros") == "absent",
        are_dashes_signs=given.get("dash") == "dash",
        are_stars_struck=given.get("stars") == "struck",
        are_thousands=given.get("fractions") == "whole",
        are_rows_series=given.get("rows") == "series",
        season_end=int(given.get("season", "0")),
        lists_of_each=int(given.get("evenings", "1")),
    )


def shape_of(meanings: Collection[Meaning]) -> Shape:
    """Return what a row stands for; a year beside an evening or series needs a day."""
    is_of_evening = {Meaning.EVENING, Meaning.SERIES, Meaning.ROUND} & {*meanings}
    if Meaning.DATE in meanings or (Meaning.YEAR in meanings and is_of_evening):
        return Shape.ROWS
    is_of_year = {Meaning.YEAR, Meaning.LISTS} & {*meanings}
    return Shape.YEAR if is_of_year else Shape.EVENING


def lasting_doubts(layout: Layout) -> Iterator[Doubt]:
    """Yield what is doubtful however the columns are chosen."""
    meanings = {*layout.meanings}
    if not {Meaning.NAME, Meaning.LAST} & meanings:
        yield Doubt.NO_NAME
    if layout.purpose is Purpose.RESULTS and not meanings >= NEEDED:
        yield Doubt.MISSING
    if layout.purpose is not Purpose.FORMER:
        return
    if not {Meaning.TOTAL, Meaning.SERIES, Meaning.POINTS} & meanings:
        yield Doubt.NO_TOTAL
        if layout.head is None and (any(layout.heads) or len(layout.heads) < 2):
            yield Doubt.LINES
    if layout.days_above or {Meaning.DATE, Meaning.YEAR, Meaning.SERIES} & meanings:
        return
    texts = [*map(of_results, layout.titles), *layout.heads]
    cells = chain.from_iterable(record.cells for record in layout.records)
    spans = (one_year(cell) is None for cell in cells if is_year(cell))
    if any(map(names_years, texts)) or any(spans):
        yield Doubt.SPAN


def questions_of_rows(layout: Layout, answers: Answers) -> Iterator[Question]:
    """Yield what rows of former years leave open, with the first such row."""
    if zero := unclear_zero(layout):
        absent, result = gettext("was not there"), gettext("has 0 points")
        what = gettext("What does 0 mean, as in row %(row)s (%(words)s)?")
        what %= words_of_row(zero)
        yield asked("zeros", what, {"absent": absent, "result": result}, answers)
    if again := row_of_same_day(layout):
        what = gettext(
            "Row %(row)s (%(words)s) is not the first of this person on this day. What "
            "are such rows?"
        )
        what %= words_of_row(again)
        series, wrong = gettext("series of one evening"), gettext("one is wrong")
        yield asked("rows", what, {"series": series, "wrong": wrong}, answers)
    heads = (layout.title(at) for at in layout.columns(Meaning.LISTS))
    if head := next((h for h in heads if not COUNTS_LISTS.search(plain_head(h))), ""):
        what = gettext("How many lists is one of those that “%(head)s” counts?")
        counts = {str(each): str(each) for each in range(1, MOST_SEATS)}
        options = counts | {"0": gettext("nobody knows")}
        yield asked("evenings", what % {"head": head}, options, answers)
    years = (layout.text(each, Meaning.YEAR) for each in layout.records)
    if text := next(filter(season_in, years), ""):
        season = season_in(text) or 0
        what = gettext("To which year do the totals of “%(season)s” belong?")
        options = {"1": str(season + 1), "0": str(season)}
        yield asked("season", what % {"season": text}, options, answers)


def questions_of_results(layout: Layout, answers: Answers) -> Iterator[Question]:
    """Yield what signs in the columns of results leave open.

    A note below the table may say what a star means.
    """
    if layout.purpose is Purpose.FORMER:
        yield from questions_of_rows(layout, answers)
    what = gettext("What does “%(text)s” mean?")
    columns = layout.columns(*CLOSING, Meaning.SERIES)
    cells = [cell for at in columns for cell in layout.typical[at]]
    notes = (layout.note_in(each) for each in layout.records)
    stars = (cell for cell in cells if cell.endswith("*") and whole_number_in(cell))
    example = next(stars, "")
    if example and not any(note.startswith("*") for note in notes):
        struck = gettext("%(number)s, struck from the count") % {"number": example[:-1]}
        counts = gettext("%(number)s, with a remark") % {"number": example[:-1]}
        options = {"struck": struck, "counts": counts}
        yield asked("stars", what % {"text": example}, options, answers)
    dashed = next(filter(DASHED.fullmatch, cells), "")
    if dashed and layout.head is None:
        options = {"minus": f"−{dashed[2:]}", "dash": dashed[2:]}
        yield asked("dash", what % {"text": dashed}, options, answers)
    if example := next(filter(is_thousands, cells), ""):
        meant = whole_number_in(example, Reading(are_thousands=True))
        what = gettext("The file has the number %(text)s. Is %(meant)s meant?")
        what %= {"text": shown_cell(example), "meant": number(meant)}
        options = {"whole": gettext("yes, numbers like it, too"), "none": gettext("no")}
        question = asked("fractions", what, options, answers)
        is_proved = question.is_open and are_fractions_proved(layout)
        yield replace(question, answer="whole") if is_proved else question


def are_fractions_proved(layout: Layout) -> bool:
    """Tell whether all rows with fractions make their total if 1,098 is 1.098."""
    reading = layout.reading._replace(are_thousands=True)
    totals = layout.columns(Meaning.TOTAL)
    parts = layout.columns(Meaning.SERIES) or totals
    whole = [layout.total_of_all] if layout.total_of_all is not None else totals
    if not whole or parts == whole:
        return False
    sums: Counter[int] = Counter()
    stated: dict[int, int | None] = {}
    for record in layout.records:
        cells = [record.cells[at] for at in parts]
        numbers = (whole_number_in(cell, reading) for cell in cells)
        sums[record.number] += sum(filter(None, numbers))
        if any(map(is_thousands, cells)):
            stated[record.number] = whole_number_in(record.cells[whole[0]], reading)
    return bool(stated) and all(sums[at] == total for at, total in stated.items())


def words_of_row(record: Record) -> dict[str, object]:
    return {"row": record.number, "words": ", ".join(filter(is_word, record.cells))}


def unclear_zero(layout: Layout) -> Record | None:
    """Return the first row of somebody with nothing but 0, who may not have been there.

    Of several series each is looked at alone.
    """
    series = [[at] for at in layout.columns(Meaning.SERIES)]
    groups = series or [layout.columns(*CLOSING)]
    for record in layout.records:
        for group in groups:
            cells = [record.cells[at] for at in group]
            if "0" in cells and all(cell == "0" or is_empty(cell) for cell in cells):
                return record
    return None


def row_of_same_day(layout: Layout) -> Record | None:
    """Return the first row with another result of a person on the same day.

    Only where nothing numbers series or tables; a row may leave out the day above.
    """
    numbered = {Meaning.ROUND, Meaning.TABLE, Meaning.SERIES} & {*layout.meanings}
    if Meaning.DATE not in layout.meanings or layout.labels or numbered:
        return None
    names, results = layout.columns(*NAMES), layout.columns(*CLOSING)
    first: dict[object, list[str]] = {}
    day = ""
    for record in layout.records:
        day = layout.text(record, Meaning.DATE) or day
        name = fold(" ".join(record.cells[at] for at in names))
        evening = layout.text(record, Meaning.EVENING)
        numbers = [record.cells[at] for at in results]
        is_person = name.strip() and not is_sum_row(name, 0, 0)
        if is_person and first.setdefault((name, day, evening), numbers) != numbers:
            return record
    return None


def meanings_of(
    table: Table, reading: Reading
) -> tuple[tuple[Meaning, ...], list[Doubt]]:
    """Return what the heads say about the columns, with what they leave open."""
    columns = dict(enumerate(table.typical))
    read, purpose = table.heads_read, table.purpose
    heads = {
        at: head
        for at, head in read.items()
        if at not in table.common or head.meaning not in OF_ALL
    }
    is_headless = table.head is None and not purpose.has_results
    names, doubts = name_meanings(heads, columns, is_headless=is_headless)
    others, more = meanings_by_heads(heads, columns, purpose)
    found = others | names
    meanings = tuple(found.get(at, Meaning.NOTHING) for at in columns)
    doubts += [*[Doubt.TWICE] * table.has_twins, *more]
    if purpose.has_results and has_unknown(columns, {*read, *found}):
        doubts.append(Doubt.UNKNOWN)
    if purpose is Purpose.FORMER:
        doubts += doubts_of_sums(meanings, columns, reading)
    return meanings, doubts


def name_meanings(
    heads: Heads, columns: Columns, *, is_headless: bool
) -> MeaningsAndDoubts:
    """Return the columns that hold names; beside a first name, a name is the last.

    If the heads give one part of the names only, other words may be the other part.
    Below no heads stand family name, first name and club, or the whole name and the
    club; it is doubtful if more first names stand elsewhere.
    """
    texts = shares_of_names(columns)
    free = {at: several for at, several in texts.items() if at not in heads}
    named = {at: head.meaning for at, head in heads.items() if head.meaning in NAMES}
    if not named:
        is_whole = len(free) == 1 or next(iter(free.values()), 1) >= MANY
        usual = (Meaning.NAME,) if is_whole else (Meaning.LAST, Meaning.FIRST)
        names = dict(zip(free, (*usual, Meaning.CLUB), strict=False))
        own = {at: each for at, each in names.items() if each in NAMES}
        if not is_headless:
            return own, [Doubt.TWO_NAMES] * (len(free) > 1)
        held = {
            at: share(any(map(is_first_name, cell.split())) for cell in column)
            for at, column in columns.items()
        }
        most = max((held[at] for at in own), default=1)
        return names, [Doubt.TWO_NAMES] * (max(held.values(), default=0) > most)
    parts = {*named.values()} - {Meaning.ADDITION}
    if Meaning.FIRST in parts and Meaning.LAST not in parts:
        last = {Meaning.NAME: Meaning.LAST}
        return {at: last.get(each, each) for at, each in named.items()}, []
    is_half = len(parts) == 1 and any(texts.get(at, 1) < MANY for at in named)
    is_mixed = Meaning.NAME in parts and len(parts) > 1
    return named, [Doubt.TWO_NAMES] * (is_mixed or (is_half and bool(free)))


def shares_of_names(columns: Columns) -> dict[int, float]:
    """Return the columns of words, with the share of cells with several words."""
    shares = {}
    for at, column in columns.items():
        filled = [cell for cell in column if not is_empty(cell)]
        words = [cell for cell in filled if is_word(cell)]
        if words and len(words) >= len(filled) * MOST:
            parts = (cell.replace(",", " ").split() for cell in words)
            shares[at] = share(len(each) > 1 for each in parts)
    return shares


def meanings_by_heads(
    heads: Heads, columns: Columns, purpose: Purpose
) -> MeaningsAndDoubts:
    """Return the columns as their heads say, and those that hold days.

    Numbers that only count the rows are not of members; places beyond those at a
    table are of a ranking.
    """
    meanings = {
        at: head.meaning
        for at, head in heads.items()
        if head.meaning not in (*NAMES, Meaning.NOTHING)
        and not (head.meaning is Meaning.NUMBER and are_running_numbers(columns[at]))
        and not (
            head.meaning is Meaning.SEAT
            and any((whole_number_in(cell) or 0) > MOST_SEATS for cell in columns[at])
        )
    }
    if purpose.has_results:
        return with_points_told(heads, meanings | days_in(heads, columns))
    vague = (at for at in meanings if heads[at].is_vague)
    counts = [at for at in vague if may_count_rows(columns[at])]
    for at in counts:
        del meanings[at]
    return meanings, [Doubt.COUNTS] * bool(counts)


def days_in(heads: Heads, columns: Columns) -> Meanings:
    """Return the columns of days that have no known head, or that of an evening."""
    events = (None, Head(Meaning.EVENING))
    filled = {
        at: [cell for cell in column if not is_empty(cell)]
        for at, column in columns.items()
        if heads.get(at) in events
        if not any(may_be_games(cell, heads.get(at)) for cell in column)
    }
    days = {at: share(map(is_day, cells)) for at, cells in filled.items()}
    return {at: Meaning.DATE for at, own in days.items() if own >= MOST}


def with_points_told(heads: Heads, meanings: Meanings) -> MeaningsAndDoubts:
    """Return the columns with “points” as what they are: totals, or beside totals not.

    Beside won and lost games alone they may be game points as well: it is asked.
    """
    vague = {
        at
        for at, each in meanings.items()
        if each is Meaning.TOTAL and heads[at].is_vague
    }
    others = {each for at, each in meanings.items() if at not in vague}
    if Meaning.TOTAL in others:
        is_known = others >= GAMES and Meaning.POINTS not in others
        told = Meaning.POINTS if is_known else Meaning.NOTHING
        return meanings | dict.fromkeys(vague, told), []
    has_parts = bool(others & GAMES) and not others & {Meaning.POINTS, Meaning.SERIES}
    is_open = bool(vague) and has_parts
    if is_open:
        meanings |= dict.fromkeys(vague, Meaning.NOTHING)
    return meanings, [Doubt.POINTS] * is_open


def with_whole_results(meanings: Sequence[Meaning]) -> tuple[Meaning, ...]:
    """Return the columns without parts that no result can keep.

    Won and lost games are known together or not at all; of series only the totals are.
    """
    is_one_alone = sum(each in GAMES for each in meanings) == 1
    useless = GAMES if is_one_alone else set()
    if Meaning.SERIES in meanings:
        useless = CLOSED | {Meaning.OTHERS}
    return tuple(Meaning.NOTHING if each in useless else each for each in meanings)


def has_unknown(columns: Columns, known: Collection[int]) -> bool:
    """Tell whether a column of numbers is not known, and does not count the rows."""
    return any(
        share(
            is_numeric(cell) or whole_number_in(cell) is not None
            for cell in column
            if not is_empty(cell)
        )
        > MOST
        and not are_running_numbers(column)
        for at, column in columns.items()
        if at not in known
    )


def doubts_of_sums(
    meanings: Sequence[Meaning], columns: Columns, reading: Reading
) -> Iterator[Doubt]:
    """Yield what is odd about totals that would be reckoned, and about games."""
    if Meaning.POINTS in meanings and not {Meaning.TOTAL, Meaning.SERIES} & {*meanings}:
        yield Doubt.RECKONED
    games = {
        each: sum(whole_number_in(cell, reading) or 0 for cell in columns[at])
        for at, each in enumerate(meanings)
        if each in GAMES
    }
    if games.keys() == GAMES and games[Meaning.LOST] > games[Meaning.WON]:
        yield Doubt.SWAPPED
