"""The rows of a preview, the people in them, and the fields in which they are said.

Each page shows only some of the fields; the others are kept.
"""

import datetime
import re
from collections.abc import Collection, Container
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _

from tournaments.files.tables.cells import Meaning
from tournaments.people.forms import GUEST
from tournaments.people.models import Player
from tournaments.people.names.names import PersonName, read_parts, tidy
from tournaments.words.choices import Gender, Privacy
from tournaments.words.formats import short_date

ROW_KEY = re.compile(r"[0-9]{1,6}(?:-[0-9]{1,3})?")
ROW_FIELD = re.compile(
    r"(?:first|last|club|guest|read|person|box|take|offer|number|cell)-(?P<key>[0-9-]+)"
)
BOX = re.compile(r"(?P<row>[0-9]+)-(?P<name>cell-[0-9-]+)")  # the cell as shown
# What stays when all names are being turned.
NAMES = ("first-", "last-", "club-", "guest-", "read-", "cell-")
BETWEEN = "\t"  # the parts of a name and a club as they were read; no part has it
NEW_PERSON = "new"
COMPLETED = {  # the columns of known players that a table completes
    "birth_date": Meaning.BORN,
    "gender": Meaning.GENDER,
    "is_active": Meaning.ACTIVE,
}


@dataclass(slots=True, kw_only=True)
class TableRow:
    """A row of results as it was read: whose it is, and what becomes of it.

    It waits for a ``problem``, which can be corrected in its cells, or is left out for
    another reason.
    """

    row: int
    name: PersonName
    player: Player | None = None
    problem: str = ""
    why: str | Promise = ""
    is_here: bool = False
    is_no_name: bool = False

    @property
    def waits(self) -> bool:
        """Tell whether the row comes in once it is said who is meant."""
        return False

    @property
    def fate(self) -> str:
        """Tell whether the row comes in, is here already or is left out."""
        is_left = self.problem or self.why
        return "here" if self.is_here else "left" if is_left else "taken"

    @property
    def called(self) -> str:
        return f"{self.name.first} {self.name.last}".strip()

    @property
    def caption(self) -> str:
        """Name the row where it is told that it was left out; not a row of nobody's."""
        return "" if self.is_no_name else self.called

    @property
    def needs_look(self) -> bool:
        return self.fate == "left" and not self.is_no_name

    @property
    def about(self) -> str:
        """Return what is said below the name."""
        return ""

    @property
    def line(self) -> tuple[object, ...]:
        """Return what the results have in common that share a line of the preview."""
        return (self.row, self.name, self.about, str(self.text))

    @property
    def text(self) -> str | Promise:
        """Say what will be done with the row, and why."""
        done = _("is here already") if self.is_here else _("is added")
        return self.problem or self.why or done


