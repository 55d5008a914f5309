"""The meaning of column heads, in the words that clubs and programs have used."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tournaments.files.tables.values import is_day
from tournaments.people.names.names import fold


class Meaning(StrEnum):
    """The content of a column; the values are stored with the heads of a table.

    ``OTHERS`` are the games that the others lost, as a count or as points; ``SERIES``
    is the result of a series or an evening, ``ROUND`` the number of a series.
    """

    NOTHING = "nothing"
    NAME = "name"
    LAST = "last"
    FIRST = "first"
    ADDITION = "addition"
    CLUB = "club"
    CLUB_NUMBER = "club-number"
    TEAM = "team"
    GUEST = "guest"
    NUMBER = "number"
    GENDER = "gender"
    BORN = "born"
    ACTIVE = "active"
    PRIVACY = "privacy"
    DATE = "date"
    EVENING = "evening"
    ROUND = "round"
    TABLE = "table"
    SEAT = "seat"
    RANK = "rank"
    SERIES = "series"
    POINTS = "points"
    WON = "won"
    LOST = "lost"
    OTHERS = "others"
    TOTAL = "total"
    PASSED_IN = "passed-in"
    GAMES = "games"
    LISTS = "lists"


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
        *(Meaning.CLUB, Meaning.ROUND, Meaning.TABLE, Meaning.SEAT),
        *(*CLOSING, Meaning.PASSED_IN, Meaning.GAMES),
    },
    Purpose.FORMER: NAMES
    | {
        *(Meaning.DATE, Meaning.EVENING, Meaning.ROUND, Meaning.RANK),
        *(*CLOSING, Meaning.SERIES, Meaning.LISTS),
    },
}


@dataclass(frozen=True, slots=True)
class Head:
    """The meaning of a head; ``is_vague`` if the word has several meanings."""

    meaning: Meaning
    number: int = 0
    is_vague: bool = False


# Words are folded, without dots and signs; the first match that is of use counts.
WORDS: dict[Meaning, str] = {
    Meaning.BORN: r"geburts(tag|datum)|geb( datum| am)?|geboren( am)?|date of birth"
    r"|birthday|born",
    Meaning.DATE: r"datum|date|spieldatum|spieltag|abend (am|vom)|tag"
    r"|(spiel)?termin",
    Meaning.FIRST: r"vorname|vorn|vn|first ?name|given name|rufname",
    Meaning.LAST: r"(nach|familien|zu)name|nachn|nn|(last|family) ?name|surname",
    Meaning.NAME: r"name|namen|spieler|spieler(in|innen|name)|mitglied|teilnehmer(in)?"
    r"|player|skatfreund|skatbruder|(vor ?(und|u)? ?(nach)?name|name,? ?vorname)"
    r"|name (und|u) vorname|vorname,? name",
    Meaning.SEAT: r"platz|pl|place|sitz|sitzplatz|seat",
    Meaning.RANK: r"platz|pl|rang|rg|place|rank|pos|position|platzierung"
    r"|plaz|platzziffer",
    Meaning.ADDITION: r"zusatz|namenszusatz|suffix",
    Meaning.CLUB_NUMBER: r"(verein|club|klub)s?( nr|nr|nummer)|club number",
    Meaning.CLUB: r"verein(sname)?|club|klub|heimatverein|skatclub",
    Meaning.TEAM: r"team|mannschaft|tandem|paar|pair",
    Meaning.GUEST: r"gast|gastspieler|guest",
    Meaning.ACTIVE: r"aktiv|active",
    Meaning.PRIVACY: r"name in der oeffentlichkeit|name in public",
    Meaning.NUMBER: r"mitgl(ieds)? ?(nr|nummer)|mitglieds?nr|member number"
    r"|(spieler)? ?pass( ?nr|nummer| number)?|spielerpass|nummer|nr|no",
    Meaning.GENDER: r"geschlecht|gender|sex|m/w(/d)?|w/m",
    Meaning.ROUND: r"serie|series|runde|round|durchgang|serien? ?nr|liste",
    Meaning.TABLE: r"tisch|tisch ?nr|table",
    Meaning.PASSED_IN: r"eingepasst|einpasser|passed in",
    Meaning.GAMES: r"spiele|anz(ahl)? spiele|games( played)?",
    Meaning.OTHERS: r"(verl(orene?)?|vl|verlust(e)?) ?(spiele )?(d(er)?|von)? ?"
    r"(gegner|gegn|anderen?|geg|gg|fremd)( ?(pkt|punkte))?"
    r"|(gegner|gegn|gegen|fremd(e|er)?) ?-?(verl(oren(e)?)?|verluste?|vl|spiele verl)"
    r"|gegnerverluste?|va|vg|gv|ggn|others'? ?lost|opponents?'? ?lost|lost by others"
    r"|(30|40|30 ?/ ?40|40 ?/ ?30)(er)?( ?(pkt|punkte))?|gegnerpunkte|gegnerpkt",
    Meaning.WON: r"gewonnen|gew|g|gewonnene( spiele)?|gew(onnene)? ?spiele|won|w|wins"
    r"|\+|games won|siege|(gew|g) sp|spiele gew(onnen)?|eigene gew(onnene?)?",
    Meaning.LOST: r"verloren|verl|v|verlorene( spiele)?|verl(orene)? ?spiele|lost|l"
    r"|losses|-|games lost|(verl|v) sp|spiele verl(oren)?|eigene verl(orene?)?|vl",
    Meaning.POINTS: r"spiel ?-?(punkte|pkte?|pkt)|sp|spp|sppkt|game (points|score)"
    r"|(punkte|pkt) aus spielen|spielwert(e)?|reine punkte|rohpunkte"
    r"|sp pkt",
    Meaning.TOTAL: r"gesamt|ges|gesamt ?-?(punkte|pkte?|summe|ergebnis)|summe|total"
    r"|total (points|score)|endsumme|ergebnis|endergebnis|result|grand total|wertung"
    r"|wertungspunkte|ges ?(pkt|punkte)|saldo|endstand|leistung|seeger(-|/| )fabian"
    r"|gesamt ?punktzahl|(punkte|pkt) (gesamt|ges)|summe (punkte|pkt)|insgesamt",
    Meaning.LISTS: r"abende|anz(ahl)?|anz(ahl)? ?(abende|listen|serien|teilnahmen)"
    r"|teiln(ahmen?)?|listen|serien|gesp(ielte)? ?(abende|listen|serien)|evenings|lists"
    r"|anwesend|anw|series played|mitgespielt|teilgenommen",
    Meaning.EVENING: r"veranstaltung|turnier|abend|wettbewerb|event|bezeichnung|anlass",
    Meaning.NOTHING: r"lfd ?nr|lfd|id|start ?nr|ort|strasse|plz|telefon|tel|e ?mail"
    r"|schnitt|durchschnitt|average|avg|ø|mittel|verlustgeld|betrag|euro|eur|dm|startgeld|geld|preis|kasse"
    r"|preisgeld|bemerkung(en)?|notiz|bonus|differenz|diff|status"
    r"|abreizgeld|\+ ?/ ?-|g ?- ?v|money|remarks?"
    r"|note|letzter|vorjahr|quote|prozent|%",
}
PATTERNS = {meaning: re.compile(words) for meaning, words in WORDS.items()}
VAGUE_TOTALS = frozenset({"punkte", "pkt", "pkte", "points", "score", "p", "punktzahl"})
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

    >>> read_head("Vorname").meaning, read_head("2. Serie").number
    (<Meaning.FIRST: 'first'>, 2)
    >>> [read_head("Platz", purpose).meaning.value for purpose in Purpose]
    ['nothing', 'nothing', 'seat', 'rank']
    """
    words = plain_head(text)
    if words in VAGUE_TOTALS and purpose.has_results:
        return Head(Meaning.TOTAL, is_vague=True)
    for pattern in (SERIES, EVENINGS):
        if match := pattern.fullmatch(words):
            meaning = Meaning.SERIES if purpose.has_results else Meaning.NOTHING
            return Head(meaning, number_in(match), is_vague=pattern is EVENINGS)
    meanings = [
        each for each, words_of in PATTERNS.items() if words_of.fullmatch(words)
    ]
    useful = [meaning for meaning in meanings if meaning in purpose.meanings]
    return Head((useful or [Meaning.NOTHING])[0]) if meanings else None


def evening_number(text: str) -> int:
    """Return the number of the evening that a head names; 0 for none."""
    match = EVENINGS.fullmatch(plain_head(text))
    return number_in(match) if match else 0


def number_in(match: re.Match[str]) -> int:
    text = match["before"] or match["behind"]
    return ROMAN.get(text) or int(text)


def is_evening(text: str) -> bool:
    """Tell whether a head names an evening, by its day or by its number."""
    return is_day(text) or evening_number(text) > 0
