"""The all-time table on paper."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.platypus import Flowable, Paragraph

from scoring.lists.tallies import knows_games
from tournaments.careers.selectors import AllTimeRanking
from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.tables import (
    PaperColumn,
    place_cell,
    podium_rows,
    ruled_table,
)
from tournaments.web.drawing.faces import BOLD, SERIF_BOLD
from tournaments.words.formats import mean, number

COLUMNS = (
    PaperColumn(14, "right", SERIF_BOLD),
    PaperColumn(58, "left"),
    PaperColumn(16, "right"),
    PaperColumn(24, "right"),
    PaperColumn(20, "right", BOLD),
    PaperColumn(16, "right"),
    PaperColumn(16, "right"),
    PaperColumn(18, "right"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllTimeDocument:
    """The all-time table, or that of one year, as the page ranks it."""

    table: AllTimeRanking

    @property
    def subtitle(self) -> str:
        """The year, and the number of lists a place needs."""
        parts = [str(self.table.year)] if self.table.year else []
        if self.table.least:
            parts.append(
                _("from %(least)s lists on") % {"least": number(self.table.least)}
            )
        return " · ".join(parts)

    def draw(self, canvas: PaperCanvas) -> None:
        paper.flow_sized(canvas, self.story)

    def story(self, size: float) -> list[Flowable]:
        """Return the heading and the table."""
        story = paper.heading(_("All-time table"), self.subtitle)
        if not self.table.places:
            return [*story, Paragraph(_("No results yet."), paper.styles()["Body"])]
        first = podium_rows(line.place for line in self.table.places)
        return [*story, ruled_table(self.rows(), COLUMNS, size=size, strong=first)]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table as plain text."""
        heads = (
            pgettext("rank", "Place"),
            _("Name"),
            _("Lists"),
            _("Total"),
            _("Average"),
            pgettext("short", "won"),
            pgettext("short", "lost"),
            _("Best list"),
        )
        lines = [
            (
                place_cell(line.place, is_shared=line.shared),
                line.entry.player,
                number(line.entry.lists),
                number(line.entry.total),
                mean(line.entry.average),
                number(line.entry.won) if knows_games(line.entry) else "–",
                number(line.entry.lost) if knows_games(line.entry) else "–",
                number(line.entry.best_total) if line.entry.best_total else "–",
            )
            for line in self.table.places
        ]
        return [heads, *lines]
