"""The meaning of column heads, in the words that clubs have used."""

import re
from dataclasses import dataclass
from enum import StrEnum

from tournaments.files.foreign.cells import is_day
from tournaments.people.names.names import fold


class Meaning(StrEnum):
    """The content of a column; the values are stored with the heads of a table.

    ``OTHERS`` are the games that the others lost, as a count or as points.
    """

    NOTHING = "nothing"
    DATE = "date"
    NAME = "name"
    FIRST = "first"
    LAST = "last"
    RANK = "rank"
    SERIES = "series"
    POINTS = "points"
    WON = "won"
    LOST = "lost"
    OTHERS = "others"
    TOTAL = "total"
    LISTS = "lists"
    EVENING = "evening"


@dataclass(frozen=True, slots=True)
class Head:
    """The meaning of a head; ``is_vague`` if the word has several meanings."""

    meaning: Meaning
    number: int = 0
    is_vague: bool = False


# Words are folded, without dots and signs; the first match counts.
WORDS: dict[Meaning, str] = {
    Meaning.DATE: r"datum|date|spieldatum|spieltag|termin|tag|spieltermin|abend vom",
    Meaning.FIRST: r"vorname|vorn|vn|first ?name|given name|rufname",
    Meaning.LAST: r"(nach|familien|zu)name|nachn|nn|(last|family) ?name|surname",
    Meaning.NAME: r"name|namen|spieler|spieler(in|innen|name)|mitglied|teilnehmer(in)?"
    r"|player|skatfreund|skatbruder|(vor ?(und|u)? ?(nach)?name|name,? ?vorname)"
    r"|name (und|u) vorname|vorname,? name",
    Meaning.RANK: r"platz|pl|rang|rg|place|rank|pos|position|platzierung"
    r"|plaz|platzziffer",
    Meaning.OTHERS: r"(verl(orene?)?|vl|verlust(e)?) ?(spiele )?(d(er)?|von)? ?"
    r"(gegner|gegn|anderen?|geg|gg|fremd)( ?(pkt|punkte))?"
    r"|(gegner|gegn|gegen|fremd(e|er)?) ?-?(verl(oren(e)?)?|verluste?|vl|spiele verl)"
    r"|gegnerverluste?|va|vg|gv|ggn|others'? ?lost|opponents?'? ?lost|lost by others"
    r"|(30|40|30 ?/ ?40|40 ?/ ?30)(er)?( ?(pkt|punkte))?|gegnerpunkte|gegnerpkt",
    Meaning.WON: r"gewonnen|gew|g|gewonnene( spiele)?|gew(onnene)? ?spiele|won|w|wins"
    r"|\+|games won|siege|spiele gew(onnen)?|eigene gew(onnene?)?",
    Meaning.LOST: r"verloren|verl|v|verlorene( spiele)?|verl(orene)? ?spiele|lost|l"
    r"|losses|-|games lost|spiele verl(oren)?|eigene verl(orene?)?|vl",
    Meaning.POINTS: r"spiel ?-?(punkte|pkte?|pkt)|sp|spp|sppkt|game (points|score)"
    r"|(punkte|pkt) aus spielen|spielwert(e)?|reine punkte|rohpunkte"
    r"|sp pkt",
    Meaning.TOTAL: r"gesamt|ges|gesamt ?-?(punkte|pkte?|summe|ergebnis)|summe|total"
    r"|total (points|score)|endsumme|ergebnis|endergebnis|result|grand total|wertung"
    r"|wertungspunkte|ges ?(pkt|punkte)|saldo|endstand|leistung|seeger(-|/| )fabian",
    Meaning.LISTS: r"abende|anz(ahl)?|anz(ahl)? ?(abende|listen|serien|teilnahmen)"
    r"|teiln(ahmen?)?|listen|serien|gesp(ielte)? ?(abende|listen|serien)|evenings|lists"
    r"|anwesend|anw|series played|mitgespielt|teilgenommen",
    Meaning.EVENING: r"veranstaltung|turnier|abend|wettbewerb|event|bezeichnung|anlass",
    Meaning.NOTHING: r"nr|lfd ?nr|lfd|no|id|mitgl(ieds)?nr|mitgliedsnummer|nummer"
    r"|pass ?nr|start ?nr|verein|club|klub|ort|spiele|anz(ahl)? spiele|games|schnitt"
    r"|durchschnitt"
    r"|average|avg|ø|mittel|verlustgeld|betrag|euro|eur|dm|startgeld|geld|preis|kasse"
    r"|preisgeld|bemerkung(en)?|notiz|tisch|tisch ?nr|bonus|differenz|diff|gast|status"
    r"|abreizgeld|eingepasst|\+ ?/ ?-|g ?- ?v|club|money|table|remarks?|games played"
    r"|note|letzter|vorjahr|quote|prozent|%",
}
VAGUE: dict[str, Meaning] = {
    "punkte": Meaning.TOTAL,
    "pkt": Meaning.TOTAL,
    "pkte": Meaning.TOTAL,
    "points": Meaning.TOTAL,
    "score": Meaning.TOTAL,
    "p": Meaning.TOTAL,
}
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
PATTERNS = {meaning: re.compile(words) for meaning, words in WORDS.items()}
# The order in which the meanings are tried, as some words match several.
ORDER = (
    *(Meaning.DATE, Meaning.FIRST, Meaning.LAST, Meaning.NAME, Meaning.RANK),
    *(Meaning.OTHERS, Meaning.WON, Meaning.LOST, Meaning.POINTS, Meaning.TOTAL),
    *(Meaning.LISTS, Meaning.EVENING, Meaning.NOTHING),
)


def plain_head(text: str) -> str:
    """Return a folded head without dots, colons and brackets.

    >>> plain_head(" Gew. Spiele: "), plain_head("Verl.-Gegner")
    ('gew spiele', 'verl gegner')
    """
    without_signs = re.sub(r"[.:;_()\"']|-(?=[a-z(])", " ", fold(text))
    return " ".join(without_signs.split())


def read_head(text: str) -> Head | None:
    """Return the meaning of a column's head; None for an unknown word.

    >>> read_head("Vorname").meaning, read_head("2. Serie").number
    (<Meaning.FIRST: 'first'>, 2)
    >>> read_head("Punkte").is_vague, read_head("Kurz")
    (True, None)
    """
    words = plain_head(text)
    if words in VAGUE:
        return Head(VAGUE[words], is_vague=True)
    if series := SERIES.fullmatch(words):
        return Head(Meaning.SERIES, head_number(series))
    if evening := EVENINGS.fullmatch(words):
        return Head(Meaning.SERIES, head_number(evening), is_vague=True)
    for meaning in ORDER:
        if PATTERNS[meaning].fullmatch(words):
            return Head(meaning)
    return None


def evening_number(text: str) -> int:
    """Return the number of the evening that a head names; 0 for none.

    >>> evening_number("3. Abend"), evening_number("Spieltag 12"), evening_number("Ida")
    (3, 12, 0)
    """
    match = EVENINGS.fullmatch(plain_head(text))
    return head_number(match) if match else 0


def head_number(match: re.Match[str]) -> int:
    """Return the number in the head of a series or an evening."""
    text = match["before"] or match["behind"]
    return ROMAN[text] if text in ROMAN else int(text)


def is_evening(text: str) -> bool:
    """Tell whether a head names an evening, by its day or by its number."""
    return is_day(text) or evening_number(text) > 0
