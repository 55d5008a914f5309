"""The prize list: the winners and their prizes, with a line to sign."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.platypus import Flowable, Paragraph

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.tables import PaperColumn, ruled_table
from tournaments.web.drawing.faces import BOLD, SERIF_BOLD
from tournaments.words.formats import number

# The widths in mm of name, club, prize and the line to sign.
AMOUNTS_ONLY = (46, 38, 28, 36)
WITH_THINGS = (40, 37, 46, 25)
LONGEST_AMOUNT = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One prize: an amount of money as text ("25,00 €") or the name of a thing.

    A prize may have several lines; ``received`` is the part already handed out.
    """

    place: str
    name: str
    club: str = ""
    points: int | None = None
    prize: str = ""
    received: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeListDocument:
    """All prizes of an event, in the order in which they are handed out."""

    event: str = ""
    title: str
    subtitle: str = ""
    note: str = ""
    total: str = ""
    prizes: Sequence[Prize] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        paper.flow_sized(canvas, self.story, note=self.note)

    def story(self, size: float) -> list[Flowable]:
        """Return the heading, the table and the total."""
        name, club, prize, sign = WITH_THINGS if self._has_things else AMOUNTS_ONLY
        clubs = [PaperColumn(club)] if self._has_clubs else []
        columns = [
            PaperColumn(14, "right", SERIF_BOLD),
            PaperColumn(name),
            *clubs,
            PaperColumn(18, "right"),
            PaperColumn(prize if clubs else prize + club, "right", BOLD),
            PaperColumn(sign),
        ]
        rows = self.rows()
        story = paper.heading(self.title, self.event, self.subtitle)
        story.append(ruled_table(rows, columns, size=size, padding=size * 0.45))
        if self.total:
            total = _("Total of all prizes: %(amount)s") % {"amount": self.total}
            story.append(Paragraph(paper.escape(total), paper.styles()["Heading"]))
        return story

    @property
    def _has_clubs(self) -> bool:
        return any(prize.club for prize in self.prizes)

    @property
    def _has_things(self) -> bool:
        lines = [line for prize in self.prizes for line in prize.prize.split("\n")]
        return any(len(line) > LONGEST_AMOUNT for line in lines)

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table as plain text."""
        heads = (
            pgettext("rank", "Place"),
            _("Name"),
            *([_("Club")] if self._has_clubs else []),
            _("Points"),
            _("Prize"),
            pgettext("money", "Received"),
        )
        lines = [
            (
                prize.place,
                prize.name,
                *([prize.club] if self._has_clubs else []),
                number(prize.points),
                prize.prize,
                prize.received,
            )
            for prize in self.prizes
        ]
        return [heads, *lines]
