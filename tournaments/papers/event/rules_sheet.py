"""The rules of an event on one page for the wall."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph, Spacer
from reportlab.platypus.tables import Table

from scoring.house.bylaws import RuleTopic
from tournaments.events.rules.selectors import EventRules
from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.tables import PaperColumn, ruled_table
from tournaments.web.drawing.faces import FONT
from tournaments.words.house.page import RuleSection

BIDS_A_ROW = 16
VALUE_WIDTHS = (15, 15, 15, 15, 15, 14, 23, 26, 34)  # mm: suits, Grand, four Nulls
SIZES = (14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.5, 7.0, 6.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesDocument:
    """Base values, levels, bids, the list and the house rules of an event.

    The text is as large as one page allows; smaller than 8 points only where a club
    plays by nearly every house rule there is.
    """

    event: str
    rules: EventRules

    def draw(self, canvas: PaperCanvas) -> None:
        paper.flow_sized(canvas, self.story, SIZES)

    def story(self, size: float) -> list[Flowable]:
        """Return the heading and the sections, in text of ``size`` points."""
        styles = paper.styles()
        head = ParagraphStyle("Head", parent=styles["Heading"], fontSize=size + 2)
        body = ParagraphStyle(
            "Line",
            parent=styles["Body"],
            fontSize=size,
            leading=size * 1.3,
            leftIndent=size,
            bulletFontSize=size,
        )
        listed = ParagraphStyle(
            "Listed", parent=body, leftIndent=3 * size, bulletIndent=2 * size
        )
        story = paper.heading(_("Rules"), self.event, self.played())
        for section in self.rules.sections:
            story.append(Paragraph(paper.escape(section.title), head))
            story += self.tables_of(section, size)
            story += [
                Paragraph(paper.escape(text), listed, bulletText="–")
                if text in section.listed
                else Paragraph(paper.escape(text), body, bulletText="•")
                for text in section.sentences
            ]
        return story

    def played(self) -> str:
        """Return the name of the rules and of the list system."""
        name = self.rules.house_name
        rules = _("House rules: %(name)s") % {"name": name} if name else "ISkO"
        return f"{rules} · {self.rules.system}"

    def tables_of(self, section: RuleSection, size: float) -> list[Flowable]:
        """Return the numbers of a section as a table, if it has any."""
        if section.topic is RuleTopic.VALUES:
            names = [value.name for value in self.rules.values]
            counts = [str(value.value) for value in self.rules.values]
            columns = [PaperColumn(width, "centre") for width in VALUE_WIDTHS]
            rows: Sequence[Sequence[str]] = (names, counts)
        elif section.topic is RuleTopic.BIDS:
            rows = self.bid_rows()
            columns = [PaperColumn(172 / BIDS_A_ROW, "right")] * BIDS_A_ROW
        elif section.topic is RuleTopic.HOUSE and self.rules.coefficients:
            rows = self.coefficient_rows()
            columns = [PaperColumn(70), PaperColumn(16, "right")] * 2
        else:
            return []
        table: Table = ruled_table(rows, columns, size=size)
        if section.topic is RuleTopic.BIDS:
            table.setStyle([("FONT", (0, 0), (-1, 0), FONT, size, size * 1.25)])
        return [table, Spacer(0, size / 2)]

    def coefficient_rows(self) -> list[list[str]]:
        """Return the coefficients of the bidding, two per row."""
        head = [_("Coefficients for the bidding"), ""] * 2
        cells = [
            [coefficient.name, coefficient.text]
            for coefficient in self.rules.coefficients
        ]
        half = (len(cells) + 1) // 2
        cells += [["", ""]] * (2 * half - len(cells))
        return [head, *(cells[at] + cells[at + half] for at in range(half))]

    def bid_rows(self) -> list[list[str]]:
        """Return all bids in rows of equal length."""
        bids = [str(bid) for bid in self.rules.bids]
        rows = [bids[at : at + BIDS_A_ROW] for at in range(0, len(bids), BIDS_A_ROW)]
        return [row + [""] * (BIDS_A_ROW - len(row)) for row in rows]
