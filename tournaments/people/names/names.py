"""Reading, sorting and searching names of people.

Databases treat umlauts differently (SQLite sorts Ä after Z and does not match Ö with
ö), so names are folded here and stored beside the name.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

GERMAN_FOLDS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe"})
APOSTROPHES = "'’‘´`ʼ′"
ONE_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
WITHOUT_STROKE = str.maketrans({"ł": "l", "đ": "d", "ı": "i"})
SHORT_FORMS = {"sc": "Skatclub", "sf": "Skatfreunde"}
PARTICLES = frozenset(
    {"von", "van", "vom", "zu", "zum", "zur", "de", "den", "der", "dem", "del", "della"}
    | {"di", "da", "du", "la", "le", "ter", "ten", "el", "al", "mc"}
)
SHORT_PARTICLES = frozenset({"v.", "d.", "v.d."})
# Between a first name and a family name, or behind the comma; "Max Graf" is one.
NOBLE = frozenset(
    {"graf", "gräfin", "freiherr", "freifrau", "baron", "baronin", "fürst", "fürstin"}
)
ADDITIONS = {
    **dict.fromkeys(("sen", "senior", "sr"), "sen."),
    **dict.fromkeys(("jun", "junior", "jr"), "jun."),
    **dict.fromkeys(("dae", "deraeltere", "dieaeltere"), "sen."),
    **dict.fromkeys(("dj", "derjuengere", "diejuengere"), "jun."),
}
EVERY_ADDITION = (" sen.", " jun.", " II", " III", " IV")
ADDITION = re.compile(
    r"[(,]?(?<![\w-])(?P<word>(?i:senior|sen|sr|junior|jun|jr)|II|III|IV"
    r"|(?i:d(?:er|ie|\.) ?(?:ältere|jüngere|ä|j)))(?![\w-])\.?\)?"
)
DEGREE = r"(?:med|phil|jur|rer|nat|oec|pol|h|c|habil|ing|dent|vet)\."
TITLE = (
    rf"(?<!\S)(?i:dr\b\.?(?: ?{DEGREE})*|prof\b\.?|dipl\.-?\w*\.?|ing\.)"
    r"(?![^\s,:])"
)
TITLES = re.compile(rf"(?:{TITLE}\s*)+")
READ_OFTEN = 4096  # the same names stand in many rows of a table
NOT_OF_CLUB = re.compile(r"[\"„“”»«'‚‘’]|(?i:\be\. ?V\.?(?!\w)|\beV\b)")
SHORTEST_PART = 3  # letters of a club's name
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name as it is written; titles stand before the first name."""

    first: str
    last: str

    @property
    def given(self) -> str:
        return given_name(self.first)

    @property
    def key(self) -> str:
        """The folded name that namesakes share, by which people are found and sorted.

        >>> PersonName(first="Dr. Jörg", last="Müller").key
        'mueller joerg'
        """
        return fold(f"{self.last} {self.given}")[:450]


@dataclass(frozen=True, slots=True)
class Visitor:
    """A guest as read from one line; ``club`` is empty without any."""

    name: PersonName
    club: str


def tidy(text: str) -> str:
    """Return ``text`` without invisible characters and with single spaces.

    Direction marks and other format characters could reverse a whole row of a table,
    and nobody types them in a name on purpose.

    >>> tidy("  Hans\\u202e   Meier\\x00 ")
    'Hans Meier'
    """
    spaced = " ".join(text.split())
    if not spaced.isprintable():
        spaced = "".join(
            letter for letter in spaced if unicodedata.category(letter) not in INVISIBLE
        )
    return unicodedata.normalize("NFC", spaced).strip()


@lru_cache(READ_OFTEN)
def fold(text: str) -> str:
    """Return ``text`` for sorting: lower case, ä as ae, no accents, one apostrophe.

    >>> fold("Özil-Łukasz"), fold("O´Brien") == fold("O’Brien") == "o'brien"
    ('oezil-lukasz', True)
    """
    plain = tidy(text).casefold().translate(ONE_APOSTROPHE)
    return plain if plain.isascii() else _without_accents(plain.translate(GERMAN_FOLDS))


