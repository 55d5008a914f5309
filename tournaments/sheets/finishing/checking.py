"""Reading what became of the list that has a check code."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.lists.check_codes import changed_lines, code_in, exchanged_places
from tournaments.sheets.models import ListVersion, ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """What one place of a list said, and says now."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedCode:
    """The version that has a code, and the last one of its list.

    ``brought`` is what the file says in which the code stands, if it came in one.
    """

    version: ListVersion
    last: ListVersion
    brought: str = ""

    @property
    def is_other(self) -> bool:
        """Whether the file says something else than the list of its code."""
        return bool(self.brought and changed_lines(self.version.text, self.brought))

    @property
    def is_same(self) -> bool:
        """Whether the list still is what the code says, and finished."""
        is_last = self.version == self.last and self.version.sheet.is_finished
        return is_last and not self.is_other

    @property
    def is_older(self) -> bool:
        return self.version != self.last and not self.is_other

    @property
    def changes(self) -> list[Changed]:
        """What the last version says differently."""
        before = self.brought or self.version.text
        return changes_between(before, self.last.text)


def checked_code(typed: str, user: Any, *, brought: str = "") -> CheckedCode | None:
    """Return what is known of a code as somebody typed it. Two queries.

    None for one that no list has which ``user`` may read.
    """
    versions = ListVersion.objects.filter(
        code=code_in(typed), sheet__in=ScoreSheet.objects.visible_to(user)
    )
    version = versions.select_related("sheet__series__event").last()
    if version is None:
        return None
    last = ListVersion.objects.filter(sheet=version.sheet_id).last()
    return CheckedCode(version=version, last=last or version, brought=brought)


def changes_between(old: str, new: str) -> list[Changed]:
    """Return what two canonical texts say differently: people first, then lines."""
    before, after = people_in(old), people_in(new)
    exchanged = exchanged_places(before, after)
    named = {place for pair in exchanged for place in pair}
    moved = [
        Changed(
            what=_("Places %(first)s and %(second)s") % {"first": one, "second": two},
            before="",
            after=_("exchanged"),
        )
        for one, two in exchanged
    ]
    others = [
        Changed(
            what=_("Place %(place)s") % {"place": place},
            before="",
            after=_("somebody else"),
        )
        for place in sorted(before)
        if before[place] != after.get(place) and place not in named
    ]
    return [
        *moved,
        *others,
        *(
            Changed(what=place_of(one or two), before=said(one), after=said(two))
            for one, two in changed_lines(old, new)
            if nameless(one) != nameless(two)
        ),
    ]


def people_in(text: str) -> dict[int, str]:
    """Return by place the mark of who sat there first, from a canonical text."""
    found: dict[int, str] = {}
    for line in text.splitlines():
        if line.startswith("took "):
            _took, place, _games, mark, *_numbers = line.split(" ")
            found.setdefault(int(place), mark)
    return found


def nameless(line: str) -> str:
    """Return a line of a canonical text without the mark of a person."""
    words = line.split(" ")
    return " ".join(words[:3] + words[4:]) if words[0] == "took" else line


def place_of(line: str) -> str:
    """Return what a line of a canonical text is about, in words."""
    first, *rest = line.split(" ")
    if first == "took":
        return _("Total of place %(place)s") % {"place": rest[0]}
    if first.isdecimal():
        return _("Game %(number)s") % {"number": first}
    return _("Head of the list")


def said(line: str) -> str:
    """Return what a line of a canonical text says; of a result, the total."""
    if line.startswith("took"):
        return line.rsplit(" ", 1)[1].replace("-", "−")
    first, _space, rest = line.partition(" ")
    return rest if first.isdecimal() else line
