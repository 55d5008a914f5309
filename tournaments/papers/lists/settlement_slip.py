"""The payments between the players of a table: a slip to cut off (rules 3.5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.platypus import Flowable, Paragraph

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.tables import PaperColumn, ruled_table
from tournaments.web.drawing.faces import BOLD, SERIF_BOLD


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementSlip:
    """The settlement of one list; ``rules`` explains the stakes.

    ``lines`` have the place, the name, the total points and the amount as text.
    """

    title: str
    subtitle: str
    lines: Sequence[tuple[str, str, str, str]]
    rules: Sequence[str] = ()
    pot: str = ""

    def draw(self, canvas: PaperCanvas) -> None:
        paper.flow(canvas, self.story())

    def story(self) -> list[Flowable]:
        """Return the heading, the table and the stakes."""
        columns = [
            PaperColumn(14, "right", SERIF_BOLD),
            PaperColumn(86),
            PaperColumn(30, "right"),
            PaperColumn(40, "right", BOLD),
        ]
        table = ruled_table(self.rows(), columns, size=12)
        style = paper.styles()["Note"]
        rules = (Paragraph(paper.escape(rule), style) for rule in self.rules)
        return [*paper.heading(self.title, self.subtitle), table, *rules]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table as plain text."""
        head = (pgettext("seat", "Place"), _("Name"), _("Total points"), _("Money"))
        pot = [("", _("Into the pot"), "", self.pot)] if self.pot else []
        return [head, *self.lines, *pot]