@lru_cache(READ_OFTEN)
def given_name(first: str) -> str:
    """Return a first name without the titles before it.

    >>> [given_name(name) for name in ("Prof. Dr. med. Eva", "Dr.", "Drago")]
    ['Eva', '', 'Drago']
    """
    return TITLES.sub("", first, 1) if TITLES.match(first) else first


def search_key(text: str) -> str:
    """Return the spellings for searching ``text``, with ä as ae and as a.

    >>> search_key("Jörg Müller")
    'joerg mueller jorg muller'
    >>> search_key("Yıldırım")
    'yildirim'
    >>> search_key("Anna")
    'anna'
    """
    plain = _without_accents(tidy(text).casefold().translate(ONE_APOSTROPHE))
    folded = fold(text)
    return folded if plain == folded else f"{folded} {plain}"


@lru_cache(READ_OFTEN)
def read_name(text: str) -> PersonName:
    """Read "Hans Meier" or "Meier, Hans"; the last word is the family name.

    What tells two people of one name apart belongs to the family name.

    >>> read_name("Meier, Hans")
    PersonName(first='Hans', last='Meier')
    >>> read_name("Anna Von der Heide")
    PersonName(first='Anna', last='Von der Heide')
    >>> read_name("Luckner, Graf Felix") == read_name("Felix Graf Luckner")
    True
    >>> read_name("Hans Meier senior") == read_name("Meier, Hans (sen.)")
    True
    >>> read_name("Kalle")
    PersonName(first='', last='Kalle')
    """
    text, addition = without_addition(tidy(text))
    if "," in text:
        last, _, first = (part.strip(" ,") for part in text.partition(","))
        first, last = with_noble_family(first, last)
        return PersonName(first=first, last=last + addition)
    words = text.split(" ")
    split = len(words) - 1
    while split > 1 and (
        is_particle(words[split - 1]) or words[split - 1].casefold() in NOBLE
    ):
        split -= 1
    return PersonName(
        first=" ".join(words[:split]), last=" ".join(words[split:]) + addition
    )


def read_parts(first: str, last: str) -> PersonName:
    """Read a name from two fields; a title before the family name is part of the first.

    >>> read_parts("Gisela", "Dr. Brandt")
    PersonName(first='Dr. Gisela', last='Brandt')
    """
    last = tidy(last)
    family = given_name(last) or last
    title = last.removesuffix(family)
    return PersonName(first=tidy(f"{title}{tidy(first)}"), last=family)


def with_noble_family(first: str, last: str) -> tuple[str, str]:
    """Return the two parts of a name with what belongs to the family name in it.

    >>> with_noble_family("Graf Felix", "Luckner")
    ('Felix', 'Graf Luckner')
    >>> with_noble_family("Hans-Peter Graf von", "Thun")
    ('Hans-Peter', 'Graf von Thun')
    """
    title, _, given = first.partition(" ")
    if given and title.casefold() in NOBLE:
        return given, f"{title} {last}"
    words = first.split(" ")
    while len(words) > 1 and (
        words[-1] in PARTICLES | SHORT_PARTICLES or words[-1].casefold() in NOBLE
    ):
        last = f"{words.pop()} {last}"
    return " ".join(words), last


@lru_cache(READ_OFTEN)
def read_family_first(text: str) -> PersonName:
    """Read "Meier Hans Peter" as in official lists, with the family name first.

    >>> read_family_first("Meier Hans Peter")
    PersonName(first='Hans Peter', last='Meier')
    >>> read_family_first("von der Heide Anna")
    PersonName(first='Anna', last='von der Heide')
    >>> read_family_first("Meier Hans jr.").last
    'Meier jun.'
    """
    text, addition = without_addition(tidy(text))
    words = text.split(" ")
    split = 1
    while split < len(words) and is_particle(words[split - 1]):
        split += 1
    return PersonName(
        first=" ".join(words[split:]), last=" ".join(words[:split]) + addition
    )


