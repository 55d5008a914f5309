"""The report of a club import, in words."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.files.club_store.services import CHANGED, LEFT, NEW, SAME, ClubReport

SECTION_TEXT = {
    "organisation": gettext_lazy("Our club"),
    "rule_sets": gettext_lazy("House rules"),
    "events": gettext_lazy("Events"),
    "arrived_lists": gettext_lazy("Arrived lists"),
    "seasons": gettext_lazy("Seasons"),
    "leagues": gettext_lazy("Leagues"),
}


def section_counts(
    counts: Mapping[str, Mapping[str, int]],
) -> list[tuple[str, int, int, int]]:
    """Return for each section how many rows are new, the same, and different."""
    return [
        (
            str(text),
            counts[section].get(NEW, 0),
            counts[section].get(SAME, 0),
            counts[section].get(CHANGED, 0) + counts[section].get(LEFT, 0),
        )
        for section, text in SECTION_TEXT.items()
        if section in counts
    ]


def report_lines(report: ClubReport) -> Iterator[str]:
    """Give the report line by line, for the shell."""
    yield _("People: %(all)s, of them new %(new)s") % {
        "all": report.people,
        "new": len(report.new_people),
    }
    for section, new, same, other in section_counts(report.counts):
        yield _("%(section)s: %(new)s new, %(same)s the same, %(other)s different") % {
            "section": section,
            "new": new,
            "same": same,
            "other": other,
        }
    for line in report.differing:
        yield f"  {line}"