@dataclass(slots=True, kw_only=True)
class FilePerson(TableRow):
    """A person in a table, as it was read, with the player it means.

    ``key`` names the fields of the preview; ``read`` is what the table says, without
    corrections; ``rest`` is what beside the name nobody reads, ``doubt`` what somebody
    should; ``said`` are the columns with something in this row; ``start_number`` is set
    if they take part in the event already, which is asked if the table holds its
    entries (``is_entry``). ``twins`` are players who sound alike; ``answer`` says which
    of them is meant. ``conflict`` says why a known player cannot get the number.

    Those of a table of ``results`` have as many; a ``distinction`` tells one from
    another of the same name. Unless they ``may_be_new``, it is one of the twins. They
    wait if they ``sound_alike`` with those of other rows until it is said that they are
    the ``same_as`` one of these, or somebody new. One with a second first name
    ``is_likely_another`` in a list of people.
    """

    key: str
    text: str = ""
    rest: str = ""
    read: str = ""
    team: str = ""
    is_doubtful: bool = False
    doubt: str = ""
    is_entry: bool = False
    start_number: int | None = None
    is_taken: bool = False
    club: str = ""
    has_club_cell: bool = True
    is_guest: bool = False
    is_active: bool = True
    is_active_again: bool = False
    number: str = ""
    club_number: str = ""
    gender: str = ""
    born: datetime.date | None = None
    privacy: str = Privacy.FULL.value
    said: Container[Meaning] = ()
    repeated_row: int | None = None
    is_corrected: bool = False
    is_likely_another: bool = False
    twins: tuple[Player, ...] = ()
    answer: str = ""
    conflict: str = ""
    is_ticked: bool = False
    distinction: str = ""
    is_certain: bool = False
    may_be_new: bool = True
    sound_alike: list["FilePerson"] = field(default_factory=list)
    same_as: "FilePerson | None" = None
    results: int = 0

    @property
    def caption(self) -> str:
        return self.text.strip(" ,:") if self.is_no_name else self.called

    @property
    def is_new(self) -> bool:
        others = (self.player, self.repeated_row, self.same_as)
        return all(each is None for each in others)

    @property
    def may_be_taken(self) -> bool:
        """Tell whether this can be brought in with a tick."""
        return not (self.repeated_row or self.problem or self.is_no_name)

    @property
    def needs_look(self) -> bool:
        """Tell whether something about this row is open or wrong."""
        doubts = (self.problem, self.doubt, self.is_doubtful, self.conflict)
        is_asked = self.twins and not self.is_certain
        return bool(is_asked or self.needs_answer or any(doubts))

    @property
    def waits(self) -> bool:
        return self.needs_look

    @property
    def fate(self) -> str:
        """Tell whether the row comes in, is here, stands twice or is left out."""
        is_known = self.player is not None and not self.is_entry
        is_here = is_known or bool(self.start_number)
        left_out = "twice" if self.repeated_row is not None else "left"
        return "taken" if self.is_taken else "here" if is_here else left_out

    @property
    def take_value(self) -> str:
        """Return what a tick at this row means: its person, or somebody new."""
        return str(self.player.pk) if self.player else NEW_PERSON

    @property
    def needs_answer(self) -> bool:
        """Tell whether the user has to say who this is."""
        is_open = self.twins or self.sound_alike or not self.may_be_new
        is_clear = bool(self.answer) or not is_open
        return self.is_taken and self.is_new and not (is_clear or self.problem)

    @property
    def new_value(self) -> str:
        """Return the answer that this is somebody new, beside those who are known.

        It does not count once somebody else of the name has been added.
        """
        return " ".join([NEW_PERSON, *(str(twin.pk) for twin in self.twins)])

    @property
    def row_value(self) -> str:
        """Return the answer that somebody in another row is this person."""
        return f"row {self.key}"

    @property
    def has_other_number(self) -> bool:
        """Tell whether a known player has a different number here, or none."""
        if self.player is None or self.repeated_row is not None or not self.number:
            return False
        return self.number.upper() != self.player.member_number.upper()

    @property
    def details(self) -> list[str]:
        """Return the number, the gender and the birthday, as far as they are said."""
        gender = str(Gender(self.gender).label) if self.gender else ""
        born = short_date(self.born) if self.born else ""
        return [*filter(None, (self.number, gender, born))]

    @property
    def other_details(self) -> list[str]:
        """Return what is said of a known player and is not taken over."""
        player = self.player
        if player is None:
            return []
        is_titled = self.name.given != self.name.first
        details = {
            Meaning.ADDITION: is_titled and player.given_name == player.first_name,
            Meaning.GENDER: player.gender and self.gender not in ("", player.gender),
            Meaning.ACTIVE: self.is_active != player.is_active
            and (not self.is_active or Meaning.ACTIVE in self.said),
            Meaning.PRIVACY: self.privacy != player.privacy
            and Meaning.PRIVACY in self.said,
        }
        return [str(each.label) for each, differs in details.items() if differs]

    @property
    def filled(self) -> dict[str, Any]:
        """Return what comes into columns of a known player, which are empty so far."""
        player = self.player
        if player is None or self.problem or self.repeated_row is not None:
            return {}
        said = {"birth_date": self.born, "gender": self.gender}
        filled = {k: said[k] for k in said if said[k] and not getattr(player, k)}
        return filled | {"is_active": True} if self.is_active_again else filled

    @property
    def added(self) -> dict[str, Any]:
        """Return what comes into columns of a known player, with a ticked number."""
        return self.filled | ({"member_number": self.number} if self.is_ticked else {})

    @property
    def filled_texts(self) -> list[str]:
        return [str(COMPLETED[column].label) for column in self.filled]

    @property
    def is_offered(self) -> bool:
        return self.has_other_number and not (self.conflict or self.problem)

    @property
    def is_respelled(self) -> bool:
        """Tell whether the known player is spelled differently here."""
        return self.player is not None and self.player.name_key != self.name.key

    @property
    def tick_value(self) -> str:
        """Return the player and the old number that a tick refers to."""
        return f"{self.player.pk} {self.player.member_number}" if self.player else ""


