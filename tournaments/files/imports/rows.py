"""The fields of the rows of a preview, of which each page shows only some."""

import re
from collections.abc import Collection

from django.http import QueryDict
from django.utils.functional import cached_property

from tournaments.people.names.names import PersonName, tidy

ROW_KEY = re.compile(r"[0-9]{1,6}(?:-[0-9]{1,3})?")
ROW_FIELD = re.compile(r"(?:first|last|person|number|cell)-(?P<key>[0-9-]+)")
BOX = re.compile(r"(?P<row>[0-9]+)-(?P<name>cell-[0-9-]+)")  # the cell as shown
ROW_LISTS = {"take": "", "boxes": ",", "offered": " "}  # and what parts them
NAMES = ("first-", "last-", "cell-")  # what stays when all names are being turned


class RowFields:
    """The answers about all rows: those of this page, and those kept of the others.

    The names were typed below names in the order ``was_turned``; ``by_hand`` are the
    rows that were corrected before.
    """

    def __init__(self, sent: QueryDict) -> None:
        self.was_turned = sent.get("turned") == "1"
        self.is_turned = sent.get("turn", sent.get("turned")) == "1"
        self.by_hand = sent.get("hand", "").split()
        self.swapped = sent.get("swap", "")
        self.data = QueryDict(sent.get("kept", ""), mutable=True)
        for name in sent:
            if name in ROW_LISTS:
                for value in sent.getlist(name):
                    self.data.appendlist(name, value)
            elif ROW_FIELD.fullmatch(name):
                self.data[name] = sent.get(name, "")
        for box in filter(None, map(BOX.fullmatch, sent)):
            if sent.get(box[0], "").split() != sent.get(box["name"], "").split():
                self.forget(box["row"])
        if "turn" in sent:
            for name in [name for name in self.data if not name.startswith(NAMES)]:
                del self.data[name]

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
    def typed(self) -> dict[str, PersonName]:
        """Return the names in the two fields of each row, by the key of the row.

        In the row whose button was pressed the two are swapped.
        """
        firsts = self.by_row("first-")
        typed = {
            key: PersonName(first=tidy(firsts.get(key, "")), last=tidy(last))
            for key, last in self.by_row("last-").items()
        }
        if name := typed.get(self.swapped):
            typed[self.swapped] = PersonName(first=name.last, last=name.first)
        return typed

    @cached_property
    def people(self) -> dict[str, str]:
        return self.by_row("person-")

    @cached_property
    def ticks(self) -> dict[str, str]:
        return self.by_row("number-")

    @cached_property
    def taken(self) -> set[str]:
        return self.values("take")

    @cached_property
    def boxes(self) -> set[str]:
        """Return the boxes that were shown: an empty one is not sent."""
        return self.values("boxes")

    @cached_property
    def offered(self) -> set[str]:
        """Return the boxes for numbers that were shown."""
        return self.values("offered")

    @cached_property
    def shown(self) -> set[str]:
        """Return the keys of the rows that had a box, whoever it was for."""
        return {box.partition(" ")[0] for box in self.boxes}

    def values(self, name: str) -> set[str]:
        """Return the values of all rows in one of the ``ROW_LISTS``."""
        sign = ROW_LISTS[name]
        sent = self.data.getlist(name)
        parts = [value.split(sign) for value in sent] if sign else [sent]
        return {value for part in parts for value in part if value}

    def kept(self, shown: Collection[str], cells: Collection[str]) -> str:
        """Return the fields but those of the ``shown`` rows and the named cells."""
        data = QueryDict(mutable=True)
        for name in self.data:
            field = ROW_FIELD.fullmatch(name)
            if field and field["key"] not in shown and name not in cells:
                data[name] = self.data.get(name, "")
        for name in ROW_LISTS:
            for value in self.values(name):
                sign = "-" if name == "offered" else " "
                if value.partition(sign)[0] not in shown:
                    data.appendlist(name, value)
        return data.urlencode()
