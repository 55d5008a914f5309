"""Reading what became of the list that has a check code."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.lists.check_codes import changed_lines, code_in, exchanged_places
from tournaments.sheets.models import ListVersion, ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class TextChange:
    """What one place of a list said, and says now."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedCode:
    """The version that has a code, and the last one of its list.

    ``file_text`` is what the file says in which the code stands, if it came in one.
    """

    version: ListVersion
    last: ListVersion
    file_text: str = ""

    @property
    def differs_from_file(self) -> bool:
        """Whether the file says something else than the list of its code."""
        return bool(self.file_text and changed_lines(self.version.text, self.file_text))

    @property
    def is_same(self) -> bool:
        """Whether the list still is what the code says, and finished."""
        is_last = self.version == self.last and self.version.sheet.is_finished
        return is_last and not self.differs_from_file

    @property
    def is_older(self) -> bool:
        return self.version != self.last and not self.differs_from_file

    @property
    def changes(self) -> list[TextChange]:
        """What the last version says differently."""
        before = self.file_text or self.version.text
        return changes_between(before, self.last.text)


def checked_code(typed: str, user: Any, *, file_text: str = "") -> CheckedCode | None:
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
    return CheckedCode(version=version, last=last or version, file_text=file_text)


def changes_between(old: str, new: str) -> list[TextChange]:
    """Return what two canonical texts say differently: people first, then lines."""
    before, after = marks_by_place(old), marks_by_place(new)
    exchanged = exchanged_places(before, after)
    named = {place for pair in exchanged for place in pair}
    moved = [
        TextChange(
            what=_("Places %(first)s and %(second)s") % {"first": one, "second": two},
            before="",
            after=_("exchanged"),
        )
        for one, two in exchanged
    ]
    others = [
        TextChange(
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
            TextChange(
                what=line_subject(one or two),
                before=line_content(one),
                after=line_content(two),
            )
            for one, two in changed_lines(old, new)
            if without_mark(one) != without_mark(two)
        ),
    ]


def marks_by_place(text: str) -> dict[int, str]:
    """Return by place the mark of who sat there first, from a canonical text."""
    found: dict[int, str] = {}
    for line in text.splitlines():
        if line.startswith("took "):
            _took, place, _games, mark, *_numbers = line.split(" ")
            found.setdefault(int(place), mark)
    return found


def without_mark(line: str) -> str:
    """Return a line of a canonical text without the mark of a person."""
    words = line.split(" ")
    return " ".join(words[:3] + words[4:]) if words[0] == "took" else line


def line_subject(line: str) -> str:
    """Return what a line of a canonical text is about, in words."""
    first, *rest = line.split(" ")
    if first == "took":
        return _("Total of place %(place)s") % {"place": rest[0]}
    if first.isdecimal():
        return _("Game %(number)s") % {"number": first}
    return _("Head of the list")


def line_content(line: str) -> str:
    """Return what a line of a canonical text says; of a result, the total."""
    if line.startswith("took"):
        return line.rsplit(" ", 1)[1].replace("-", "−")
    first, _space, rest = line.partition(" ")
    return rest if first.isdecimal() else line
