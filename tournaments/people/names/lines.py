"""Reading names: one text or two cells, alone or with a club, in the order of a list.

Only a comma or two heads tell which is the family name. Otherwise the known first names
decide for all rows that are written in the same way, and the user can turn them. What
in a row is neither a name nor a club nor harmless has to be looked at.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import takewhile

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.people.names.names import (
    ADDITION,
    ADDITIONS,
    APOSTROPHES,
    FIRST_NAMES,
    PARTICLES,
    READ_OFTEN,
    TITLE,
    TITLES,
    PersonName,
    fold,
    is_particle,
    matching_club,
    read_family_first,
    read_name,
    tidy,
    with_noble_family,
    without_addition,
)

MESSENGER = re.compile(
    r"^\[?\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?\]?"
    r"(?: -)? [^:]{1,40}: "
)
NUMBER = re.compile(r"\s*#?\d{1,4}(?:[.):](?!\d)\s*|[ \t;]+)")
BULLET = re.compile(r"^(?:[•·*–—»>☐✓✔→o-]\s+|[•·»>☐✓✔→]+\s*)+")
# Before a name only: "Hans Herr" is one.
SALUTATION = re.compile(r"(?i)(?<!\S)(?:herrn?|frau|hr\.|fr\.)\s+(?=[\w\"„“])")
OFFICE = (
    r"(?<!\S)(?i:(?:[12]\. )?(?:stellv\. )?vors(?:itzende[rn]?|\.)"
    r"|präsident(?:in)?|(?:kassen|spiel)wart(?:in)?|kassier(?:er)?(?:in)?|ehrenmitglied"
    r"|schriftführer(?:in)?)(?![^\s,:])"
)
DAY_TEXT = (
    r"(?:\d{1,2}[./-] ?\d{1,2}[./-] ?(?:\d{4}|\d{2})(?!\d)|\d{4}-\d{2}-\d{2}"
    r"|\d{1,2}\. ?[^\W\d_]{3,9}\.? (?:\d{4}|\d{2})(?!\d))"
)
BORN_ON = r"(?:(?<!\w)(?i:geb(?:\.|oren)?)(?: am)?|(?<!\w)\*) ?"
# Of two people both days, which are then read for neither.
SECOND = rf" ?(?:/|und|u\.|&|,) ?(?:{BORN_ON})?{DAY_TEXT}"
BORN = rf"(?:{BORN_ON})?{DAY_TEXT}(?:{SECOND})?"
BIRTHDAY = re.compile(
    rf"\(?(?P<word>{BORN_ON})?(?P<day>{DAY_TEXT})(?P<other>{SECOND})?\)?"
)
HOUSE = r"\d{1,4} ?[a-z]?(?!\w)"
STREET = (
    r"(?:(?<=, )[^,\d]*|(?<!\S)[^\s,]*)"
    rf"(?i:str\.|straße|strasse|weg|allee|gasse|platz) {HOUSE}"
)
PLACE = r"(?:D-)?\d{5} [^\W\d_][^\d,]*"
ADDRESS = rf"[^\d,]+ {HOUSE},? ?{PLACE}"
# Lines of a letter: where its writer lives; a greeting, or what a program writes.
BEFORE_STREET = "(?:A[mn]|Auf|I[mn]|Beim?|Zu[mr]|Unterm?|Hinterm?|Vorm?) "
# Two words before the number may be a name, so somebody looks at them.
NAME_OR_STREET = rf"(?!{BEFORE_STREET})[A-ZÄÖÜ][^\W\d_]+ [A-ZÄÖÜ][^\W\d_]+ {HOUSE},"
ADDRESS_LINE = re.compile(
    rf"(?!{NAME_OR_STREET}){ADDRESS}|{PLACE}, [^\d,]+ {HOUSE}"
    r"|(?:(?:D-)?\d{5} )?(?:Bad|Sankt|St\.) [^\d,]+"
    rf"|{BEFORE_STREET}(?:de[mnr] )?[^\d,]+ {HOUSE}"
)
LETTER_LINE = re.compile(
    r"(?i)(?:hallo|hi|moin|liebe[rs]?|guten|servus|sehr geehrte.*|hey) +\S"
    r"|(?:von|an|cc|from|to|gesendet|sent|betreff|subject|datum|date|anhang|iban|bic)"
    r"\s*:|(?:iban|bic|gesendet von|von meinem|sent from|danke!|vielen dank"
    r"|bis (?:dann|bald|morgen|\w+tag|mittwoch))(?!\w)"
    r"|(?:eu(?:er|re)|deine?|ihre?) \w"
)
# Birthdays, names at birth, addresses, titles, nicknames, numbers at an end of a part.
HARMLESS = (
    rf"{BORN}|{BORN_ON}\d{{4}} ?(?:/|und|u\.|&) ?\d{{4}}"
    rf"|(?<!\S)(?i:geb\.|geborene?) [^\W\d_][\w'-]*|{STREET}|{TITLE}|{OFFICE}"
    rf"|(?<=, ){ADDRESS}|(?<=, ){PLACE}"
    r"|^(?:D-)?\d{5} [^\W\d_][\w-]*$"
    r"|(?<!\w)[\"“„”»«'‚‘][^\"“„”»«'‚‘]+[\"“”«»'‘’](?!\w)"
    r"|(?:(?<!\S)(?i:tel(?:efon)?|mobil|handy|fax|e?-?mail|geb(?:oren)?)[.:]{0,2} *)?"
    r"(?:(?<!\S)\S*@\S*|(?<![^\s.:])(?:\+\d\d[\d /-]{6,}|\d[\d ./:-]*)"
    r"(?=\s*(?:[,;()–-]|$|\S*@)))"
)
TAKEN_OFF = re.compile(rf"^{ADDRESS}$|{HARMLESS}")
CROSS = "†✝✗✘☒✖❌"
# Also remarks in brackets, and crosses or question marks beside a name.
REMARK = re.compile(
    r"[(\[{][^)\]}]*[)\]}]?|^\s*(?:\+ ?|\?+ )(?=[^\W\d_])"
    r"|(?<![\w+])[+†]\s*(?:[\d.]*(?:19|20)\d\d|(?=[)\],]|$))"
    rf"|[{CROSS}]|{HARMLESS}"
)
# Words by which somebody is no longer in the club.
LEFT = re.compile(
    r"(?i)\b(?:ausge(?:tr|schie|schlo)|austritt|(?:ver|ge)st(?:orb|\.)"
    r"|gek(?:ü|ue)ndigt|ehem(?:al|\.)|deceased)|[†✝]"
    rf"|\+ ?(?:{DAY_TEXT}|(?:19|20)\d\d)"
)
# Words by which somebody is in the club and not offered for tables, or is.
STANDING = re.compile(
    r"(?i)\(?(?:(?P<active>aktiv)|passiv|inaktiv|ruhend)"
    r"(?:e[rs]?)?(?: mitglied(?:er)?)?\)?:?"
)
# What a club is called; other words behind a name may be a remark.
CLUB_NAME = re.compile(
    r"(?=[\dA-ZÄÖÜ\"„]).*?(?:\b(?:[BS]?SC|SF|SG|SV|TSV)\b|e\. ?V\b|Skat\w"
    r"|Skat und\b|[Cc]lub|[Kk]lub|[Vv]erein|[Ff]reunde|[Bb]uben?\b|\bAsse?\b"
    r"|\bGut Blatt\b|\b(?:Pik|Karo|Herz|Kreuz)[ -][A-ZÄÖÜ])"
)
# A club behind a name without a comma.
CLUB_BEHIND = re.compile(
    r"([^:/(\[\d]+?),?(?: ?/| [-–]|(?= )| ?[(\[]) ?"
    r"((?:\d+\. ?)?(?:[BS]?SC|SF|SG|SV|TSV|Skat(?:club|freunde)) "
    r"(?:(?! [-–] )[^,)\]])+)[)\]]?"
)
# A single letter or an abbreviation behind two words is no part of a name.
LOOSE_END = re.compile(r"\w,? \S+ ([^\W\d_]|[^\W\d_]{2,}\.)$")
MAY_BE_SENIOR = re.compile(r"\w \S+ Sen$")  # or the family name behind two others
INITIAL = re.compile(r"[A-ZÄÖÜ]\.(?:[ -]?[A-ZÄÖÜ]\.)*(?: (?:sen\.|jun\.|I+V?))?")
FAREWELL = re.compile(
    r"(?i)(?:viele|beste|liebe|sch\w+ne|herzliche|freundliche|mit(?: \w+e[mn])?)?\s*"
    r"(?:(?:skat)?gr(?:ü|ue|u)(?:ß|ss)e?n?|gut blatt|mfg|vg|lg|regards)\b.*"
)
# In folded lines above names; with a known first name they are a name.
HEADING = re.compile(
    r"\b(?:(?:\w*mitglied|\w*spieler|teilnehm|anmeldung|meldung|verstorb|ehemalig"
    r"|ausgetret|aktiv|passiv|unser|skat|verein)\w*|\w*liste|vorstand|stand|namen"
    r"|gaeste|damen|herren|insgesamt|sc|e\. ?v|members|list|board)\b"
)
NUMBERED = re.compile(r"([^,]*[^\W\d])( \d{1,2})(?=,|$)")  # "Ohm 2"
DISTINCTION = re.compile(r"[(\[{]|^\D*\d{1,2}$")
GUEST_OF = re.compile(r"(?i),?\s*\bgast (?:vo[mn]|der|des|beim?) (?:de[rs] )?")
JOINED = re.compile(
    r"\s+(?:und|u\.?|\+)\s+(?!zu )|\s*&\s*|\s+/\s*|\s*/\s+|(?<=\w)/(?=[^\W\d_])"
)
KIN = re.compile(
    r"(?i)(?:(?:ehe)?(?:frau|mann)|gatt(?:in|e)|sohn|tochter|partner(?:in)?|kind(?:er)?"
    r"|familie|begleitung|gast)\b"
)
GROUP = re.compile(
    r"(?i)^(?:familie|fam\.|eheleute|ehepaar|geschw(?:ister|\.)|gebr(?:üder|\.)"
    r"|herrn? (?:und|u\.|&|\+) frau|frau (?:und|u\.|&|\+) herrn?)\s+"
)
LETTER = re.compile(r"[^\W\d_]")
WORD = re.compile(r"[^\W\d_]{2}")
SIGN = re.compile(rf"[\d+{CROSS}?!:;@<>\[\]" r"(){}*/|_~…\"“„”#%&]")
BETWEEN = PARTICLES | ADDITIONS.keys() | {"und", "t", "v", "d"}  # "van 't Ohm"
ELIDED = re.compile(rf"[a-z]{{1,4}}[{APOSTROPHES}](?:[^\W\d_]|$)")  # "d'Angelo"
SENTENCE = 5  # words
SENTENCE_END = re.compile(r"\w\w\.$|[!?]$")  # not "e. V."
SEVERAL = _(
    "These seem to be several people: please write “and” between their full names."
)


class Spelling(StrEnum):
    """What tells the family name from the first name."""

    WORDS = "words"
    CLUB = "club"
    COMMA = "comma"
    CELLS = "cells"
    HEADS = "heads"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowName:
    """The name in a row, in the more likely order; ``turned`` is the other one.

    ``rest`` is what beside it is not read, ``doubt`` what has to be looked at. Titles
    are no help in reading: they stand in the ``rest`` until the name is ``whole``. The
    people of a row differ by ``part``; ``is_several`` tells that the row names several,
    but not clearly.
    """

    number: int
    part: int = 0
    text: str
    spelling: Spelling
    name: PersonName
    turned: PersonName
    club: str = ""
    team: str = ""
    rest: str = ""
    doubt: str = ""
    is_no_name: bool = False
    is_several: bool = False

    @property
    def whole(self) -> "RowName":
        """The same with its titles before the first name; not in a row of several."""
        parts = self.rest.split(", ")
        titles = [part for part in parts if TITLES.fullmatch(part)]
        if self.part or not titles:
            return self
        rest = ", ".join(part for part in parts if part not in titles)
        first = " ".join(filter(None, (*titles, self.name.first)))
        return replace(self, name=replace(self.name, first=first), rest=rest)

    @property
    def key(self) -> str:
        return f"{self.number}-{self.part}" if self.part else str(self.number)

    @property
    def may_tell_apart(self) -> bool:
        """Whether what is not read may tell the person from a namesake."""
        return bool(DISTINCTION.search(self.rest))


def in_order(
    names: Sequence[RowName], first_names: Container[str], *, is_turned: bool = False
) -> list[RowName]:
    """Return names in the likelier order, or in the other one.

    Names with a comma are turned only by the user, and only if all have one.
    """
    votes = dict.fromkeys(Spelling, 0)
    for each in names:
        votes[each.spelling] += is_first_name(each.turned.first, first_names)
        votes[each.spelling] -= is_first_name(each.name.first, first_names)
    votes[Spelling.HEADS] = votes[Spelling.COMMA] = 0
    turned = {spelling for spelling in Spelling if is_turned != (votes[spelling] > 0)}
    if any(each.spelling is not Spelling.COMMA for each in names):
        turned.discard(Spelling.COMMA)
    ordered = (
        replace(each, name=each.turned, turned=each.name)
        if each.spelling in turned
        else each
        for each in names
    )
    return [*ordered] if is_turned else [*map(with_particle_in_family, ordered)]


def with_particle_in_family(name: RowName) -> RowName:
    """Return "Jan de Vries" among names in the other order as one of de Vries.

    >>> name = line_name(1, "Jan de Vries")
    >>> turned = replace(name, name=name.turned, turned=name.name)
    >>> with_particle_in_family(turned) == name
    True
    """
    word, _blank, more = name.name.first.partition(" ")
    is_sure = name.spelling in (Spelling.WORDS, Spelling.CLUB) and bool(more)
    if is_sure and is_particle(word) and is_first_name(name.turned.first):
        return replace(name, name=name.turned, turned=name.name)
    return name


def is_doubtful(name: PersonName, first_names: Container[str] = ()) -> bool:
    """Return whether known first names suggest the other order."""
    return is_first_name(name.last, first_names) > is_first_name(
        name.given, first_names
    )


def is_first_name(text: str, first_names: Container[str] = ()) -> bool:
    word = re.split(r"[ -]", fold(text))[0]
    return word in FIRST_NAMES or word in first_names


def two_cells(number: int, first: str, last: str) -> RowName:
    """Return the name below two heads; the family name may hold both."""
    if not first and "," in last:
        return line_name(number, last)
    (first, remark), (last, other) = without_remarks(first), without_remarks(last)
    plain, added = without_addition(tidy(f"{last}, {first}").rstrip(", "))
    family, _comma, given = plain.partition(", ")
    given, family = with_noble_family(given, family)
    return RowName(
        number=number,
        text=tidy(f"{first} {last}"),
        spelling=Spelling.HEADS,
        name=PersonName(first=given, last=family + added),
        turned=PersonName(first=family, last=given + added),
        rest=", ".join(filter(None, (remark, other))),
        is_no_name=not first and is_no_name(last),
    )


def line_name(number: int, text: str, clubs: Container[str] = ()) -> RowName:
    """Return the name in a text, which may hold a club behind a comma.

    >>> [line_name(1, text).club for text in ("Ohm, Anna", "Ohm Anna, Pik Ass")]
    ['', 'Pik Ass']
    >>> line_name(1, 'Herr Hans "Hansi" Ohm sen. (Gast)').name.last
    'Ohm sen.'
    >>> line_name(1, "Groß Jürgen (Gast) 12.03.1970").rest
    '(Gast), 12.03.1970'
    """
    plain, rest = without_remarks(text)
    head, *behind = (part.strip() for part in plain.split(",", 2))
    if behind and fold(behind[0]).strip(".") in ("sen", "jun", "sr", "jr"):
        head, behind = f"{head} {behind[0]}", behind[1:]
    spelling, club = Spelling.WORDS, ""
    name, turned = read_name(head), read_family_first(head)
    if behind and names_club(head, behind[0], clubs, is_last=len(behind) == 1):
        # Lists with clubs usually begin with the family name.
        club, rest = behind[0], ", ".join(filter(None, (rest, *behind[1:])))
        if "," in text:
            spelling, name, turned = Spelling.CLUB, turned, name
    elif behind:
        spelling, club = Spelling.COMMA, ",".join(behind[1:]).lstrip(", ")
        name = read_name(f"{head}, {behind[0]}")
        turned = PersonName(first=name.last, last=name.first)
    if club and (more := re.search(rf"{re.escape(club)} (\d{{1,4}})$", tidy(text))):
        club = more[0]
        rest = ", ".join(each for each in rest.split(", ") if each != more[1])
    read = RowName(
        number=number,
        text=tidy(text),
        spelling=spelling,
        name=name,
        turned=turned,
        club=club,
        rest=rest,
        is_no_name=is_no_name(text),
    )
    return with_last_name(read)


def with_last_name(read: RowName) -> RowName:
    """Return a name of which an initial with a dot is not the family name."""
    if INITIAL.fullmatch(read.name.last) and not is_first_name(read.name.first):
        return replace(read, name=read.turned)
    is_certain = INITIAL.fullmatch(read.turned.last)
    return replace(read, turned=read.name) if is_certain else read


def typed_name(text: str, clubs: Iterable[str]) -> RowName:
    """Return the name in a text typed alone, with a known club in full.

    A small number behind the name may tell it from a namesake's and stays with it.
    Raises ``ValidationError`` if the text names several people.

    >>> typed_name("Herr Ohm 2", []).name.last, typed_name("Alt, Dr. Eva", []).name
    ('Ohm 2', PersonName(first='Dr. Eva', last='Alt'))
    >>> typed_name("Hans Meier, Pik As", []).name == typed_name("Meier Hans", []).name
    True
    """
    clubs, text = tuple(clubs), tidy(text)
    number = NUMBERED.match(text)
    plain = number[1] + text[number.end() :] if number else text
    keys = {fold(club) for club in clubs}
    read = line_name(0, plain, keys)
    is_with = " mit " in plain.partition(",")[0]
    if is_with or each_of(read, plain, keys) != [read]:
        raise ValidationError(SEVERAL, code="several")
    is_turned = read.spelling is not Spelling.COMMA and is_doubtful(read.name)
    name = read.turned if is_turned else read.name
    if number:
        name = replace(name, last=name.last + number[2])
    return replace(read, name=name, club=matching_club(read.club, clubs)).whole


def certain_name(text: str) -> str:
    """Return a typed name without the parts that surely do not belong to it.

    >>> [certain_name(text) for text in ("1. Herr Ohm", "Dr. Ohm", "Ohm (Gast)")]
    ['Ohm', 'Ohm', 'Ohm (Gast)']
    """
    plain, rest = without_remarks(text)
    return text if DISTINCTION.search(rest) else plain or text


def cell_names(
    number: int, cells: Sequence[str], clubs: Container[str]
) -> list[RowName]:
    """Return the names in a row below no heads: lines, or the parts of one name."""
    if len(cells) > 1 and re.fullmatch(r"#?\d{1,4}[.):]?", cells[0]):
        cells = cells[1:]
    if len(cells) > 1 and all("," in cell for cell in cells):
        names = [line_name(number, cell, clubs) for cell in cells]
        return [replace(name, part=part) for part, name in enumerate(names, 1)]
    text = ", ".join(cells)
    name = line_name(number, text, clubs)
    if len(cells) > 1 and "," not in cells[0] and name.spelling is Spelling.COMMA:
        name = replace(name, spelling=Spelling.CELLS)
    return each_of(name, text, clubs)


def names_club(
    head: str, text: str, clubs: Container[str], *, is_last: bool = True
) -> bool:
    """Tell whether the text behind the comma of a name is a club, not a first name."""
    if not is_last and (JOINED.search(text) or not CLUB_NAME.match(text)):
        return False
    family, _comma, _given = without_addition(f"{head}, {text}")[0].partition(",")
    return fold(text) in clubs or (
        bool(read_family_first(family).first)
        and not all(is_first_name(word) for word in text.split())
    )


def with_known_name(name: RowName, known: Mapping[str, PersonName]) -> RowName:
    """Return a name read as the known one of which the whole text is the name.

    >>> known = {"eva graefin alt": PersonName(first="Eva", last="Gräfin Alt")}
    >>> with_known_name(line_name(1, "Eva Gräfin Alt"), known).name.last
    'Gräfin Alt'
    """
    whole = known.get(plain_key(name))
    if whole is None or fold(whole.last) in map(
        fold, (name.name.last, name.turned.last)
    ):
        return name
    return replace(name, name=whole, turned=whole, club="", is_several=False)


def in_known_order(name: RowName, known: Mapping[str, PersonName]) -> RowName:
    """Return a name without a comma in the order of the known person of that name.

    >>> known = {"alt eva": PersonName(first="Eva", last="Alt")}
    >>> in_known_order(line_name(1, "Alt Eva"), known).name.last
    'Alt'
    """
    is_certain = name.spelling in (Spelling.COMMA, Spelling.HEADS)
    if is_certain or known.get(plain_key(name)) != name.turned:
        return name
    return replace(name, name=name.turned, turned=name.name)


def plain_key(name: RowName) -> str:
    return fold(without_remarks(name.text)[0].replace(",", " "))


def looked_at(
    name: RowName, clubs: Container[str], *, is_entry: bool, is_line: bool
) -> RowName:
    """Return a name with what in its row has to be looked at.

    It comes in by itself if each word is one of a name, nothing else stands beside it
    that somebody should read, and its club is known or called like one. Otherwise the
    words before the first that is none are the name.

    >>> row = line_name(1, "Ida Ohm - abgesagt, Tel. 0341 224718")
    >>> row = looked_at(row, (), is_entry=True, is_line=True)
    >>> row.name.last, row.doubt, row.rest
    ('Ohm', 'abgesagt', 'Tel. 0341 224718')
    """
    parts = re.split(rf", (?!{PLACE}$|{PLACE}, )", name.rest)
    doubts = [part for part in parts if not is_harmless(part)]
    name = replace(name, rest=", ".join(filter(is_harmless, parts)))
    is_club = fold(name.club) in clubs or bool(CLUB_NAME.match(name.club))
    words = f"{name.name.first} {name.name.last}".split()
    if loose_end(name) or not all(map(is_name_word, words)):
        name, behind = with_clear_words(replace(name, club=name.club * is_club))
        doubts.append(behind)
    elif name.club and not is_club:
        doubts.append(name.club)
        parts = re.sub(r" \d+$", "", name.club).split()
        is_kept = is_entry and all(is_name_word(p) and p[-1] != "." for p in parts)
        name = replace(name, club=name.club * is_kept)
    elif is_line and not (doubts or is_full_name(name)):
        doubts.append(" ".join(words))
    return replace(name, doubt=", ".join(doubts))


def with_clear_words(name: RowName) -> tuple[RowName, str]:
    """Return a name of the first words of its row that may be one, and the others."""
    words, loose = without_remarks(name.text)[0].split(), loose_end(name)
    clear = [
        *takewhile(lambda word: word != loose and is_name_word(word.strip(",:")), words)
    ]
    behind = " ".join(words[len(clear) :]).strip(" ,;:-–")
    if not clear:
        return replace(name, is_no_name=len(words) >= SENTENCE), behind
    again = line_name(name.number, " ".join(clear).strip(" ,:"))
    name = replace(name, name=again.name, turned=again.turned, spelling=again.spelling)
    return name, behind


def loose_end(name: RowName) -> str:
    """Return the last word of a row if it cannot, or may not, belong to the name."""
    whole, _rest = without_remarks(name.text)
    plain, _addition = without_addition(whole)
    end = None if name.club else LOOSE_END.search(plain)
    if MAY_BE_SENIOR.search(whole) and name.name.last != "Sen":
        return "Sen"
    return end[1] if end else ""


def is_name_word(word: str) -> bool:
    """Tell whether a word may be a part of a name: "d'Arc" may, "kommt" may not."""
    letter = LETTER.search(word)
    return (
        letter is not None
        and not SIGN.search(word)
        and (
            not letter[0].islower()
            or bool(ELIDED.match(word))
            or fold(word).strip(".'") in BETWEEN
        )
    )


def is_full_name(name: RowName) -> bool:
    """Tell whether the words of a line are surely a name, not that of a club."""
    words = f"{name.name.first} {name.name.last}".split()
    names = [word for word in words if fold(word).rstrip(".") not in BETWEEN]
    is_alone = not name.club or "," in name.text
    is_alone = is_alone and not re.match(NAME_OR_STREET, name.text)
    return not INITIAL.fullmatch(name.name.last) and (
        (len(names) == 2 and is_alone)
        or (len(names) in (2, 3, 4) and any(map(is_first_name, names)))
    )


def is_harmless(remark: str) -> bool:
    """Tell whether a remark says nothing that somebody should read.

    >>> [is_harmless(text) for text in ("(geb. Alt)", "0341 22", "(Gast)", "†2019")]
    [True, True, False, False]
    """
    left = TAKEN_OFF.sub(" ", remark.strip("()[]{} "))
    return not re.search(rf"[^\W\d_]|[+?!{CROSS}]", left)


def each_of(name: RowName, text: str, clubs: Container[str] = ()) -> list[RowName]:
    """Return the people of a row of which ``name`` is one only if the text says so."""
    if name.is_no_name:
        return [name]
    line = without_number(text)
    plain, _rest = without_remarks(GROUP.sub("", line))
    pieces = people_in(plain, clubs)
    if len(pieces) < 2:
        return [replace(name, is_several=not pieces or bool(GROUP.match(line)))]
    names = [line_name(name.number, piece, clubs) for piece in pieces]
    team = " / ".join(f"{each.name.first} {each.name.last}".strip() for each in names)
    return [
        replace(each, part=part, rest=name.rest, team=team if "/" in plain else "")
        for part, each in enumerate(names, 1)
    ]


def people_in(text: str, clubs: Container[str] = ()) -> list[str]:
    """Return each person that a text names; nobody if it is not clear who they are.

    >>> people_in("Gisela u. Werner Brandt"), people_in("Krause, Ingrid und Dieter")
    (['Brandt, Gisela', 'Brandt, Werner'], ['Krause, Ingrid', 'Krause, Dieter'])
    >>> people_in("Hans Ohm / Eva Alt, Pik Ass"), people_in("Brandt Gisela + Werner")
    (['Hans Ohm, Pik Ass', 'Eva Alt, Pik Ass'], [])
    >>> people_in("Hans Ohm und Eva"), people_in("Hans Ohm, Skat und Spaß")
    ([], ['Hans Ohm, Skat und Spaß'])
    >>> people_in("Ida Ohm, Eva Ohm, Uwe Alt")
    ['Ida Ohm', 'Eva Ohm', 'Uwe Alt']
    """
    parts = text.split(", ")
    if len(parts) > 2 and all(p.count(" ") == 1 and is_first_name(p) for p in parts):
        return parts
    parts = JOINED.split(text)
    is_pair = " /" in text or "/ " in text
    if len(parts) > 1 and all(
        "," in part or (is_pair and " " in part) for part in parts
    ):
        _name, comma, club = parts[-1].partition(",")
        return [part if "," in part else f"{part}{comma}{club}" for part in parts]
    head, comma, behind = text.partition(",")
    parts = JOINED.split(head)
    if len(parts) > 1:
        is_whole = not comma or any(" " in part for part in parts)
        return [f"{n}{comma}{behind}" for n in people_of(parts) if is_whole]
    given, comma, club = behind.strip().partition(",")
    parts = JOINED.split(given)
    is_club = names_club(head, given, clubs) and not any(map(is_first_name, parts))
    if len(parts) > 1 and not is_club:
        is_clear = all(map(is_given_name, parts))
        return [f"{head}, {part}{comma}{club}" for part in parts] if is_clear else []
    words = given.split()
    family = head.split() if len(words) == 2 and " " in head else []
    is_person = bool(family) and (is_first_name(words[0]) or words[0] in family)
    return [] if is_person and fold(given) not in clubs else [text]


def people_of(parts: Sequence[str]) -> list[str]:
    """Return the joined parts of a text as people; nobody if that is not clear."""
    *before, last = parts
    name = read_name(last)
    if any(map(KIN.match, parts[1:])):
        return []
    if all(" " in part for part in parts):
        return [*parts]
    is_clear = all(map(is_given_name, (*before, name.first)))
    return [f"{name.last}, {each}" for each in (*before, name.first)] * is_clear


def is_given_name(text: str) -> bool:
    return " " not in text and is_first_name(text)


def without_number(line: str) -> str:
    """Return a line without what stands before it, and a comma before its club.

    >>> without_number("3. Anna Ohm, Gast vom SC Nord")
    'Anna Ohm, SC Nord'
    """
    line = BULLET.sub("", MESSENGER.sub("", line))
    number = NUMBER.match(line)
    rest = line[number.end() :] if number else ""
    line = BULLET.sub("", rest) if tidy(rest) else line
    line = GUEST_OF.sub(", ", line)
    behind = CLUB_BEHIND.match(line)
    if not behind or " " not in behind[1] or HEADING.search(fold(behind[1])):
        return line
    more = line[behind.end() :].strip(" ,-–")
    parts = (behind[1], behind[2], more)
    return line if CLUB_NAME.match(behind[1]) else ", ".join(filter(None, parts))


@lru_cache(READ_OFTEN)
def without_remarks(text: str) -> tuple[str, str]:
    """Return a text without the parts that cannot belong to a name, and those parts."""
    text = re.sub(rf"\(\s*({ADDITION.pattern})\s*\)?", r"\1 ", without_number(text))
    label, _colon, behind = text.partition(": ")
    if behind and "," not in label and not any(map(is_first_name, label.split())):
        plain, rest = without_remarks(behind)
        if LETTER.search(plain):
            return plain, ", ".join(filter(None, (f"{label}:", rest)))
    text = SALUTATION.sub("", text)
    remarks = [tidy(match[0]) for match in REMARK.finditer(text)]
    plain = tidy(REMARK.sub(" ", text)).replace(" ,", ",")
    return plain.strip(' ,;:-–"*†'), ", ".join(filter(None, remarks))


@lru_cache(READ_OFTEN)
def is_no_name(text: str) -> bool:
    """Tell whether a line is a sentence, a greeting, or says what stands below it.

    >>> [is_no_name(text) for text in ("Tel. Vorstand", "Gäste:", "Am Weg 5", "1.1.26")]
    [True, True, True, True]
    >>> is_no_name("Peter Stand"), is_no_name("Xaver Ohm, Skatfreunde")
    (False, False)
    """
    text = tidy(without_number(text))
    untitled = re.sub(f"{TITLE}|{OFFICE}", "", text).strip(" ,").split()
    words = [word for word in untitled if fold(word).strip(".,") not in ADDITIONS]
    head = fold(text.partition(",")[0])
    return (
        bool(LETTER_LINE.match(text) or FAREWELL.fullmatch(text))
        or (len(words) >= SENTENCE and bool(SENTENCE_END.search(words[-1])))
        or not WORD.search(without_remarks(text)[0])
        or (
            not any(map(is_first_name, re.findall(r"[^\W\d_]+", head)))
            and bool(
                text.endswith(":")
                or HEADING.search(head)
                or re.search(STREET, head)
                or ADDRESS_LINE.fullmatch(text)
            )
        )
    )


def club_in(text: str, clubs: Container[str], *, is_known: bool) -> str:
    """Return the club that a line above names is called; empty if it is none.

    >>> [club_in(text, (), is_known=False) for text in ("SC Nord:", "Pik Ida", "Alle")]
    ['SC Nord', '', '']
    """
    plain, _rest = without_remarks(text)
    if fold(plain) in clubs:
        return plain
    is_called_so = (
        "," not in plain
        and CLUB_NAME.match(plain)
        and not any(map(is_first_name, plain.split()))
    )
    return plain if is_called_so and not is_known else ""
