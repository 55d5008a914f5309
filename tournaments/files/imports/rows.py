"""The rows of a preview: what becomes of them, and the fields in which they are said.

Each page shows only some of the fields; the others are kept.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _

from tournaments.people.models import Player
from tournaments.people.names.names import PersonName, tidy

ROW_KEY = re.compile(r"[0-9]{1,6}(?:-[0-9]{1,3})?")
ROW_FIELD = re.compile(
    r"(?:first|last|club|guest|read|person|box|take|offer|number|cell)-(?P<key>[0-9-]+)"
)
BOX = re.compile(r"(?P<row>[0-9]+)-(?P<name>cell-[0-9-]+)")  # the cell as shown
# What stays when all names are being turned.
NAMES = ("first-", "last-", "club-", "guest-", "read-", "cell-")
BETWEEN = "\t"  # the parts of a name and a club as they were read; no part has it
MEMBER, GUEST = "member", "guest"


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
    def fate(self) -> str:
        """Tell whether the row comes in, is here already or is left out."""
        is_left = self.problem or self.why
        return "here" if self.is_here else "left" if is_left else "taken"

    @property
    def caption(self) -> str:
        """Name the row where it is told that it was left out; not a row of nobody's."""
        return "" if self.is_no_name else f"{self.name.first} {self.name.last}".strip()

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
                typed[key] = PersonName(first=first, last=last)
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
