"""The individual ranking of a division on paper (rules 6.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.platypus import Flowable, Paragraph

from tournaments.leagues.ranking.selectors import SingleLine, SingleRanking
from tournaments.leagues.words import (
    league_file_note,
    single_heads,
)
from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.tables import PaperColumn, podium_rows, ruled_table
from tournaments.web.drawing.faces import BOLD, SERIF_BOLD
from tournaments.words.formats import mean, number, place_text

COLUMNS = (
    PaperColumn(12, "right", SERIF_BOLD),
    PaperColumn(41),
    PaperColumn(48),
    PaperColumn(19, "right", BOLD),
    PaperColumn(15, "right"),
    PaperColumn(12, "right"),
    PaperColumn(12, "right"),
    PaperColumn(11, "right"),
    PaperColumn(10, "right"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleDocument:
    """An individual ranking; ``remarks`` are printed above the table."""

    title: str
    remarks: Sequence[str] = ()
    lines: Sequence[SingleLine] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        paper.flow_sized(canvas, self.story)

    def story(self, size: float) -> list[Flowable]:
        """Return the heading, the remarks and the table."""
        style = paper.styles()
        first = podium_rows(line.row.place for line in self.lines)
        table = ruled_table(self.rows(), COLUMNS, size=size, strong=first)
        return [
            *paper.heading(_("Individual ranking"), self.title),
            *(Paragraph(paper.escape(text), style["Body"]) for text in self.remarks),
            table,
        ]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table as plain text."""
        return [single_heads(), *map(single_cells, self.lines)]


def single_cells(line: SingleLine) -> tuple[str, ...]:
    """Return the cells of one player's line."""
    row = line.row
    return (
        place_text(row),
        line.player.sorted_name,
        ", ".join(team.name for team in line.teams),
        mean(row.average),
        number(row.total),
        str(row.lists),
        str(row.games),
        str(row.won),
        str(row.lost),
    )


def single_document(ranking: SingleRanking) -> SingleDocument:
    """Return the individual ranking of a division as a document. No query."""
    division = ranking.division
    remarks = list(filter(None, [league_file_note(ranking)]))
    if ranking.needed:
        minimum = _(
            "A place needs %(needed)s games of the %(possible)s held so far; people "
            "with fewer are listed below."
        )
        counts = {"needed": ranking.needed, "possible": ranking.possible}
        remarks.append(minimum % counts)
    return SingleDocument(
        title=f"{division.league} · {division.name}",
        remarks=remarks,
        lines=ranking.lines,
    )
