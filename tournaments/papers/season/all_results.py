"""All results of a season on paper: people down, evenings across."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.platypus import CondPageBreak, Flowable, Paragraph

from scoring.seasons.units import UnitTotal
from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.tables import (
    LANDSCAPE,
    PaperColumn,
    place_cell,
    podium_rows,
    ruled_table,
)
from tournaments.papers.season.documents import LEAST_ROOM
from tournaments.seasons.evenings import Evening
from tournaments.seasons.selectors import SeasonLine, SeasonTable
from tournaments.seasons.words import ranking_value_text, season_note
from tournaments.web.drawing.faces import BOLD, SERIF_BOLD
from tournaments.words.formats import day_and_month, exact

SIZES = (10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
FEWEST = 6  # of them would make columns too wide
MOST_EVENINGS = 12  # side by side; more of them stand in a further table
FIRST = (
    PaperColumn(13, "right", SERIF_BOLD),
    PaperColumn(54),
    PaperColumn(20, "right", BOLD),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllResultsDocument:
    """Everybody's result of each evening; what does not count is in brackets."""

    table: SeasonTable

    def draw(self, canvas: PaperCanvas) -> None:
        paper.flow_sized(canvas, self.story, SIZES, landscape=True)

    @property
    def evenings(self) -> list[Evening]:
        """The evenings of which there is a result."""
        played = {unit.evening for line in self.table.lines for unit in line.row.units}
        return [each for each in self.table.played.evenings if each.number in played]

    def story(self, size: float) -> list[Flowable]:
        """Return the heading and a table for each dozen of evenings."""
        style = paper.styles()
        brackets = _("In brackets: does not count.") if self.evenings else ""
        season = self.table.season
        note = season_note(self.table.played, is_public=season.is_published)
        about = " ".join(filter(None, (note, brackets)))
        story = paper.heading(_("All results"), season.name, about)
        if not self.evenings:
            return [*story, Paragraph(_("No results yet."), style["Body"])]
        first = podium_rows(line.row.place for line in self.table.lines)
        room = LANDSCAPE - sum(column.width for column in FIRST)
        for start in range(0, len(self.evenings), MOST_EVENINGS):
            part = self.evenings[start : start + MOST_EVENINGS]
            width = room / max(min(len(self.evenings), MOST_EVENINGS), FEWEST)
            columns = [*FIRST, *[PaperColumn(width, "right")] * len(part)]
            table = ruled_table(self.rows(part), columns, size=size, strong=first)
            table.hAlign = "LEFT"
            story += [CondPageBreak(LEAST_ROOM), table, Paragraph("", style["Heading"])]
        return story

    def rows(self, evenings: Sequence[Evening]) -> list[tuple[str, ...]]:
        """Return the table of some evenings as plain text."""
        heads = (pgettext("rank", "Place"), _("Name"), _("Result"))
        days = [day_and_month(evening.date) for evening in evenings]
        return [
            (*heads, *days),
            *(self.row(line, evenings) for line in self.table.lines),
        ]

    def row(self, line: SeasonLine, evenings: Sequence[Evening]) -> tuple[str, ...]:
        units: dict[int, list[str]] = defaultdict(list)
        for unit in line.row.units:
            units[unit.evening].append(unit_text(unit))
        place = line.row.place
        return (
            place_cell(place, is_shared=line.row.shared) if place else "–",
            line.name,
            ranking_value_text(line.row.value, self.table.rule),
            *(" ".join(units[evening.number]) for evening in evenings),
        )


def unit_text(unit: UnitTotal) -> str:
    return f"({exact(unit.total)})" if unit.struck else exact(unit.total)
