"""Reading names: one text or two cells, alone or with a club, in the order of a list.

Only a comma or two heads tell which is the family name. Otherwise the known first names
decide for all rows that are written in the same way, and the user can turn them.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.people.names.names import (
    ADDITION,
    READ_OFTEN,
    PersonName,
    fold,
    matching_club,
    read_family_first,
    read_name,
    tidy,
    without_addition,
)

MESSENGER = re.compile(
    r"^\[?\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?\]?"
    r"(?: -)? [^:]{1,40}: "
)
NUMBER = re.compile(r"\s*#?\d{1,4}(?:[.):](?!\d)\s*|[ \t;]+)")
BULLET = re.compile(r"^(?:[•·*–—»>☐✓✔→o?-]\s+|[•·»>☐✓✔→]+\s*)+")
# Before a name only: "Hans Herr" is one.
SALUTATION = re.compile(r"(?i)(?<!\S)(?:herrn?|frau|hr\.|fr\.)\s+(?=[\w\"„“])")
TITLE = re.compile(
    r"(?i)(?<!\S)(?:dr\.(?: ?(?:med|phil|jur|rer|nat|ing|dent|vet)\.)*|prof\."
    r"|dipl\.-?\w*\.?|ing\.|(?:[12]\. )?(?:stellv\. )?vors(?:itzende[rn]?|\.)"
    r"|präsident(?:in)?|(?:kassen|spiel)wart(?:in)?|kassierer(?:in)?|ehrenmitglied"
    r"|schriftführer(?:in)?)(?![^\s,])"
)
NICKNAME = re.compile(r"(?<!\w)[\"“„”»«'‚‘]([^\"“„”»«'‚‘]+)[\"“”«»'‘’]")
DAY_TEXT = (
    r"(?:\d{1,2}[./-] ?\d{1,2}[./-] ?(?:\d{4}|\d{2})(?!\d)|\d{4}-\d{2}-\d{2}"
    r"|\d{1,2}\. ?[^\W\d_]{3,9}\.? (?:\d{4}|\d{2})(?!\d))"
)
BORN_ON = r"(?:(?<!\w)(?i:geb(?:\.|oren)?)(?: am)?|(?<!\w)\*) ?"
# Of two people both days, which are then read for neither.
BIRTHDAY = rf"{BORN_ON}{DAY_TEXT}(?: ?(?:/|und|u\.|&) ?(?:{BORN_ON})?{DAY_TEXT})?"
DAY = re.compile(DAY_TEXT)
DAY_ALONE = re.compile(rf"\(?\s*({DAY_TEXT})\s*\)?")
BORN = re.compile(rf"\(\s*{BIRTHDAY}\s*\)|{BIRTHDAY}")
# Words, and crosses beside a name, by which somebody is no longer in the club.
LEAVING = (
    r"(?<!\w)(?i:ausgetr(?:eten\w*|\.)|austritt(?:sdatum)?|ausgeschieden\w*"
    r"|ausgeschlossen\w*|(?:ver|ge)st(?:orben\w*|\.)|gek(?:ü|ue)ndigt\w*"
    r"|ehem(?:alige?[mnrs]?|\.)|deceased)(?![^\W\d_])|†[ \d.]*"
)
CROSS = (
    r"^\s*\+ ?(?=[^\W\d_])"
    r"|(?<![\w+])\+\s*(?:(?=[)\]]|$)|(?:\d{1,2}\. ?\d{1,2}\. ?)?(?:19|20)\d\d(?!\d))"
)
STREET = (
    r"(?<!\S)[^\s,]*(?i:str\.|straße|strasse|weg|allee|gasse|platz) \d+ ?[a-z]?(?!\w)"
)
COMPANY = (
    r"\s(?:und|u\.?|&|\+|mit|nebst) (?i:(?:ehe)?(?:frau|mann)|gatt(?:in|e)"
    r"|sohn|tochter|partner(?:in)?|familie|begleitung|gast|kind(?:er)?)"
)
NAMED_COMPANY = re.compile(rf"{COMPANY} (?=[^\W\d_])")
LEFT = re.compile(LEAVING)
CROSS_ALONE = re.compile(r"\+ ?(?:[\d. ]*(?:19|20)\d\d)?")
LEFT_BESIDE = re.compile(f"{LEAVING}|{CROSS}")
# Birthdays, remarks in brackets, somebody's company, names at birth, addresses, dates
# and other numbers, email addresses, words before them.
NO_NAME = re.compile(
    rf"{BORN.pattern}|[(\[{{][^)\]}}]*[)\]}}]?|{LEAVING}|{CROSS}"
    rf"|{COMPANY}$"
    r"|(?<!\S)(?i:geb\.|geborene?) [^\W\d_][\w'-]*"
    rf"|{STREET}|(?<=, )(?:D-)?\d{{5}} [^\W\d_][^\d,]*"
    r"|(?<!\S)(?:[Gg]eb\.?|geboren)(?: am)?(?= [\d*])"
    r"|(?<!\S)\+?\d[\d./:-]*(?![^\s,])|(?<!\S)\S*@\S*"
    r"|(?<!\S)(?:[Tt]el(?:efon)?|[Mm]obil|[Hh]andy|[Ff]ax|[Ee]-?[Mm]ail|[Mm]ail)"
    r"(?:\.|:|\.:)?(?= *[+\d(]| *\S*@)"
)
# What a club among the members is called; other words behind a name are a remark.
CLUB_NAME = re.compile(
    r"(?=[\dA-ZÄÖÜ\"„]).*?(?:\b(?:[BS]?SC|SF|SG|SV|TSV)\b|e\. ?V\b|Skat\w"
    r"|Skat und\b|[Cc]lub|[Kk]lub|[Vv]erein|[Ff]reunde|[Bb]uben?\b|\bAsse?\b"
    r"|\bGut Blatt\b|\b(?:Pik|Karo|Herz|Kreuz)[ -][A-ZÄÖÜ])"
)
GREETING = re.compile(
    r"(?i)(?:hallo|hi|moin|liebe[rs]?|lieber|guten|servus|sehr geehrte.*|hey)\b"
)
FAREWELL = re.compile(
    r"(?i)(?:viele|beste|liebe|schoene|sch.ne|herzliche|mit(?: \w+e[mn])?)?\s*"
    r"(?:(?:skat)?gr(?:ü|ue|u)(?:ß|ss)e?n?|gut blatt|freundlichen gr.*|mfg"
    r"|vg|lg|regards)\b.*"
)
MAIL_HEAD = re.compile(r"(?i)(?:von|an|cc|betreff|gesendet|datum|from|to|subject):")
NUMBERED = re.compile(r"([^,]*[^\W\d])( \d{1,2})(?=,|$)")  # "Ohm 2"
DISTINCTION = re.compile(r"[(\[{]|^\D*\d{1,2}$")
JOINED = re.compile(
    r"\s+(?:und|u\.?|\+)\s+(?!zu )|\s*&\s*|\s+/\s*|\s*/\s+|(?<=\w)/(?=[^\W\d_])"
)
GROUP = re.compile(
    r"(?i)^(?:familie|fam\.|eheleute|ehepaar|geschw(?:ister|\.)|gebr(?:üder|\.)"
    r"|herrn? (?:und|u\.|&|\+) frau|frau (?:und|u\.|&|\+) herrn?)\s+"
)
# Words of lines above names, folded; with a known first name they are a name.
HEADING_WORDS = """
mitglieder mitgliederliste mitgliedsliste liste spielerliste namensliste namen
adressliste telefonliste geburtstagsliste teilnehmer teilnehmerliste anmeldungen
meldungen vorstand stand unsere unser verstorbene ehemalige ausgetretene gaeste
gastspieler spieler damen herren aktive passive insgesamt skatclub skatfreunde
skatverein verein sc members list board
"""
HEADINGS = frozenset(HEADING_WORDS.split())
LETTER = re.compile(r"[^\W\d_]")
NO_PERSON = re.compile(rf"{STREET}|^(?:D-)?\d{{5}} \w+$|(?<!\w)e\. ?V\.|^N\. ?N\.")
LABEL = re.compile(r"[^,]{2,40}")
IN_PHONE = re.compile(r"(?<=[0-9])\s*/\s*(?=[0-9]{3})")  # behind the area code
SENTENCE = 5  # words
SEVERAL = _("These seem to be several people: please enter each of them by itself.")
# First names common among German Skat players, folded.
COMMON = """
achim adolf albert alexander alfons alfred alois andrea andreas angelika anita anja anke
anna anne anneliese annette antje anton armin arne arno arnold arthur astrid august axel
baerbel barbara beate ben bernd bernhard bettina birgit birte bjarne bjoern bodo
brigitte bruno burkhard carina carla carsten charlotte christa christel christian
christiane christina christine christoph claudia claus clemens conny cornelia daniel
daniela dennis detlef dieter dietmar dietrich dirk dominik doris dorothea eberhard
eckart eckhard edeltraud edgar edith eduard egon ekkehard elfriede elisabeth elke ellen
elvira emil emilie emma engelbert erhard erich erika erna ernst erwin eugen eva evelyn
ewald felicitas felix ferdinand fiete florian frank franz franziska frieda friedhelm
friedrich fritz gabi gabriele georg gerald gerd gerda gerhard gerlinde gert gertrud
gisela gitta gitti gottfried gregor gudrun guenni guenter guenther guido gunter gustav
hanna hannah hannelore hannes hans hansi hansjuergen harald harry hartmut hauke hedwig
heide heidi heike heiko heiner heinrich heinz heinzi helene helga helmut helmuth henning
henry herbert hermann hilde hildegard hinrich holger horst hubert hugo ida ilona ilse
inge ingeborg ingo ingrid irene iris irmgard irmtraud jakob jan jana jannik jens joachim
jochen joerg johann johanna johannes jonas jonathan josef juergen julia julian jupp
jutta kai kalle karin karl karla karlheinz karsten katharina kathrin katja katrin
kerstin kevin kirsten klaas klara klaus knut konrad kristina kurt lars laura lea lena
leo leonie lieselotte lina lisa lothar ludwig luise lukas lutz magda magdalena malte
manfred manni manuela marcel marco marcus margarete margit margot maria marianne marie
mario marion marius markus marlies marta martha martin martina mathias matthias max
maximilian melanie mia michael michaela mike monika moritz nadine nicole niklas nils
nina nora norbert olaf ole olga oliver oskar otto pascal patrick paul paula paulina
peter petra philipp rainer ralf ralph regina reiner reinhard reinhold renate rene
richard rita robert roland rolf roman rosa rosemarie rosi rudi rudolf ruediger ruth
sabine sandra sarah sebastian sepp siegfried siggi sigmund sigrid silke silvia simon
simone soeren sofia sonja sophie stefan stefanie steffen steffi stephan susanne susi
sven swantje sylvia tanja thea theo theodor thomas thorsten tim tina tobias tom toni
torsten udo ulf uli ulla ulli ulrich ulrike ursula uschi ute uwe valentin vera verena
veronika viktor volker waldemar walter waltraud werner wiebke wilfried wilhelm willi
willy winfried wolf wolfgang wolfram
"""
FIRST_NAMES = frozenset(COMMON.split())


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

    ``rest`` is what beside it is not read. The two of a pair differ by ``part``;
    ``is_several`` tells that the row names several people, but not clearly.
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
    is_no_name: bool = False
    is_several: bool = False

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
    return [
        replace(each, name=each.turned, turned=each.name)
        if each.spelling in turned
        else each
        for each in names
    ]


def is_doubtful(name: PersonName, first_names: Container[str] = ()) -> bool:
    """Return whether known first names suggest the other order."""
    return is_first_name(name.last, first_names) > is_first_name(
        name.first, first_names
    )


def is_first_name(text: str, first_names: Container[str] = ()) -> bool:
    """Return whether ``text`` begins with a known first name."""
    word = re.split(r"[ -]", fold(text))[0]
    return word in FIRST_NAMES or word in first_names


def two_cells(
    number: int, first: str, last: str, *, addition: str = "", has_heads: bool = True
) -> RowName:
    if not first and ("," in last or (" " in last and not has_heads)):
        return line_name(number, f"{last} {addition}")
    (first, remark), (last, other) = without_remarks(first), without_remarks(last)
    text = tidy(f"{last}, {first} {addition}") if first else tidy(f"{last} {addition}")
    plain, added = without_addition(text)
    family, _comma, given = plain.partition(", ")
    return RowName(
        number=number,
        text=tidy(f"{first} {last}"),
        spelling=Spelling.HEADS if has_heads else Spelling.CELLS,
        name=PersonName(first=given, last=family + added),
        turned=PersonName(first=family, last=given + added),
        rest=", ".join(filter(None, (remark, other))),
        is_no_name=not first and is_no_name(last),
    )


def each_of_cells(
    name: RowName, first: str, last: str, clubs: Container[str] = ()
) -> list[RowName]:
    """Return the people of a row with two cells; the names of both may be in either."""
    text = f"{first}, {last}" if JOINED.search(last) and first else f"{last}, {first}"
    is_joined = JOINED.search(text) or GROUP.match(text)
    return each_of(name, text.strip(", "), clubs) if is_joined else [name]


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
    if len(behind) == 1 and names_club(head, behind[0], clubs):
        # Lists with clubs usually begin with the family name.
        spelling, club = Spelling.CLUB, behind[0]
        name, turned = turned, name
    elif behind:
        spelling, club = Spelling.COMMA, ",".join(behind[1:]).lstrip(", ")
        name = read_name(f"{head}, {behind[0]}")
        turned = PersonName(first=name.last, last=name.first)
    words = r" (?:\d{1,4}\.? )?".join(map(re.escape, club.split()))
    whole = rf"(?:\d{{1,2}}\. )?{words}(?: \d{{1,4}})?$"
    if club and (written := re.search(whole, tidy(text))):
        club = written[0]
        rest = ", ".join(each for each in rest.split(", ") if each not in club.split())
    return RowName(
        number=number,
        text=tidy(text),
        spelling=spelling,
        name=name,
        turned=turned,
        club=club,
        rest=rest,
        is_no_name=is_no_name(text),
    )


def typed_name(text: str, clubs: Iterable[str]) -> RowName:
    """Return the name in a text typed alone, with a known club in full.

    A small number behind the name may tell it from a namesake's and stays with it.
    Raises ``ValidationError`` if the text names several people.

    >>> [typed_name(text, []).name.last for text in ("Herr Ohm 2", "Dr. Eva Alt")]
    ['Ohm 2', 'Alt']
    >>> typed_name("Hans Meier, Pik As", []).name == typed_name("Meier, Hans", []).name
    True
    """
    clubs, text = tuple(clubs), tidy(text)
    number = NUMBERED.match(text)
    plain = number[1] + text[number.end() :] if number else text
    keys = {fold(club) for club in clubs}
    read = line_name(0, plain, keys)
    if each_of(read, plain, keys) != [read]:
        raise ValidationError(SEVERAL, code="several")
    is_turned = read.spelling is Spelling.CLUB and is_doubtful(read.name)
    name = read.turned if is_turned else read.name
    if number:
        name = replace(name, last=name.last + number[2])
    return replace(read, name=name, club=matching_club(read.club, clubs))


def certain_name(text: str) -> str:
    """Return a typed name without the parts that surely do not belong to it.

    >>> [certain_name(text) for text in ("1. Herr Ohm", "Dr. Ohm", "Ohm (Gast)")]
    ['Ohm', 'Ohm', 'Ohm (Gast)']
    """
    plain, rest = without_remarks(text)
    return text if DISTINCTION.search(rest) else plain or text


def free_names(
    number: int, cells: Sequence[str], clubs: Container[str]
) -> list[RowName]:
    """Return the names in a row below no heads: a line, or family and first name."""
    cells = [cell for cell in cells if cell]
    if len(cells) > 1 and re.fullmatch(r"#?\d{1,4}[.):]?", cells[0]):
        cells = cells[1:]
    if len(cells) > 1 and all("," in cell for cell in cells):
        names = [line_name(number, cell, clubs) for cell in cells]
        return [replace(name, part=part) for part, name in enumerate(names, 1)]
    plain = [without_remarks(cell) for cell in cells]
    words = [text for text, _remark in plain if text]
    if len(words) < 2:
        return line_names(number, " ".join(cells), clubs)
    is_whole = " " in words[0] and not is_first_name(words[1])
    # "Gisela u. Werner" are first names only.
    is_whole = is_whole and any(" " in each for each in people_in(words[0]) or [" "])
    if "," in words[0] or is_whole:
        name, given = line_name(number, words[0], clubs), ""
    else:
        given = words[1]
        name = two_cells(number, given, words[0], has_heads=False)
    rest = words[2 if given else 1 :]
    club = name.club or (rest.pop(0) if rest else "")
    unread = filter(None, [name.rest, *rest, *(remark for _text, remark in plain)])
    name = replace(name, text=" ".join(cells), club=club, rest=", ".join(unread))
    return each_of_cells(name, given, words[0], clubs)


def names_club(head: str, text: str, clubs: Container[str]) -> bool:
    """Tell whether the text behind the comma of a name is a club, not a first name."""
    family, _comma, _given = without_addition(f"{head}, {text}")[0].partition(",")
    return fold(text) in clubs or (
        bool(read_family_first(family).first)
        and not all(is_first_name(word) for word in text.split())
    )


def with_sure_club(name: RowName, clubs: Container[str]) -> RowName:
    """Return a name whose club, if it is none by its looks, is not read.

    >>> eva = line_name(1, "Alt, Eva, verzogen nach Bayern")
    >>> with_sure_club(eva, ()).rest, with_sure_club(eva, {fold(eva.club)}).club
    ('verzogen nach Bayern', 'verzogen nach Bayern')
    """
    if fold(name.club) in clubs or CLUB_NAME.match(name.club):
        return name
    rest = ", ".join(filter(None, (name.rest, name.club)))
    return replace(name, club="", rest=rest)


def with_known_name(name: RowName, known: Mapping[str, PersonName]) -> RowName:
    """Return a name read as the known one of which the whole text is the name.

    >>> known = {"eva graefin alt": PersonName(first="Eva", last="Gräfin Alt")}
    >>> with_known_name(line_name(1, "Eva Gräfin Alt"), known).name.last
    'Gräfin Alt'
    """
    whole = known.get(fold(without_remarks(name.text)[0].replace(",", " ")))
    if whole is None or fold(whole.last) in map(
        fold, (name.name.last, name.turned.last)
    ):
        return name
    return replace(name, name=whole, turned=whole, club="", is_several=False)


def line_names(number: int, text: str, clubs: Container[str] = ()) -> list[RowName]:
    """Return the name of a line, or those of its people; a club is that of all."""
    text = IN_PHONE.sub("/", text)
    return each_of(line_name(number, text, clubs), text, clubs)


def each_of(name: RowName, text: str, clubs: Container[str] = ()) -> list[RowName]:
    """Return the people of a row of which ``name`` is one only if the text says so.

    Two with a slash between are a pair.
    """
    group = GROUP.match(without_number(text))
    if name.is_no_name:
        return [name]
    plain, _rest = without_remarks(GROUP.sub("", without_number(text)))
    pieces = people_in(plain, clubs)
    is_unclear = not pieces or bool(NAMED_COMPANY.search(plain))
    if len(pieces) < 2 or is_unclear:
        return [replace(name, is_several=bool(group or is_unclear))]
    names = [line_name(name.number, piece, clubs) for piece in pieces]
    team = " / ".join(f"{each.name.first} {each.name.last}".strip() for each in names)
    return [
        replace(
            with_club_of(name, each),
            part=part,
            rest=name.rest,
            team=team if "/" in plain else "",
        )
        for part, each in enumerate(names, 1)
    ]


def with_club_of(row: RowName, name: RowName) -> RowName:
    """Return one of several names of a row with its club, written as in the row."""
    if not name.club:
        has_cells = row.spelling in (Spelling.CELLS, Spelling.HEADS)
        return replace(name, club=row.club if has_cells else "")
    club = row.club if row.club.endswith(name.club) else name.club
    return replace(name, club=club, text=name.text.removesuffix(name.club) + club)


def people_in(text: str, clubs: Container[str] = ()) -> list[str]:
    """Return each person that a text names; nobody if it is not clear who they are.

    >>> people_in("Gisela u. Werner Brandt"), people_in("Krause, Ingrid und Dieter")
    (['Brandt, Gisela', 'Brandt, Werner'], ['Krause, Ingrid', 'Krause, Dieter'])
    >>> people_in("Brandt Gisela + Werner"), people_in("Hans Ohm / Eva Alt, Pik Ass")
    (['Brandt, Gisela', 'Brandt, Werner'], ['Hans Ohm, Pik Ass', 'Eva Alt, Pik Ass'])
    >>> people_in("Hans Ohm und Eva"), people_in("Hans Ohm, Skat und Spaß")
    ([], ['Hans Ohm, Skat und Spaß'])
    """
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
    if len(parts) > 1 and not names_club(head, given, clubs):
        is_clear = all(map(is_given_name, parts))
        return [f"{head}, {part}{comma}{club}" for part in parts] if is_clear else []
    words = given.split()
    family = head.split() if len(words) == 2 and " " in head else []
    is_person = bool(family) and (is_first_name(words[0]) or words[0] in family)
    return [] if is_person and fold(given) not in clubs else [text]


def people_of(parts: Sequence[str]) -> list[str]:
    """Return the joined parts of a text as people; nobody if that is not clear."""
    first, *others = parts
    *before, last = parts
    if all(" " in part for part in parts) or all(map(is_given_name, parts)):
        return list(parts)
    if all(map(is_given_name, before)) and is_first_name(last):
        name = read_name(last)
    elif all(map(is_given_name, others)) and is_first_name(
        read_family_first(first).first
    ):
        name, before, last = read_family_first(first), others, ""
    else:
        return []
    if is_first_name(name.last):
        return []
    given = [*before, name.first] if last else [name.first, *before]
    return [f"{name.last}, {each}" for each in given]


def is_given_name(text: str) -> bool:
    """Tell whether a text is a known first name and nothing else."""
    return " " not in text and is_first_name(text)


def without_number(line: str) -> str:
    """Return a line without its number or bullet in a list, or a messenger's head."""
    line = BULLET.sub("", MESSENGER.sub("", line))
    number = NUMBER.match(line)
    rest = line[number.end() :] if number else ""
    return BULLET.sub("", rest) if tidy(rest) else line


