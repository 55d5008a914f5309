"""The words and values of cells: heads, numbers, days, names or nothing.

A table has one ``Reading``: what its signs mean is decided for all cells at once. Where
two readings fit, the table asks.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.people.names.names import fold
from tournaments.web.fields import (
    FIRST_DAY,
    LAST_DAY,
    existing_days,
    full_year,
    written_day,
)
from tournaments.web.numbers import read_whole_number

DIFFERENT = 20_000  # texts in the cells of a table; each is read once
TOO_LARGE = 10_000_000  # for a result, even of many years
YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
DAY_IN_NAME = re.compile(
    r"(?<![0-9])(?:[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{2,4}"
    r"|(?:19|20)[0-9]{6})(?![0-9])"
)
SEASON = re.compile(
    r"(?i)(?<![0-9])(?:(?P<year>(?:19|20)[0-9]{2})|(?:saison|spielzeit|season) "
    r"(?P<short>[0-9]{2})) ?(?:[-–—/]|bis) ?(?P<next>(?:(?:19|20)?[0-9]{2}))"
    r"(?![-./]?[0-9])"
)
YEARS = re.compile(
    r"(?i)(?:(?:jahr|saison|spielzeit|year|season) )?(?P<first>(?:19|20)[0-9]{2})"
    r"(?P<span> ?(?:[-–—/]|bis) ?(?:19|20)?[0-9]{2})?"
)
EMPTY = frozenset(
    {"", "-", "--", "---", "x", "/", "–", "—", "−", "n.a.", "na", "entsch.", "fehlt"}
    | {"nicht da", "abw.", "e", ".", "n/a"}
)
DITTO = frozenset({"", '"', "''", "”", "dito", "ditto", "do."})
LETTERS = re.compile(r"[^\W\d_]{2}")
BRACKETS = re.compile(r"[(\[]\s*(?P<inside>[^()\[\]]+?)\s*[)\]]\*?")
BESIDE = re.compile(r"(?i)\s*(?:\*+|¹|²|(?:pkte?|punkte|pts|st)\.?)$")
DECIMAL_ZEROS = {
    ".": re.compile(r"(?<=[0-9]),0+$"),
    ",": re.compile(r"(?<=[0-9])\.0+$"),
}
# As office files give them: three decimals have a zero behind them.
THOUSANDS = re.compile(r"[-−]?[1-9][0-9]?,(?:[0-9]{1,2}|[0-9]{3}0)")
SIGNED = re.compile(r"[0-9][.,][0-9]")
NUMERIC = re.compile(r"\W{0,2}[0-9][0-9.,’' \u00a0\u202f]*\W{0,2}")
# Days in which the month may stand first.
SLASHED = re.compile(
    r"[0-9]{1,2}(?:/[0-9]{1,2}(?:/[0-9]{2,4})?|-[0-9]{1,2}-[0-9]{2,4})"
)
STROKE = "\u0336"  # stands behind each letter that is struck out
STRUCK_OUT = re.compile(r"(?:\S\u0336\s*)+")
ERROR = re.compile(r"#[A-Z/0]+[!?]?")
OUT_OF_COUNT = re.compile(
    r"(?i)(?:^|[(\[])\s*(?:d(?:is|s)?q\w*\b"
    r"|(?:a\.? ?[kw]\.?|au(?:ß|ss)er (?:konkurrenz|wertung))\s*(?:$|[)\]]))"
)
WORDS_OF_A_DAY = 4
LONGEST_HEAD = 60  # with a day and the number of an evening
AROUND_DAYS = ",;:()-–"
VERSION = re.compile(r"(?<![0-9.])[0-9]+\.[0-9]+(?![0-9.])")
NOT_OF_RESULTS = re.compile(
    r"(?i)\b(stand|ausdruck|(aus)?gedruckt|druckdatum|erstellt|gegr|gegründet|gegruendet"
    r"|seit|n(ä|ae)chste[rsn]?|founded|since|printed|as of|next)\b.*"
)


class Reading(NamedTuple):
    """What the signs of a table mean: between thousands, in brackets, in days.

    ``are_dashes_signs`` tells that "- 45" is 45; ``are_zeros_absent`` that who has 0
    was not there, ``are_stars_struck`` that a star says so of a result,
    ``are_thousands`` that of 1,098 a spreadsheet has made a fraction, as the dot
    between thousands was none to it. ``are_rows_series`` tells
    that several rows of a person on one day are the series of an evening;
    ``season_end`` is 1 if the totals of a season over two years are of the second one,
    ``lists_of_each`` how many lists one of the evenings is that are counted, 0 if
    nobody knows.
    """

    thousands: str = "."
    is_month_first: bool = False
    are_brackets_minus: bool = False
    are_dashes_signs: bool = False
    are_zeros_absent: bool = False
    are_stars_struck: bool = False
    are_thousands: bool = False
    are_rows_series: bool = False
    season_end: int = 0
    lists_of_each: int = 1


GERMAN = Reading()


@lru_cache(DIFFERENT)
def unstruck(text: str) -> str:
    """Return a cell without what is struck out in it; all of it if it is as a whole.

    >>> [unstruck(text) for text in ("6\u03367\u0336 71", "6\u03367\u0336", "67")]
    ['71', '67', '67']
    """
    if STROKE not in text:
        return text
    rest = STRUCK_OUT.sub("", text).strip()
    return rest if any(map(str.isalnum, rest)) else text.replace(STROKE, "")


@lru_cache(DIFFERENT)
def is_empty(text: str) -> bool:
    """Tell whether a cell is empty or holds a placeholder."""
    return unstruck(text).strip().casefold() in EMPTY or bool(ERROR.fullmatch(text))


@lru_cache(DIFFERENT)
def whole_number_in(text: str, reading: Reading = GERMAN) -> int | None:
    """Return the whole number in a cell; None if it holds something else.

    >>> texts = ("1.234", "−120", "1234,00", "12,5", "Anna", "678*", "(678)", "80-")
    >>> [whole_number_in(text) for text in texts]
    [1234, -120, 1234, None, None, 678, 678, -80]
    >>> whole_number_in("(678)", Reading(are_brackets_minus=True))
    -678
    """
    text = unstruck(text)
    bracketed = BRACKETS.fullmatch(text.strip())
    inside = BESIDE.sub("", bracketed["inside"] if bracketed else text)
    inside = re.sub(r"(?i)^minus\s*", "-", inside.strip())
    if reading.are_dashes_signs:
        inside = re.sub("^[-–−] ", "", inside)
    if reading.are_thousands and is_thousands(inside):
        inside = f"{inside}000"[: inside.index(",") + 4].replace(",", "")
    inside = DECIMAL_ZEROS[reading.thousands].sub("", inside)
    try:
        number = read_whole_number(inside, thousands=reading.thousands)
    except ValueError:
        return None
    if abs(number) >= TOO_LARGE:
        return None
    return -abs(number) if bracketed and reading.are_brackets_minus else number


def is_thousands(text: str) -> bool:
    """Tell whether a number may have been 1.098 before a program made it a fraction.

    >>> [is_thousands(text) for text in ("1,0980", "1,1", "-2,05", "812,4", "1,000")]
    [True, True, True, False, False]
    """
    return bool(THOUSANDS.fullmatch(text)) and not text.endswith(",000")


def shown_cell(text: str) -> str:
    """Return a cell of a spreadsheet as that shows it, a day as it is written here.

    >>> [shown_cell(text) for text in ("1998-03-06", "1998-3", "812,1250", "12,50")]
    ['06.03.1998', '1998-3', '812,125', '12,50']
    """
    text = re.sub(r"^(\d{4})-(\d\d)-(\d\d)$", r"\3.\2.\1", text)
    return re.sub(r"^([-−]?\d+,\d{3})0$", r"\1", text)


def is_numeric(text: str) -> bool:
    """Tell whether a cell holds a number, whatever the signs in it mean."""
    text = unstruck(text)
    return bool(NUMERIC.fullmatch(text)) and not is_day(text)


def is_struck(text: str, reading: Reading = GERMAN) -> bool:
    """Tell whether a result is marked as struck out."""
    is_bracketed = BRACKETS.fullmatch(text.strip()) and not reading.are_brackets_minus
    is_starred = text.rstrip().endswith("*") and reading.are_stars_struck
    return whole_number_in(text) is not None and bool(
        is_bracketed or STROKE in text or is_starred
    )


@lru_cache(DIFFERENT)
def is_out_of_count(text: str) -> bool:
    """Tell whether a cell says that somebody was disqualified or did not compete.

    >>> texts = ("DQ", "disq.", "Alt, Eva (a.K.)", "aW", "Akin", "Kurz, A. K.")
    >>> [is_out_of_count(text) for text in texts]
    [True, True, True, True, False, False]
    """
    return bool(OUT_OF_COUNT.search(text))


def thousands_signs(columns: Iterable[Sequence[str]]) -> set[str]:
    """Return the signs that may stand between thousands in all columns of numbers."""
    votes: dict[str, int] = {".": 0, ",": 0}
    undecided = False
    for column in columns:
        signed = [cell for cell in column if SIGNED.search(cell)]
        values = {
            sign: [whole_number_in(cell, Reading(sign)) for cell in signed]
            for sign in votes
        }
        whole = [sign for sign in votes if signed and None not in values[sign]]
        for sign in whole if len(whole) == 1 else ():
            votes[sign] += 1
        undecided = undecided or (len(whole) == 2 and values["."] != values[","])
    most = max(votes.values())
    if not most:
        return {".", ","} if undecided else {"."}
    return {sign for sign in votes if votes[sign] == most}


def month_orders(texts: Iterable[str]) -> set[bool]:
    """Return whether the month may, or must, stand first in days of digits."""
    days = list(filter(SLASHED.fullmatch, texts))
    if not days:
        return {False}
    impossible = {
        order: sum(
            day_in(day, 2000, Reading(is_month_first=order)) is None for day in days
        )
        for order in (False, True)
    }
    fewest = min(impossible.values())
    return {order for order, count in impossible.items() if count == fewest}


@lru_cache(DIFFERENT)
def day_in(
    text: str, year: int | None = None, reading: Reading = GERMAN
) -> datetime.date | None:
    """Return the day that a cell names, in ``year`` if it names none.

    >>> for text in ("12.03.1998", "Fr, 5.1.07", "1998-03-12", "19980312"):
    ...     print(day_in(text))
    1998-03-12
    2007-01-05
    1998-03-12
    1998-03-12
    >>> print(day_in("12.3."), day_in("12.3.", 1998), day_in("12. März 98"))
    None 1998-03-12 1998-03-12
    >>> print(day_in("03/04/1998", reading=Reading(is_month_first=True)))
    1998-03-04
    """
    text = unstruck(text)
    if not any(map(str.isdigit, text)) or len(text) > 40:
        return None
    written = written_day(text, is_month_first=reading.is_month_first)
    day_year = full_year(written.year) if written and written.year else year
    if written is None or day_year is None:
        return None
    day = next(existing_days([day_year], written.month, written.day), None)
    return day if day and FIRST_DAY <= day <= LAST_DAY else None


def is_impossible_day(text: str) -> bool:
    """Tell whether a cell looks like a day but is not in the calendar."""
    written = written_day(text)
    if written is None or not written.year or day_in(text) is not None:
        return False
    return FIRST_DAY.year <= full_year(written.year) <= LAST_DAY.year


def is_day(text: str) -> bool:
    """Tell whether a cell names a day, with or without a year."""
    return day_in(text, 2000) is not None or (
        bool(SLASHED.fullmatch(text))
        and day_in(text, 2000, Reading(is_month_first=True)) is not None
    )


def days_among(text: str) -> Iterator[tuple[str, str]]:
    """Yield each part of a text that names a day, with the rest of it.

    >>> list(days_among("Ostern (Fr. 5. April)"))[0]
    ('Fr. 5. April', 'Ostern')
    """
    words = text.split()
    for length in range(min(WORDS_OF_A_DAY, len(words)), 0, -1):
        for at in range(len(words) - length + 1):
            day = " ".join(words[at : at + length]).strip(AROUND_DAYS)
            if is_day(day):
                rest = " ".join([*words[:at], *words[at + length :]])
                yield day, rest.strip(AROUND_DAYS + " ")


def days_above(titles: Iterable[str], reading: Reading = GERMAN) -> set[datetime.date]:
    """Return the days of results in lines above a table; none if all lack a year.

    >>> titles = ["Gegr. 1.4.1950", "Preisskat 6.1. und 7.1.2012", "Stand: 8.1.2012"]
    >>> [f"{day:%d.%m.}" for day in sorted(days_above(titles))]
    ['06.01.', '07.01.']
    """
    texts = [text for title in titles for text, _rest in days_among(of_results(title))]
    days = {day for text in texts if (day := day_in(text, None, reading))}
    same = {(day.month, day.day) for day in days}
    # Without its year a day ends with a dot or names its month: 3.2 is of a program.
    texts = [text for text in texts if not VERSION.search(text)]
    short = {day_in(text, day.year, reading) for text in texts for day in days}
    return days | {day for day in short if day and (day.month, day.day) not in same}


def day_in_name(name: str) -> datetime.date | None:
    """Return the day in the name of a file; None for none or several.

    >>> print(day_in_name("2012-10-30-abend.csv"), day_in_name("Abend_6.1.2012.xlsx"))
    2012-10-30 2012-01-06
    """
    texts = DAY_IN_NAME.findall(of_results(name.replace("_", " ")))
    days = {day for text in texts if (day := day_in(text))}
    return days.pop() if len(days) == 1 else None


def of_results(title: str) -> str:
    """Return a line above a table without what is told of the club or the paper."""
    return NOT_OF_RESULTS.sub("", title)


@lru_cache(DIFFERENT)
def without_evening(text: str) -> str:
    """Return the day in a head that numbers its evening, too; else the whole text.

    >>> [without_evening(text) for text in ("13.1. 1. Abend", "Abend 2 (6. Mai)")]
    ['13.1.', '6. Mai']
    """
    if len(text) > LONGEST_HEAD or not LETTERS.search(text):
        return text
    days = (day for day, rest in days_among(text) if evening_number(rest))
    return next(days, text)


@lru_cache(DIFFERENT)
def is_word(text: str) -> bool:
    """Tell whether a cell holds letters, as a name does, and no number or day."""
    text = unstruck(text)
    return (
        bool(LETTERS.search(text))
        and whole_number_in(text) is None
        and not is_day(text)
    )


def year_in(text: str) -> int | None:
    """Return the year that a text names; None if it names none or several."""
    years = {int(year) for year in YEAR.findall(text)}
    return years.pop() if len(years) == 1 and not names_years(text) else None


def season_in(text: str) -> int | None:
    """Return the first year of the season that a text names.

    >>> texts = ("Saison 2024/25", "1999 – 2000", "Saison 98/99", "2011-12-03")
    >>> [season_in(text) for text in texts]
    [2024, 1999, 1998, None]
    """
    for match in SEASON.finditer(text):
        year = full_year(match["year"] or match["short"])
        if int(match["next"]) % 100 == (year + 1) % 100:
            return year
    return None


def names_years(text: str) -> bool:
    """Tell whether a text names a span of years, longer than a season over two.

    >>> [names_years(text) for text in ("2015–2024", "1998 bis 03", "2024/25")]
    [True, True, False]
    """
    spans = (
        full_year(match["next"]) - full_year(match["year"] or match["short"])
        for match in SEASON.finditer(text)
    )
    return any(years > 1 for years in spans)


def is_year(text: str) -> bool:
    """Tell whether a head names a year, or several: their totals are of no one."""
    return bool(YEARS.fullmatch(text))


def one_year(text: str) -> int | None:
    """Return the year in a cell; None for anything else, such as a span of years.

    >>> [one_year(text) for text in ("1998", "Saison 2004", "1998/99", "98")]
    [1998, 2004, None, None]
    """
    match = YEARS.fullmatch(text)
    return int(match["first"]) if match and not match["span"] else None


def may_count_rows(column: Sequence[str]) -> bool:
    """Tell whether a column may count rows, of which some were taken out since."""
    numbers = [whole_number_in(cell) or TOO_LARGE for cell in column if cell]
    return len({*numbers}) == len(numbers) > 1 and max(numbers) <= 2 * len(numbers)


def are_running_numbers(column: Sequence[str]) -> bool:
    """Tell whether a column only counts its rows."""
    numbers = [whole_number_in(cell.rstrip(".)")) for cell in column if cell]
    if len(numbers) < 2 or None in numbers or numbers[0] != 1:
        return False
    return all(b == a + 1 for a, b in pairwise(filter(None, numbers)))


def share(cells: Iterable[bool]) -> float:
    """Return the share of cells of which something is true; 0 of none."""
    answers = list(cells)
    return sum(answers) / len(answers) if answers else 0.0


class Meaning(TextChoices):
    """The content of a column; the values are stored with the heads of a table.

    ``OTHERS`` are the games that the others lost, as a count or as points; ``SERIES``
    is the result of a series or an evening, ``ROUND`` the number of a series.
    """

    NOTHING = "nothing", _("is not read")
    NAME = "name", _("Name")
    LAST = "last", _("Family name")
    FIRST = "first", _("First name")
    ADDITION = "addition", _("Title, senior or junior")
    CLUB = "club", _("Club")
    CLUB_NUMBER = "club-number", _("Club number")
    TEAM = "team", _("Team")
    GUEST = "guest", _("Guest")
    NUMBER = "number", _("Member number")
    GENDER = "gender", _("Gender")
    BORN = "born", _("Date of birth")
    ACTIVE = "active", _("Active")
    PRIVACY = "privacy", _("Name in public")
    DATE = "date", _("Date")
    YEAR = "year", _("Year")
    EVENING = "evening", _("Name of the event")
    ROUND = "round", _("Number of the series")
    TABLE = "table", pgettext_lazy("seat", "Table")
    SEAT = "seat", pgettext_lazy("seat", "Place")
    RANK = "rank", pgettext_lazy("rank", "Place")
    SERIES = "series", _("Series or evening")
    POINTS = "points", _("Game points")
    WON = "won", _("Won")
    LOST = "lost", _("Lost")
    OTHERS = "others", _("Lost by the others")
    TOTAL = "total", _("Total")
    PASSED_IN = "passed-in", _("passed in")
    GAMES = "games", _("Games")
    LISTS = "lists", _("Number of lists")


NAMES = frozenset({Meaning.NAME, Meaning.FIRST, Meaning.LAST, Meaning.ADDITION})
CLOSING = (Meaning.POINTS, Meaning.WON, Meaning.LOST, Meaning.OTHERS, Meaning.TOTAL)


class Purpose(StrEnum):
    PEOPLE = "people"
    ENTRIES = "entries"
    RESULTS = "results"
    FORMER = "former"

    @property
    def meanings(self) -> frozenset[Meaning]:
        """Return what the columns of such a table may hold."""
        return READ[self]

    @property
    def has_results(self) -> bool:
        return self in (Purpose.RESULTS, Purpose.FORMER)


READ = {
    Purpose.PEOPLE: NAMES
    | {
        *(Meaning.CLUB, Meaning.CLUB_NUMBER, Meaning.GUEST, Meaning.NUMBER),
        *(Meaning.GENDER, Meaning.BORN, Meaning.ACTIVE, Meaning.PRIVACY),
    },
    Purpose.ENTRIES: NAMES | {Meaning.CLUB, Meaning.TEAM, Meaning.NUMBER},
    Purpose.RESULTS: NAMES
    | {
        *(Meaning.CLUB, Meaning.DATE, Meaning.ROUND, Meaning.TABLE, Meaning.SEAT),
        *(*CLOSING, Meaning.PASSED_IN, Meaning.GAMES),
    },
    Purpose.FORMER: NAMES
    | {
        *(Meaning.DATE, Meaning.YEAR, Meaning.EVENING, Meaning.ROUND),
        *(Meaning.TABLE, Meaning.RANK),
        *(*CLOSING, Meaning.SERIES, Meaning.LISTS, Meaning.CLUB),
    },
}


@dataclass(frozen=True, slots=True)
class Head:
    """The meaning of a head; ``is_vague`` if the word has several meanings."""

    meaning: Meaning
    is_vague: bool = False


COUNTS_LISTS = re.compile(r"\b(listen|serien|lists|series)\b")
# Words are folded, without dots and signs; the first match that is of use counts.
WORDS: dict[Meaning, str] = {
    Meaning.BORN: r"geb(urts)?( ?(tag|dat(um)?|am))?|geboren( am)?|date of birth"
    r"|birth ?(day|date)|dob|born",
    Meaning.DATE: r"datum|date|spieldatum|spieltag|abend (am|vom)|tag"
    r"|(spiel)?termin",
    Meaning.YEAR: r"((spiel|kalender)?jahr|year|saison|spielzeit|season)",
    Meaning.FIRST: r"vorname|vorn|vn|first ?name|given name|rufname",
    Meaning.LAST: r"(nach|familien|zu)name|nachn|nn|(last|family) ?name|surname",
    Meaning.NAME: r"name|namen|(mit|skat)?spieler(/?in|innen|name)?|mitglied"
    r"|teilnehmer(in)?|player|skatfreund|skatbruder|name (und|u) vorname"
    r"|(vor ?(und|u)? ?(nach)?name|name,? ?vorname)|vorname,? name",
    Meaning.SEAT: r"platz|pl|place|sitz|sitzplatz|seat",
    Meaning.RANK: r"platz|pl|rang|rg|place|rank|pos|position|platzierung"
    r"|plaz|platzziffer",
    Meaning.ADDITION: r"zusatz|namenszusatz|suffix|titel|akad(emischer)? (grad|titel)",
    Meaning.CLUB_NUMBER: r"(verein|club|klub)s?( nr|nr|nummer)|club number",
    Meaning.CLUB: r"verein(sname)?|club|klub|heimatverein|skatclub",
    Meaning.TEAM: r"team|mannschaft|tandem|paar|pair",
    Meaning.GUEST: r"gast|gastspieler|guest",
    Meaning.ACTIVE: r"aktiv|active",
    Meaning.PRIVACY: r"name in der oeffentlichkeit|name in public",
    Meaning.NUMBER: r"m(i?t?gl(ieds)?)? ?(nr|nummer)|mitglieds?nr|member number"
    r"|(spieler)? ?pass( ?nr|nummer| number)?|spielerpass|nummer|nr|no",
    Meaning.GENDER: r"geschl(echt)?|gender|sex|m/w(/d)?|w/m",
    Meaning.ROUND: r"serie|series|runde|round|durchgang|serien? ?nr|liste",
    Meaning.TABLE: r"tisch|tisch ?nr|table",
    Meaning.PASSED_IN: r"eingepasst|einpasser|passed in",
    Meaning.GAMES: r"spiele|anz(ahl)? spiele|games( played)?",
    Meaning.OTHERS: r"(verl(orene?)?|vl?|verlust(e)?) ?(spiele )?(d(er)?|von)? ?"
    r"(gegner|gegn|anderen?|geg|gg|fremd)( ?(pkt|punkte))?"
    r"|(gegner|gegn|gegen|geg|fremd(e|er)?) ?-?"
    r"(verl(oren(e)?)?|verluste?|vl|spiele verl)"
    r"|gegnerverluste?|va|vg|gv|ggn|others'? ?lost|opponents?'? ?lost|lost by others"
    r"|(30|40|30 ?/ ?40|40 ?/ ?30)(er)?( ?(pkt|punkte))?|gegnerpunkte|gegnerpkt",
    Meaning.WON: r"gewonnen|gew|g|gewonnene( spiele)?|(gew(onnene)?|plus) ?spiele"
    r"|won|w|wins|\+|games won|siege|(gew|g) sp|spiele gew(onnen)?"
    r"|eigene gew(onnene?)?",
    Meaning.LOST: r"verloren|verl|v|verlorene( spiele)?|(verl(orene)?|minus) ?spiele"
    r"|lost|l|losses|-|games lost|(verl|v) sp|spiele verl(oren)?|vl"
    r"|eigene verl(orene?)?",
    Meaning.POINTS: r"spiel ?-?(punkte|pkte?|p)|sp|spp|sppkt|game (points|score)"
    r"|(punkte|pkt) aus spielen|spielwert(e)?|reine punkte|rohpunkte"
    r"|sp pkt",
    Meaning.TOTAL: r"gesamt|ges|gesamt ?-?(punkte|pkte?|p|summe|ergebnis)|summe|total"
    r"|su|[σ∑]|i ?\+ ?ii( ?\+ ?iii)?|s?1 ?\+ ?s?2( ?\+ ?s?3)?"
    r"|total (points|score)|end-?(summe|punkte)|(end)?erg(ebnis)?|punktestand|wp"
    r"|result|grand total|wertung|wertungspunkte|ges ?(pkt|punkte)|saldo|endstand"
    r"|leistung|seeger(-|/| )fabian|gesamt ?punktzahl|(punkte|pkt) (gesamt|ges)"
    r"|summe (punkte|pkt)|insgesamt",
    Meaning.LISTS: r"abende|anz(ahl)?|anz(ahl)? ?(abende|listen|serien|teilnahmen)"
    r"|teiln(ahmen?)?|listen|serien|gesp(ielte)? ?(abende|listen|serien)|evenings|lists"
    r"|anwesend|anw|series played|mitgespielt|teilgenommen",
    Meaning.EVENING: r"veranstaltung|turnier|abend|wettbewerb|event|bezeichnung|anlass",
    Meaning.NOTHING: r"lfd ?nr|lfd|id|start ?nr|ort|strasse|plz|telefon|tel|e ?mail"
    r"|schnitt|durchschnitt|average|avg|ø|mittel|verlustgeld|betrag|euro|eur|€|dm|(start|straf)geld|geld|preis|kasse"
    r"|preisgeld|50(er)?|bem(erkung(en)?)?|anmerkung(en)?|notiz|bonus|differenz|diff|status"
    r"|abreizgeld|\+ ?/ ?-|g ?- ?v|money|remarks?"
    r"|note|letzter|vorjahr|quote|prozent|%|stand|standing|gewertet|counted|gespielt"
    r"|played|fehlend|missing|gestrichen|struck|bonus (und abzug|and deduction)"
    r"|abwesenheitsgeld|fee|entschieden durch|decided by|anteil gewonnen|share won"
    r"|plaetze gewonnen seit dem letzten abend|places up since the last evening"
    r"|beste liste|best list|jahre|years|(eintritt|austritt|beitritt)(s?datum)?|seit"
    r"|mitglied seit|joined|member since",
}
PATTERNS = {meaning: re.compile(words) for meaning, words in WORDS.items()}
VAGUE_NUMBERS = frozenset({"nr", "nummer", "no"})
VAGUE_TOTALS = frozenset(
    {"punkte", "punkten", "pkt", "pkte", "points", "score", "p", "punktzahl"}
)
SERIES = re.compile(
    r"(?P<before>[0-9]{1,2}) ?(serie|ser|series|s|runde|rd|r|liste|list|l|durchgang|dg)"
    r"|(serie|ser|series|s|runde|rd|r|liste|list|l|durchgang|dg|round) ?"
    r"(?P<behind>[0-9]{1,2}|i{1,3}|iv|v)( ?(punkte|pkt|points))?"
)
EVENINGS = re.compile(
    r"(?P<before>[0-9]{1,2}) ?(abend|spieltag|st|sp tag|evening|termin)"
    r"|(abend|spieltag|evening|tag|termin) ?(nr )?(?P<behind>[0-9]{1,2})"
)
ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5}


def plain_head(text: str) -> str:
    """Return a folded head without dots, colons and brackets.

    >>> plain_head(" Gew. Spiele: "), plain_head("Verl.-Gegner")
    ('gew spiele', 'verl gegner')
    """
    without_signs = re.sub(r"[.:;_()\"']|-(?=[a-z(])", " ", fold(text))
    return " ".join(without_signs.split())


@lru_cache(10_000)
def read_head(text: str, purpose: Purpose = Purpose.FORMER) -> Head | None:
    """Return the meaning of a column's head; None for an unknown word.

    A known word that such a table has no use for means ``NOTHING``.

    >>> read_head("Vorname").meaning, read_head("2. Serie").meaning
    (Meaning.FIRST, Meaning.SERIES)
    >>> [read_head("Platz", purpose).meaning.value for purpose in Purpose]
    ['nothing', 'nothing', 'seat', 'rank']
    """
    words = plain_head(text)
    if words in VAGUE_TOTALS and purpose.has_results:
        return Head(Meaning.TOTAL, is_vague=True)
    for pattern in (SERIES, EVENINGS):
        if pattern.fullmatch(words):
            meaning = Meaning.SERIES if purpose.has_results else Meaning.NOTHING
            return Head(meaning, is_vague=pattern is EVENINGS)
    meanings = [
        each for each, words_of in PATTERNS.items() if words_of.fullmatch(words)
    ]
    useful = [meaning for meaning in meanings if meaning in purpose.meanings]
    if not meanings:
        return None
    meaning = (useful or [Meaning.NOTHING])[0]
    return Head(meaning, is_vague=bool(useful) and words in VAGUE_NUMBERS)


def evening_number(text: str, pattern: re.Pattern[str] = EVENINGS) -> int:
    """Return the number of the evening, or series, that a head names; 0 for none."""
    if match := pattern.fullmatch(plain_head(text)):
        number = match["before"] or match["behind"]
        return ROMAN.get(number) or int(number)
    return 0


def is_evening(text: str) -> bool:
    """Tell whether a head names an evening, by its day or its number, or a year."""
    return is_day(text) or evening_number(text) > 0 or is_year(text)
