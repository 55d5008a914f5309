"""Reading what became of the list that has a check code."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.lists.check_codes import changed_lines, code_in
from tournaments.sheets.models import ListVersion, ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """What one place of a list said, and says now."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedCode:
    """The version that has a code, and the last one of its list."""

    version: ListVersion
    last: ListVersion

    @property
    def is_same(self) -> bool:
        """Whether the list still is what the code says, and finished."""
        return self.version == self.last and self.version.sheet.is_finished

    @property
    def is_older(self) -> bool:
        return self.version != self.last

    @property
    def changes(self) -> list[Changed]:
        """What the last version says differently."""
        return [
            Changed(what=place_of(old or new), before=said(old), after=said(new))
            for old, new in changed_lines(self.version.text, self.last.text)
        ]


def checked_code(typed: str, user: Any) -> CheckedCode | None:
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
    return CheckedCode(version=version, last=last or version)


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