@lru_cache(READ_OFTEN)
def without_remarks(text: str) -> tuple[str, str]:
    """Return a text without the parts that cannot belong to a name, and those parts."""
    text = re.sub(rf"\(\s*({ADDITION.pattern})\s*\)?", r"\1", without_number(text))
    label, _colon, behind = text.partition(": ")
    if LABEL.fullmatch(label) and not any(map(is_first_name, label.split())):
        plain, rest = without_remarks(behind)
        if LETTER.search(plain):
            return plain, ", ".join(filter(None, (f"{label}:", rest)))
    text = SALUTATION.sub("", text)
    remarks = [f"“{nickname}”" for nickname in NICKNAME.findall(text)]
    text = NICKNAME.sub(" ", text)
    remarks += TITLE.findall(text)
    text = TITLE.sub(" ", text)
    remarks += (tidy(match[0]) for match in NO_NAME.finditer(text))
    plain = tidy(NO_NAME.sub(" ", text)).replace(" ,", ",").strip(' ,;:-–"')
    return plain, ", ".join(filter(None, remarks))


@lru_cache(READ_OFTEN)
def is_no_name(text: str) -> bool:
    """Tell whether a line of a mail is a sentence, a greeting or the like."""
    text, _addition = without_addition(tidy(without_number(text)))
    words = text.split()
    return (
        bool(GREETING.match(text) and len(words) > 1)
        or bool(FAREWELL.fullmatch(text) or MAIL_HEAD.match(text))
        or (len(words) >= SENTENCE and text[-1] in ".!?")
        or "http" in text
        or is_heading(text)
    )


def is_heading(text: str) -> bool:
    """Tell whether a line says what stands below it, or where somebody lives.

    >>> [is_heading(text) for text in ("Tel. Vorstand", "Gäste:", "Am Weg 5", "1.1.26")]
    [True, True, True, True]
    >>> is_heading("Peter Stand"), is_heading("Xaver Ohm, Skatfreunde")
    (False, False)
    """
    head = text.partition(",")[0]
    words = re.findall(r"[^\W\d_]+", fold(head))
    return not LETTER.search(without_remarks(text)[0]) or (
        not any(map(is_first_name, words))
        and (
            text.endswith(":")
            or not HEADINGS.isdisjoint(words)
            or bool(NO_PERSON.search(head))
        )
    )


def is_farewell(text: str) -> bool:
    """Tell whether a line ends a mail; below it stands the sender's name."""
    return bool(FAREWELL.fullmatch(tidy(text)))
