"""A ranking on paper, of players, teams or lists."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.platypus import Flowable, Paragraph

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.fitting import width_of
from tournaments.papers.canvas.tables import (
    LANDSCAPE,
    PORTRAIT,
    PaperColumn,
    place_cell,
    podium_rows,
    ruled_table,
)
from tournaments.web.drawing.faces import BOLD, SERIF_BOLD
from tournaments.words.formats import number

MOST_SERIES_UPRIGHT = 4
PLACE, TOTAL, COUNT = 13, 17, 11
SERIES_WIDTH = 12
LEAST_NAME = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsLine:
    """One place of a ranking; ``series`` has a total or None for each series.

    ``place`` is None for a player who is not ranked. ``remark`` names the criterion
    that decided between equal totals.
    """

    place: int | None
    name: str
    total: int
    won: int
    lost: int
    shared: bool = False
    wins_prize: bool = False
    club: str = ""
    series: tuple[int | None, ...] = ()
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsDocument:
    """A ranking with its heading; ``remarks`` are printed below the table.

    ``empty_text`` explains why a ranking is empty although there are results.
    """

    event: str = ""
    title: str
    subtitle: str = ""
    note: str = ""
    empty_text: str = ""
    series: tuple[str, ...] = ()
    lines: Sequence[StandingsLine] = ()
    remarks: Sequence[str] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        paper.flow_sized(canvas, self.story, note=self.note, landscape=self.is_wide)

    def story(self, size: float) -> list[Flowable]:
        """Return the heading, the table and the remarks."""
        if not self.lines:
            text = paper.escape(self.empty_text) or _("No results yet.")
            empty = Paragraph(text, paper.styles()["Body"])
            return [*paper.heading(self.title, self.event, self.subtitle), empty]
        table = ruled_table(
            self.rows(),
            self.columns(),
            size=size,
            strong=podium_rows(line.place for line in self.lines),
            marked=self._prize_rows,
        )
        style = paper.styles()["Note"]
        texts = (*self.remarks, *self.ties())
        remarks = (Paragraph(paper.escape(text), style) for text in texts)
        return [*paper.heading(self.title, self.event, self.subtitle), table, *remarks]

    @property
    def _prize_rows(self) -> list[int]:
        """The numbers of the rows that win a prize."""
        rows = enumerate(self.lines, start=1)
        return [row for row, line in rows if line.wins_prize]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table as plain text."""
        heads = (
            pgettext("rank", "Place"),
            _("Name"),
            *([_("Club")] if self._has_clubs else []),
            *self.series,
            _("Total"),
            pgettext("short", "won"),
            pgettext("short", "lost"),
        )
        return [heads, *map(self._row, self.lines)]

    def ties(self) -> list[str]:
        """Return the criteria that decided between equal totals, with their places."""
        places: dict[str, list[str]] = {}
        for line in self.lines:
            if line.remark:
                places.setdefault(line.remark, []).append(str(line.place))
        return [
            _("Place %(places)s: %(remark)s")
            % {"places": ", ".join(dict.fromkeys(tied)), "remark": remark}
            for remark, tied in places.items()
        ]

    def columns(self) -> list[PaperColumn]:
        """Return the columns; names and clubs share the width the numbers leave."""
        count = len(self.series)
        width = LANDSCAPE if self.is_wide else PORTRAIT
        fixed = PLACE + TOTAL + 2 * COUNT
        one_series = min(SERIES_WIDTH, (width - fixed - 60) / count) if count else 0
        room = width - fixed - one_series * count
        name = self._share_of_names(room) if self._has_clubs else min(room, 90)
        return [
            PaperColumn(PLACE, "right", SERIF_BOLD),
            PaperColumn(name),
            *([PaperColumn(room - name)] if self._has_clubs else []),
            *[PaperColumn(one_series, "right")] * count,
            PaperColumn(TOTAL, "right", BOLD),
            PaperColumn(COUNT, "right"),
            PaperColumn(COUNT, "right"),
        ]

    def _share_of_names(self, room: float) -> float:
        """Return the part of ``room`` that names get beside clubs, so that few wrap."""
        names = max(width_of(line.name, 1, BOLD) for line in self.lines)
        clubs = max(width_of(line.club, 1, BOLD) for line in self.lines)
        share = room * names / (names + clubs or 1)
        return max(LEAST_NAME, min(share, room - LEAST_NAME))

    @property
    def is_wide(self) -> bool:
        """Whether the page is in landscape."""
        return len(self.series) > MOST_SERIES_UPRIGHT

    @property
    def _has_clubs(self) -> bool:
        return any(line.club for line in self.lines)

    def _row(self, line: StandingsLine) -> tuple[str, ...]:
        series = [*line.series, *[None] * len(self.series)][: len(self.series)]
        return (
            place_cell(line.place, is_shared=line.shared),
            line.name,
            *([line.club] if self._has_clubs else []),
            *("–" if points is None else number(points) for points in series),
            number(line.total),
            str(line.won),
            str(line.lost),
        )
