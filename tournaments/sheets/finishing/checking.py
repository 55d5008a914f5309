"""Looking up the list of a check code and what has changed on it."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.lists.check_codes import changed_lines, code_in, exchanged_places
from tournaments.sheets.models import ListVersion, ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedCode:
    """The version that has a code, and the latest version of its list.

    ``file_text`` is the text of the file that the code was read from, if any.
    """

    version: ListVersion
    last: ListVersion
    file_text: str = ""

    @property
    def differs_from_file(self) -> bool:
        return bool(self.file_text and changed_lines(self.version.text, self.file_text))

    @property
    def is_same(self) -> bool:
        """Whether the list is finished and still as it was when it got the code."""
        is_last = self.version == self.last and self.version.sheet.is_finished
        return is_last and not self.differs_from_file

    @property
    def is_older(self) -> bool:
        return self.version != self.last and not self.differs_from_file

    @property
    def changes(self) -> list[tuple[str, str, str]]:
        """The differences of the latest version: what, before, after."""
        before = self.file_text or self.version.text
        return changes_between(before, self.last.text)


def checked_code(typed: str, user: Any, *, file_text: str = "") -> CheckedCode | None:
    """Return the version of a typed code. Two queries.

    None if no list that ``user`` may read has the code.
    """
    versions = ListVersion.objects.filter(
        code=code_in(typed), sheet__in=ScoreSheet.objects.visible_to(user)
    )
    version = versions.select_related("sheet__series__event").last()
    if version is None:
        return None
    last = ListVersion.objects.filter(sheet=version.sheet_id).last()
    return CheckedCode(version=version, last=last or version, file_text=file_text)


def changes_between(old: str, new: str) -> list[tuple[str, str, str]]:
    """Return the differences of two canonical texts: people first, then lines."""
    before, after = marks_by_place(old), marks_by_place(new)
    exchanged = exchanged_places(before, after)
    exchanged_people = {place for pair in exchanged for place in pair}
    both = _("Places %(first)s and %(second)s")
    return [
        *(
            (both % {"first": first, "second": second}, "", _("exchanged"))
            for first, second in exchanged
        ),
        *(
            (_("Place %(number)s") % {"number": place}, "", _("somebody else"))
            for place in sorted(before)
            if before[place] != after.get(place) and place not in exchanged_people
        ),
        *(
            (line_subject(one or other), line_content(one), line_content(other))
            for one, other in changed_lines(old, new)
            if without_mark(one) != without_mark(other)
        ),
    ]


def marks_by_place(text: str) -> dict[int, str]:
    """Return the mark of the first person on each place, from a canonical text."""
    marks: dict[int, str] = {}
    for line in text.splitlines():
        if line.startswith("took "):
            _took, place, _games, mark, *_numbers = line.split(" ")
            marks.setdefault(int(place), mark)
    return marks


def without_mark(line: str) -> str:
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
    """Return the content of a line of a canonical text; of a result, the total."""
    if line.startswith("took"):
        return line.rsplit(" ", 1)[1].replace("-", "−")
    first, _space, rest = line.partition(" ")
    return rest if first.isdecimal() else line