def is_particle(word: str) -> bool:
    """Tell whether a word is a part of the family name that follows it.

    >>> [is_particle(word) for word in ("von", "Van", "d'", "O’", "Otto")]
    [True, True, True, True, False]
    """
    is_elided = word[-1] in APOSTROPHES and word[0] not in APOSTROPHES
    return word.islower() or is_elided or word.casefold() in PARTICLES


@lru_cache(READ_OFTEN)
def apart_from_addition(name: PersonName) -> tuple[PersonName, str]:
    """Return a name without what tells two people of it apart, and that.

    >>> apart_from_addition(read_name("Hans Meier sen."))
    (PersonName(first='Hans', last='Meier'), ' sen.')
    """
    plain, addition = without_addition(f"{name.last}, {name.first}".rstrip(", "))
    last, _comma, first = plain.partition(",")
    return PersonName(first=first.strip(), last=last), addition


def may_be_one(name: PersonName, other: PersonName) -> bool:
    """Tell whether two names of like family names may be those of one person.

    Senior and junior are two; whoever is called neither may be either.

    >>> senior, junior, short = map(read_name, ("Ida Alt sen.", "Ida Alt jr", "I. Alt"))
    >>> may_be_one(senior, junior), may_be_one(senior, short), may_be_one(short, junior)
    (False, True, True)
    """
    (plain, addition), (other, other_addition) = map(apart_from_addition, (name, other))
    is_said_of_both = bool(addition and other_addition)
    return is_same_first(plain.given, other.given) and (
        addition == other_addition or not is_said_of_both
    )


def without_addition(text: str) -> tuple[str, str]:
    """Return a name without what tells two of one name apart, and that with a space.

    Beside one name alone, and before a comma, what is written like a name is one.

    >>> without_addition("Meier jr., Hans"), without_addition("Meier sen.")
    (('Meier, Hans', ' jun.'), ('Meier', ' sen.'))
    >>> without_addition("Hans Meier d. Ä."), without_addition("Meier II, Hans")
    (('Hans Meier', ' sen.'), ('Meier, Hans', ' II'))
    >>> without_addition("Hans Junior"), without_addition("Sen, Mehmet Ali")
    (('Hans Junior', ''), ('Sen, Mehmet Ali', ''))
    """
    match = ADDITION.search(text)
    if match is None:
        return text, ""
    rest = tidy(f"{text[: match.start()]} {text[match.end() :]}").replace(" ,", ",")
    rest, word = rest.strip(" ,"), match["word"]
    may_be_name = word.istitle() and "." not in match[0]
    if not rest or (may_be_name and (" " not in rest or match.start() == 0)):
        return text, ""
    key = re.sub("[. ]", "", fold(word))
    return rest, f" {ADDITIONS.get(key, word)}"


def matching_club(text: str, clubs: Iterable[str]) -> str:
    """Return the club that one word of ``text`` stands for, else ``text`` in full.

    The beginning of one of its words is enough, if it fits no other club.

    >>> matching_club("muster", ["Skatfreunde Musterstadt", "Pik Sieben"])
    'Skatfreunde Musterstadt'
    >>> matching_club("skat", ["Skatfreunde Musterstadt", "Skatclub Nord"])
    'skat'
    >>> matching_club("Pik As", ["Pik Sieben"])
    'Pik As'
    >>> matching_club("SC Nord", []), matching_club("sc nord", ["SC Nord"])
    ('Skatclub Nord', 'SC Nord')
    """
    part = fold(text)
    names = {fold(club): club for club in clubs}
    if part in names:
        return names[part]
    if len(part) < SHORTEST_PART or " " in part:
        return full_club_name(text)
    matches = [
        club
        for name, club in names.items()
        if any(word.startswith(part) for word in name.split())
    ]
    return matches[0] if len(matches) == 1 else text


def is_called(club: str, name: str) -> bool:
    """Tell whether a text names a club, with or without what is not its own name.

    >>> called = 'SC "Kreuzbube" e. V.'
    >>> [is_called(called, name) for name in ("Kreuzbube", "Skatclub Kreuzbube", "SC")]
    [True, True, False]
    >>> is_called("Skatclub Nord", "Skatfreunde Nord"), is_called("Nord", "Nord II")
    (False, False)
    """
    texts = (NOT_OF_CLUB.sub(" ", text) for text in (club, name))
    club, name = (fold(full_club_name(tidy(text))) for text in texts)
    kinds = ("", "skatclub ", "skatfreunde ")
    return any(f"{kind}{club}" == name or club == f"{kind}{name}" for kind in kinds)