class RowFields:
    """The answers about all rows: those of this page, and those kept of the others.

    A name or a club counts as typed if it differs from what was read and shown there.
    """

    def __init__(self, sent: QueryDict) -> None:
        self.is_turned = sent.get("turn", sent.get("turned")) == "1"
        self.swapped = sent.get("swap", "")
        self.data = QueryDict(sent.get("kept", ""), mutable=True)
        for name in filter(ROW_FIELD.fullmatch, sent):
            self.data[name] = sent.get(name, "")
        for box in filter(None, map(BOX.fullmatch, sent)):
            if sent.get(box[0], "").split() != sent.get(box["name"], "").split():
                self.forget(box["row"])
        if "turn" in sent:
            for name in [name for name in self.data if not name.startswith(NAMES)]:
                del self.data[name]
        self.people = self.by_row("person-")
        # With what they were shown for: an empty box is not sent.
        self.taken, self.boxes = self.by_row("take-"), self.by_row("box-")
        self.ticks, self.offered = self.by_row("number-"), self.by_row("offer-")

    def forget(self, row: str) -> None:
        """Drop what was said of a row of the file whose cells were typed anew."""
        for name in list(self.data):
            field = ROW_FIELD.fullmatch(name)
            is_cell = name.startswith("cell-")  # counted from 0, not as in the file
            if field and not is_cell and field["key"].partition("-")[0] == row:
                del self.data[name]

    def by_row(self, prefix: str) -> dict[str, str]:
        """Return the values of the fields named ``prefix`` and the key of a row."""
        keys = {key: key.removeprefix(prefix) for key in self.data}
        return {
            row: self.data.get(key, "")
            for key, row in keys.items()
            if key != row and ROW_KEY.fullmatch(row)
        }

    @cached_property
    def read(self) -> dict[str, list[str]]:
        """Return what was read: family and first name, club, and member or guest."""
        return {
            key: [*map(tidy, text.split(BETWEEN))]
            for key, text in self.by_row("read-").items()
        }

    @cached_property
    def typed(self) -> dict[str, PersonName]:
        """Return the names that were corrected, by the key of the row.

        In the row whose button was pressed the two parts are swapped.
        """
        firsts, typed = self.by_row("first-"), {}
        for key, text in self.by_row("last-").items():
            last, first = tidy(text), tidy(firsts.get(key, ""))
            if key == self.swapped:
                last, first = first, last
            if [last, first] != self.read.get(key, [])[:2]:
                typed[key] = read_parts(first, last)
        return typed

    @cached_property
    def clubs(self) -> dict[str, str]:
        """Return the clubs that were corrected, by the key of the row."""
        clubs = {key: tidy(text) for key, text in self.by_row("club-").items()}
        read = self.read
        return {k: club for k, club in clubs.items() if [club] != read.get(k, [])[2:3]}

    @cached_property
    def guests(self) -> dict[str, bool]:
        """Return who is a guest or none, where it differs from what was read."""
        read, said = self.read, self.by_row("guest-").items()
        return {k: word == GUEST for k, word in said if [word] != read.get(k, [])[3:]}

    def kept(self, shown: Collection[str]) -> str:
        """Return the fields of the rows that are not ``shown``, and all cells."""
        data = QueryDict(mutable=True)
        for name in self.data:
            field = ROW_FIELD.fullmatch(name)
            if field and (name.startswith("cell-") or field["key"] not in shown):
                data[name] = self.data.get(name, "")
        return data.urlencode()
