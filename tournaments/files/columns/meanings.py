"""The meaning of the columns of a table: by heads, by known first names, by sums."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice, product
from typing import NamedTuple

from scoring.lists.sheets import RATES, System
from tournaments.files.tables.cells import (
    CLOSING,
    NAMES,
    Head,
    Meaning,
    Purpose,
    Reading,
    are_running_numbers,
    is_day,
    is_empty,
    is_evening,
    is_fraction,
    is_word,
    may_count_rows,
    share,
    whole_number_in,
)
from tournaments.people.names.lines import is_first_name

GAME = RATES[System.SEEGER_FABIAN].won
LEAST, MOST = sorted(RATES[System.SEEGER_FABIAN].others_lost[each] for each in (3, 4))
FEWEST_ROWS = 4
WRONG_SHARE = 8  # one row in eight may be added up wrongly, as people do
MOST_COUNT = 400  # games of one player; a greater number does not count games
MOST_ROWS = 120
MOST_SEATS = 5  # at a table
LEAST_VALUE, MOST_VALUE = 18, 264  # of one game
DATES = 0.7  # share of cells of a column that are days
CLOSED = {Meaning.POINTS, Meaning.WON, Meaning.LOST}
# The columns without which a table holds no lists of an event.
NEEDED = {Meaning.ROUND, Meaning.TABLE, *CLOSED}
PROVED = (Meaning.TOTAL, Meaning.POINTS, Meaning.WON, Meaning.LOST)

Column = Sequence[int | None]
Columns = Mapping[int, Column]
Meanings = dict[int, Meaning]


def closings_in(columns: Columns, by_head: Mapping[int, Meaning]) -> list[Meanings]:
    """Return all ways in which columns make up the closing of a list.

    ``by_head`` are the columns whose heads leave no doubt. Closings with the games the
    others lost are better; only these are returned, if there are any.
    """

    def fitting(meaning: Meaning) -> list[int]:
        own = [at for at in columns if by_head.get(at) is meaning]
        return own or [at for at in columns if at not in by_head]

    closings: list[Meanings] = []
    counts = {at for at, column in columns.items() if may_count_games(column)}
    total, points, won, lost = map(fitting, PROVED)
    for places in product(total, points, counts & {*won}, counts & {*lost}):
        rows = defence_points([columns[at] for at in places])
        if len(set(places)) < len(places) or rows is None:
            continue
        closing = dict(zip(places, PROVED, strict=True))
        closings += [
            closing | {at: Meaning.OTHERS}
            for at in fitting(Meaning.OTHERS)
            if at not in closing
            and mostly_holds(map(matches_others_lost, rows, columns[at]))
        ]
        if Meaning.OTHERS not in by_head.values() and mostly_holds(
            map(is_defence_sum, rows)
        ):
            closings.append(closing)
    return [each for each in closings if Meaning.OTHERS in each.values()] or closings


def defence_points(columns: Sequence[Column]) -> list[int | None] | None:
    """Return the points of each row beyond its own games; None if they prove nothing.

    If won minus lost is the same in all rows, these could be any two columns.
    """
    rows: list[int | None] = []
    differences = set()
    wrong = 0
    most = max(1, min(len(columns[0]), MOST_ROWS) // WRONG_SHARE)
    for total, points, won, lost in islice(zip(*columns, strict=True), MOST_ROWS):
        if total is None or points is None or won is None or lost is None:
            rows.append(None)
            continue
        rows.append(total - points - GAME * (won - lost))
        differences.add(won - lost)
        wrong += not is_defence_sum(rows[-1])
        if wrong > most:
            return None
    return rows if len(differences) >= 3 else None


def is_defence_sum(points: int | None) -> bool | None:
    """Tell whether points can come from games that others lost, at any table."""
    if points is None:
        return None
    return points >= 0 and games_for_points(points) is not None


def games_for_points(points: int) -> int | None:
    """Return the number of games the others lost, at tables of four if that fits.

    >>> [games_for_points(points) for points in (120, 70, 80, 50)]
    [4, 2, 2, None]
    """
    if points % LEAST == 0:
        return points // LEAST
    counts = range(-(-points // MOST), points // LEAST + 1)
    return next(
        (games for games in counts if (points - LEAST * games) % (MOST - LEAST) == 0),
        None,
    )


def possible_points(won: int, lost: int) -> tuple[int, int]:
    """Return the least and the most game points that these games can bring.

    >>> possible_points(8, 0), possible_points(0, 1)
    ((144, 2112), (-528, -36))
    """
    least = won * LEAST_VALUE - lost * 2 * MOST_VALUE
    return least, won * MOST_VALUE - lost * 2 * LEAST_VALUE


def whole_rows(
    columns: Sequence[Sequence[str]], reading: Reading
) -> list[tuple[int, ...]]:
    """Return the numbers of the rows that have one in each of some columns."""
    numbers = ([whole_number_in(cell, reading) for cell in each] for each in columns)
    rows = (
        tuple(each for each in row if each is not None)
        for row in zip(*numbers, strict=True)
    )
    return [row for row in rows if len(row) == len(columns)]


def kinds_of_points(rows: Collection[tuple[int, ...]]) -> list[Meaning]:
    """Return what points beside won and lost games may be: totals or game points.

    What several rows disprove they are not; a slip proves nothing.

    >>> kinds_of_points([(311, 10, 0)]), kinds_of_points([(150, 0, 0)])
    ([<Meaning.POINTS: 'points'>], [<Meaning.TOTAL: 'total'>])
    >>> len(kinds_of_points([(662, 13, 1)]))
    2
    """
    wrong = {Meaning.TOTAL: 0, Meaning.POINTS: 0}
    for points, won, lost in rows:
        least, most = possible_points(won, lost)
        wrong[Meaning.TOTAL] += points - GAME * (won - lost) < least
        wrong[Meaning.POINTS] += not least <= points <= most
    few = [each for each in wrong if wrong[each] <= len(rows) // WRONG_SHARE]
    return few or list(wrong)


def matches_others_lost(points: int | None, cell: int | None) -> bool | None:
    """Tell whether a cell holds the games the others lost, as a count or as points."""
    if points is None or cell is None:
        return None
    surplus = points - LEAST * cell
    is_count = 0 <= surplus <= (MOST - LEAST) * cell and not surplus % (MOST - LEAST)
    return points == cell or is_count


def mostly_holds(evidence: Iterable[bool | None]) -> bool:
    """Tell whether something holds in enough rows; None marks rows without evidence."""
    rows = list(evidence)
    right, wrong = rows.count(True), rows.count(False)
    return right >= FEWEST_ROWS and wrong <= max(right >= 7, right // WRONG_SHARE)


def may_count_games(column: Column) -> bool:
    numbers = [number for number in column if number is not None]
    return bool(numbers) and min(numbers) >= 0 and max(numbers) <= MOST_COUNT


def has_more_won(columns: Columns, closing: Meanings) -> bool:
    """Tell whether more games were won than lost, as is usual."""
    sums = {each: sum(filter(None, columns[at])) for at, each in closing.items()}
    return sums[Meaning.WON] > sums[Meaning.LOST]


def adds_up(total: Column, parts: Sequence[Column]) -> bool:
    """Tell whether a column is the sum of others, some of whose cells may be empty."""
    sums: list[bool | None] = []
    for stated, *cells in islice(zip(total, *parts, strict=True), MOST_ROWS):
        numbers = [number for number in cells if number is not None]
        sums.append(None if stated is None or not numbers else sum(numbers) == stated)
    return (
        len(parts) > 1
        and mostly_holds(sums)
        and all(len({number for number in part if number}) >= 3 for part in parts)
    )


def is_ranking(column: Column) -> bool:
    """Tell whether a column holds places or row numbers.

    >>> is_ranking([1, 2, 2, 4]), is_ranking([3, 1, 2]), is_ranking([1, 2, 2, 3])
    (True, True, False)
    """
    places = sorted(place for place in column if place is not None)
    if len(places) < 2 or places[0] != 1:
        return False
    steps = zip(places, places[1:], range(2, len(places) + 1), strict=False)
    return all(place in (previous, row) for previous, place, row in steps)


ONCE = {*CLOSING, Meaning.LISTS, Meaning.RANK, Meaning.ROUND, Meaning.TABLE}
NOT_SUMMED = (
    *(Meaning.NOTHING, Meaning.RANK, Meaning.LISTS, Meaning.ROUND, Meaning.TABLE),
    *(Meaning.SEAT, Meaning.GAMES, Meaning.PASSED_IN, Meaning.CLUB, Meaning.EVENING),
)
ENOUGH_ROWS = 7  # to tell won games from played ones by sums alone
NUMBERS = 0.8  # share of cells that are whole numbers
MANY = 0.6  # share of cells that begin with a known first name
FEW = 0.25
WORDS = 0.7  # share of cells that are words


class Doubt(StrEnum):
    """Something that the user has to look at; styles and tests use the values."""

    NO_NAME = "no-name"
    NO_TOTAL = "no-total"
    RECKONED = "reckoned"
    RECKONED_ALONE = "reckoned-alone"
    TWO_NAMES = "two-names"
    NAME_ORDER = "name-order"
    TWICE = "twice"
    HEADS_LIE = "heads-lie"
    NO_NUMBERS = "no-numbers"
    MANY_SUMS = "many-sums"
    UNNAMED = "unnamed"
    COUNTS = "counts"
    MISSING = "missing"


MeaningsAndDoubts = tuple[Meanings, list[Doubt]]


class Words(NamedTuple):
    """A column of words: shares that begin with or hold a first name, or have several.

    ``is_varied`` tells that it may hold people, and not only some clubs.
    """

    begin: float
    hold: float
    several: float
    different: int
    is_varied: bool


def words_in(column: Sequence[str], first_names: Collection[str]) -> Words | None:
    """Return what the words of a column are like; None if they are not most cells."""
    filled = [cell for cell in column if not is_empty(cell)]
    words = [cell for cell in filled if is_word(cell)]
    if not words or len(words) < len(filled) * WORDS:
        return None
    split = [cell.replace(",", " ").split() for cell in words]
    known = [[is_first_name(word, first_names) for word in each] for each in split]
    different = len(set(words))
    return Words(
        begin=share(each[0] for each in known),
        hold=sum(map(any, known)) / len(column),
        several=share(len(each) > 1 for each in known),
        different=different,
        is_varied=different >= min(4, len(words)),
    )


Texts = Mapping[int, Words]


def name_meanings(heads_read: Mapping[int, Head], texts: Texts) -> MeaningsAndDoubts:
    """Return the columns that hold names, with the doubts about them.

    If the heads give one part of the names only, the other is looked for.
    """
    free = {at: words for at, words in texts.items() if at not in heads_read}
    by_head = {
        at: head.meaning for at, head in heads_read.items() if head.meaning in NAMES
    }
    if not by_head:
        return names_by_first_names(free)
    meanings, doubts = names_by_heads(by_head)
    ((at, meaning), *further) = meanings.items()
    if further or not free or at not in texts or texts[at].several >= MANY:
        return meanings, doubts
    firsts = [other for other, words in free.items() if words.begin >= MANY]
    if meaning is not Meaning.FIRST and len(firsts) == 1:
        return {at: Meaning.LAST, firsts[0]: Meaning.FIRST}, doubts
    return meanings, [*doubts, Doubt.TWO_NAMES]


def names_by_heads(by_head: Meanings) -> MeaningsAndDoubts:
    """Return the columns as their heads say; beside a first name, a name is the last.

    Of two columns with the same meaning the first counts, with a doubt.
    """
    parts = set(by_head.values()) - {Meaning.ADDITION}
    is_split = Meaning.FIRST in parts and Meaning.LAST not in parts
    columns: dict[Meaning, int] = {}
    for at, meaning in by_head.items():
        is_last = is_split and meaning is Meaning.NAME
        columns.setdefault(Meaning.LAST if is_last else meaning, at)
    is_mixed = Meaning.NAME in columns and len(parts) > 1
    doubts = [Doubt.TWO_NAMES] * (len(columns) < len(by_head) or is_mixed)
    doubts += [Doubt.NAME_ORDER] * (columns.keys() == {Meaning.FIRST})
    return {at: meaning for meaning, at in columns.items()}, doubts


def names_by_first_names(free: Texts) -> MeaningsAndDoubts:
    """Return the name columns among those of words, by the known first names."""
    several = [at for at, words in free.items() if words.several >= MANY]
    people = [at for at in several if free[at].hold >= MANY]
    if len(people) == 1:
        return {people[0]: Meaning.NAME}, []
    single = {at: words for at, words in free.items() if at not in several}
    firsts = [at for at, words in single.items() if words.begin >= MANY]
    lasts = [at for at, each in single.items() if each.begin <= FEW and each.is_varied]
    if len(firsts) == len(lasts) == 1 and not people:
        return {firsts[0]: Meaning.FIRST, lasts[0]: Meaning.LAST}, []
    if not free:
        return {}, [Doubt.TWO_NAMES]
    guess = max(free, key=lambda at: free[at].different)
    if len(free) > 1:
        return {guess: Meaning.NAME}, [Doubt.TWO_NAMES]
    doubts = [] if free[guess].is_varied else [Doubt.NAME_ORDER]
    return {guess: Meaning.NAME}, doubts


def usual_meanings(texts: Texts) -> MeaningsAndDoubts:
    """Return the meanings of the columns of words below no heads, as is usual.

    These are family name, first name and club, or the whole name and the club; there
    is a doubt if more first names stand elsewhere.
    """
    if not texts:
        return {}, []
    is_whole = len(texts) == 1 or next(iter(texts.values())).several >= MANY
    names = (Meaning.NAME,) if is_whole else (Meaning.LAST, Meaning.FIRST)
    meanings = dict(zip(texts, (*names, Meaning.CLUB), strict=False))
    most = max(words.hold for words in texts.values())
    own = max(texts[at].hold for at, meaning in meanings.items() if meaning in NAMES)
    return meanings, [Doubt.TWO_NAMES] * (most > max(MANY, own))


def is_date_column(head: Head | None, column: Sequence[str]) -> bool:
    """Tell whether a column holds days, as its head or most of its cells say."""
    filled = [cell for cell in column if not is_empty(cell)]
    if head is not None and head.meaning is Meaning.DATE:
        return any(is_day(cell) or is_evening(cell) for cell in filled)
    may_hold_days = head is None or head.meaning is Meaning.EVENING
    return may_hold_days and share(map(is_day, filled)) >= DATES


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


def people_meanings(
    heads_read: Mapping[int, Head],
    columns: Mapping[int, Sequence[str]],
    names: Collection[int],
) -> MeaningsAndDoubts:
    """Return the meanings of the other columns of a list of people.

    A number is that of a member unless it only counts the rows, or may do so.
    """
    meanings: Meanings = {}
    doubts: list[Doubt] = []
    for at, head in heads_read.items():
        is_count = head.meaning is Meaning.NUMBER and are_running_numbers(columns[at])
        if at in names or head.meaning is Meaning.NOTHING or is_count:
            continue
        if head.meaning in meanings.values():
            doubts.append(Doubt.TWICE)
        elif head.is_vague and may_count_rows(columns[at]):
            doubts.append(Doubt.COUNTS)
        else:
            meanings[at] = head.meaning
    return meanings, doubts


def number_meanings(
    heads_read: Mapping[int, Head],
    cells: Mapping[int, Sequence[str]],
    reading: Reading,
) -> MeaningsAndDoubts:
    """Return the meanings of the columns without names and days, with the doubts.

    A column keeps the meaning of its head even if few of its cells can be read.
    """
    heads_read = {at: head for at, head in heads_read.items() if at in cells}
    columns = number_columns(cells, heads_read, reading)
    clear = {at: head.meaning for at, head in heads_read.items() if not head.is_vague}
    times = Counter(clear.values())
    by_head = {
        at: meaning
        for at, meaning in clear.items()
        if meaning not in ONCE or times[meaning] == 1
    }
    doubts = [Doubt.TWICE] * (len(by_head) < len(clear))
    by_head |= dict.fromkeys(ranks_as_seats(columns, by_head), Meaning.NOTHING)
    doubts += [Doubt.NO_NUMBERS] * any(
        meaning in ONCE and at not in columns and any(cells[at])
        for at, meaning in by_head.items()
    )
    ranks = [at for at in columns if at not in by_head and is_ranking(columns[at])]
    summed = {
        at: column
        for at, column in columns.items()
        if at not in ranks and by_head.get(at) not in NOT_SUMMED
    }
    meanings = {at: each for at, each in by_head.items() if each is not Meaning.NOTHING}
    if ranks and Meaning.RANK not in meanings.values():
        meanings[ranks[0]] = Meaning.RANK
    by_sums, more = meanings_by_sums(
        summed, {at: by_head[at] for at in summed if at in by_head}, heads_read
    )
    return meanings | by_sums, [*doubts, *more]


def ranks_as_seats(columns: Columns, by_head: Meanings) -> list[int]:
    """Return the columns of seats that hold places in a ranking.

    Seats are 1, 2, 3 and so on at most tables, or at least not more than a table has.

    >>> by_head = {0: Meaning.SEAT, 1: Meaning.ROUND, 2: Meaning.TABLE}
    >>> columns = {0: [1, 4, 6, 2, 3, 5], 1: [1] * 6, 2: [1, 1, 1, 2, 2, 2]}
    >>> ranks_as_seats(columns, by_head)
    [0]
    """
    at = {meaning: place for place, meaning in by_head.items() if place in columns}
    if not {Meaning.SEAT, Meaning.ROUND, Meaning.TABLE} <= at.keys():
        return []
    places = (at[each] for each in (Meaning.ROUND, Meaning.TABLE, Meaning.SEAT))
    tables: dict[tuple[int | None, ...], set[int]] = {}
    for *table, seat in zip(*(columns[place] for place in places), strict=True):
        if seat is not None:
            tables.setdefault(tuple(table), set()).add(seat)
    wrong = [seats for seats in tables.values() if seats != {*range(1, len(seats) + 1)}]
    is_few = len(wrong) * 2 < len(tables)
    return [] if is_few or max(map(max, wrong)) <= MOST_SEATS else [at[Meaning.SEAT]]


def number_columns(
    cells: Mapping[int, Sequence[str]], heads_read: Mapping[int, Head], reading: Reading
) -> dict[int, list[int | None]]:
    """Return the columns of whole numbers; other cells in them are None."""
    columns = {}
    for at, column in cells.items():
        numbers = [whole_number_in(cell, reading) for cell in column]
        filled = [cell for cell in column if not is_empty(cell)]
        count = len(numbers) - numbers.count(None)
        is_named = at in heads_read and heads_read[at].meaning is not Meaning.NOTHING
        if count and (
            is_named
            or (
                count >= len(filled) * NUMBERS
                and not any(is_fraction(cell, reading) for cell in filled)
            )
        ):
            columns[at] = numbers
    return columns


def meanings_by_sums(
    columns: Columns, by_head: Meanings, heads_read: Mapping[int, Head]
) -> MeaningsAndDoubts:
    """Return the meanings by the sums, where the heads say nothing or are wrong."""
    series = {at: each for at, each in by_head.items() if each is Meaning.SERIES}
    free = {at: column for at, column in columns.items() if at not in series}
    closing, doubts = closing_and_doubts(free, by_head)
    if closing is None:
        closing, doubts = closing_and_doubts(free, {})
        if closing and not (
            by_head
            and all(closing.get(at, each) is each for at, each in by_head.items())
        ):
            doubts = [Doubt.HEADS_LIE]
    if closing is None:
        return meanings_without_closing(columns, by_head, heads_read)
    return series | closing, doubts


def closing_and_doubts(
    columns: Columns, by_head: Meanings
) -> tuple[Meanings | None, list[Doubt]]:
    """Return the likeliest closing that the columns form, with the doubts about it."""
    closings = closings_in(columns, by_head)
    usual = [closing for closing in closings if has_more_won(columns, closing)]
    if not usual:
        return next(iter(closings), None), [Doubt.HEADS_LIE] if closings else []
    is_named = {*PROVED} - {Meaning.TOTAL} <= {*by_head.values()}
    is_weak = Meaning.OTHERS not in usual[0].values() and not is_named
    is_short = len(columns[next(iter(usual[0]))]) < ENOUGH_ROWS
    # A head may be that of its neighbour: without heads no other sums may fit.
    rivals = closings_in(columns, {}) if is_weak and by_head else usual[:1]
    is_unsure = is_weak and (
        is_short
        or any(each != usual[0] and has_more_won(columns, each) for each in rivals)
    )
    return usual[0], [Doubt.MANY_SUMS] * (len(usual) > 1 or is_unsure)


def meanings_without_closing(
    columns: Columns, by_head: Meanings, heads_read: Mapping[int, Head]
) -> MeaningsAndDoubts:
    """Return totals and series of a table that has no closing that adds up."""
    meanings = dict(by_head)
    doubts = [Doubt.HEADS_LIE] * ({*PROVED} <= {*by_head.values()})
    free = [at for at in columns if at not in by_head]
    series = [at for at, meaning in by_head.items() if meaning is Meaning.SERIES]
    named = [at for at, meaning in by_head.items() if meaning is Meaning.TOTAL]
    vague = [at for at in free if at in heads_read and heads_read[at].is_vague]
    sums = [
        (at, parts)
        for at in named or free
        if (parts := series or [each for each in free if each != at])
        and adds_up(columns[at], [columns[part] for part in parts])
    ]
    if len(sums) == 1:
        ((total, parts),) = sums
        meanings |= {total: Meaning.TOTAL} | dict.fromkeys(parts, Meaning.SERIES)
    elif not named:
        candidates = vague or ([] if series else free)
        if len(candidates) == 1:
            meanings[candidates[0]] = Meaning.TOTAL
            doubts += [] if vague else [Doubt.UNNAMED]
        doubts += [Doubt.TWICE] * (len(candidates) > 1)
    is_unnamed = any(at not in meanings and at not in heads_read for at in free)
    return meanings, doubts or [Doubt.UNNAMED] * is_unnamed