def full_club_name(club: str) -> str:
    first, blank, rest = club.partition(" ")
    return f"{SHORT_FORMS.get(fold(first), first)}{blank}{rest}"


def _without_accents(text: str) -> str:
    spelled = unicodedata.normalize("NFKD", text.translate(WITHOUT_STROKE))
    return "".join(mark for mark in spelled if not unicodedata.combining(mark))


def short_name(name: str, most: int) -> str:
    """Return ``name`` in at most ``most`` letters, if possible with the family name.

    >>> short_name("Brigitte von der Heide-Osterkamp", 26)
    'v. d. Heide-Osterkamp, B.'
    >>> short_name("Hans-Joachim Kowalewski", 20)
    'Kowalewski, H.-J.'
    >>> short_name("Egon Sperling", 20)
    'Egon Sperling'
    """
    read = read_name(name)
    first, last = initials(read.given), with_short_particles(read.last)
    candidates = [name, f"{read.given} {read.last}".strip()]
    if read.last.isdigit():  # the number of a hidden person
        candidates.append(read.last)
    else:
        candidates += [f"{read.last}, {first}", f"{last}, {first}"] if first else []
        candidates += [last, last.rsplit(" ", 1)[-1]]
    fitting = (each for each in candidates if len(each) <= most)
    return next(fitting, f"{candidates[-1][: most - 1]}…")


def initials(first: str) -> str:
    """Return the initials of the first of the first names.

    >>> initials("Hans-Joachim Otto"), initials("")
    ('H.-J.', '')
    """
    return "-".join(f"{p[0]}." for p in first.partition(" ")[0].split("-") if p)


def with_short_particles(last: str) -> str:
    """Return a family name with "von der" as "v. d.".

    >>> with_short_particles("von der Heide"), with_short_particles("van 't Hoff")
    ('v. d. Heide', "v. 't Hoff")
    >>> with_short_particles("Klein sen.")
    'Klein sen.'
    """
    *particles, family = last.split(" ")
    short = (
        f"{word[0]}." if word.islower() and word[0].isalpha() else word
        for word in particles
    )
    return " ".join([*short, family])


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
VOWELS = frozenset("aeijouy")
LEAST_FIRST = 6  # letters of a first name with a slip: Frank is not Franz
# The Cologne phonetics; what stands first counts.
SOUNDS = {
    "": "h",
    "0": "[aeijouy]",
    "3": "[fvw]|p(?=h)",
    "1": "[bp]",
    "4": "[gkq]|^c(?=[ahkloqrux])|(?<=[^sz])c(?=[ahkoqux])",
    "8": "[csz]|[dt](?=[csz])|(?<=[ckq])x",
    "2": "[dt]",
    "48": "x",
    "5": "l",
    "6": "[mn]",
    "7": "r",
}
SOUND = re.compile("|".join(f"(?P<s{code}>{each})" for code, each in SOUNDS.items()))


def sound_of(name: str) -> str:
    """Return the sound of a name as digits, the same for names that sound alike.

    >>> sound_of("Kirchhof") == sound_of("Kirchhoff")
    True
    >>> [sound_of(name) for name in ("Müller-Lüdenscheidt", "Meyer", "Maier", "Xaver")]
    ['65752682', '67', '67', '4837']
    >>> sound_of("Schmidt") == sound_of("Schmitt") == sound_of("Schmied")
    True
    """
    letters = re.sub("[^a-z]", "", fold(name))
    codes = SOUND.sub(lambda letter: (letter.lastgroup or "")[1:], letters)
    shortened = re.sub(r"(\d)\1+", r"\1", codes)
    return shortened[:1] + shortened[1:].replace("0", "")


def slips_of(name: str, least: int = 5) -> set[str]:
    """Return a name of enough letters, also without each of them.

    Names have one of these in common if a letter is missing, added, other or swapped.

    >>> right = slips_of("Lindenblatt")
    >>> [bool(right & slips_of(f"{each}blatt")) for each in ("Liden", "Lidnen", "Lin")]
    [True, True, False]
    """
    letters = re.sub("[^a-z]", "", fold(name))
    if len(letters) < least:
        return set()
    return {letters, *(letters[:at] + letters[at + 1 :] for at in range(len(letters)))}


def is_same_first(name: str, other: str) -> bool:
    """Return whether two first names may be the same: by beginnings, sound or a slip.

    >>> is_same_first("H.", "Hans"), is_same_first("Günther", "Günter")
    (True, True)
    >>> is_same_first("H.-J.", "Hans-Jürgen"), is_same_first("Manfed", "Manfred")
    (True, True)
    >>> is_same_first("Ida", "Otto"), is_same_first("Frank", "Franz")
    (False, False)
    >>> is_same_first("Petra", "Peter"), is_same_first("Martin", "Martina")
    (False, False)
    """
    short, long = sorted((fold(name).rstrip("."), fold(other).rstrip(".")), key=len)
    if {short, long} <= FIRST_NAMES and short.endswith("a") != long.endswith("a"):
        return False  # a woman and a man
    begun, whole = (re.findall("[a-z]+", each) for each in (short, long))
    return (
        long.startswith(short)
        or (sound_of(short) == sound_of(long) and has_same_start(short, long))
        or (len(begun) == len(whole) and all(map(str.startswith, whole, begun)))
        or bool(slips_of(short, LEAST_FIRST) & slips_of(long, LEAST_FIRST))
    )


def has_second_first(name: PersonName, other: PersonName) -> bool:
    """Tell whether one has a second first name: Hans-Jürgen beside Hans.

    >>> short, long, hj = (PersonName(each, "Ohm") for each in ("Hans", "Hans J", "H."))
    >>> has_second_first(short, PersonName("Hans-Jürgen", "Ohm"))
    True
    >>> has_second_first(short, long), has_second_first(short, hj)
    (False, False)
    """
    words = (re.findall("[a-z]+", fold(each.given)) for each in (name, other))
    short, long = sorted(words, key=len)
    return short == long[: len(short)] != long and all(each[1:] for each in long)


def has_same_start(name: str, other: str) -> bool:
    """Tell whether names of one sound may begin alike: all vowels have one code."""
    return name[0] == other[0] or not VOWELS & {name[0], other[0]}


# State association, its regional group, the club: 2, 2 and 3 digits.
CLUB_NUMBER = re.compile(r"(\d{2})[. ]?(\d{2})[. ]?(\d{3})", re.ASCII)
MEMBER_NUMBER = re.compile(r"(?=.*[0-9])[\w./ -]{1,20}", re.ASCII)


def read_club_number(text: str) -> str:
    """Return the seven digits of a club number typed with or without dots.

    An empty text is no number. Raises ``ValidationError`` for anything else.

    >>> read_club_number("04.43.006"), read_club_number(" 0443006 ")
    ('0443006', '0443006')
    """
    text = text.strip()
    match = CLUB_NUMBER.fullmatch(text)
    if text and not match:
        raise ValidationError(_("A club number has seven digits, such as 04.43.006."))
    return "".join(match.groups()) if match else ""


def club_number(digits: str) -> str:
    """Return a stored club number with dots, LL.VV.VVV.

    >>> club_number("0443006"), club_number("")
    ('04.43.006', '')
    """
    return ".".join((digits[:2], digits[2:4], digits[4:])) if digits else ""


def read_member_number(text: str) -> str:
    """Return a member number without stray spaces.

    The associations do not publish their formats, so the check covers only what all
    have in common: a digit, and nothing but letters, digits, dots, dashes, slashes and
    spaces. It detects a name or a note in the wrong field. Raises ``ValidationError``.

    >>> read_member_number(" 04-4711 ")
    '04-4711'
    """
    text = " ".join(text.split())
    if text and not MEMBER_NUMBER.fullmatch(text):
        raise ValidationError(
            _(
                "A member number has at least one digit, and otherwise only letters, "
                "dots, dashes and slashes."
            )
        )
    return text
