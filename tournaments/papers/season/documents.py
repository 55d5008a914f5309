"""The table of a season on paper, and its rule as text for the bylaws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable, Paragraph

from scoring.seasons.rules import Measure, SeasonRule
from scoring.seasons.sentences import Sentence, rule_sentences
from scoring.seasons.table import SeasonStanding
from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.tables import (
    LANDSCAPE,
    PaperColumn,
    place_cell,
    podium_rows,
    ruled_table,
)
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import SeasonLine, SeasonTable
from tournaments.seasons.words import (
    STANDING_TEXT,
    guests_heading,
    move_sign,
    season_note,
    sentence_text,
    shortfall_text,
    tie_break_text,
)
from tournaments.web.drawing.faces import BOLD, FONT, SERIF_BOLD
from tournaments.words.formats import exact, long_date, mean, money, signed, with_date

MOST_STRUCK = 3
COLUMNS = (
    ("place", 13, "right"),
    ("name", 0, "left"),
    ("trend", 14, "left"),
    ("result", 21, "right"),
    ("counted", 18, "right"),
    ("missing", 14, "right"),
    ("points", 18, "right"),
    ("average", 20, "right"),
    ("won", 12, "right"),
    ("lost", 12, "right"),
    ("struck", 28, "left"),
    ("bonus", 15, "right"),
    ("fee", 30, "right"),
    ("short", 24, "right"),
    ("decided", 28, "left"),
)
"""The columns: name, width in mm (0: what is left), alignment."""

SIZES = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
FONTS = {"result": BOLD, "place": SERIF_BOLD}
LEAST_NAME, MOST_NAME = 60, 80
WIDER: Mapping[str, int] = MappingProxyType({"counted": 4, "average": 8, "struck": 20})
"""The extra width in mm that a column gets if there is space, most needed first."""

LEAST_ROOM = 25 * mm
"""A heading is followed by at least two lines, or moves to the next page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPart:
    """One of the tables of a season: ranked players, those short of a place, guests."""

    title: str
    lines: Sequence[SeasonLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonDocument:
    """The tables of a season, with the rule in sentences below."""

    title: str
    subtitle: str = ""
    note: str = ""
    rule: SeasonRule = field(default_factory=SeasonRule)
    parts: Sequence[SeasonPart] = ()
    sentences: Sequence[Sentence] = field(default_factory=tuple)

    def draw(self, canvas: PaperCanvas) -> None:
        paper.flow_sized(canvas, self.story, SIZES, landscape=True)

    def story(self, size: float) -> list[Flowable]:
        """Return the heading, the tables and the rule."""
        style = paper.styles()
        story = paper.heading(self.title, self.subtitle)
        if self.note:
            story.append(Paragraph(paper.escape(self.note), style["Body"]))
        elif not self.parts:
            story.append(Paragraph(_("No results yet."), style["Body"]))
        for part in self.parts:
            story.append(CondPageBreak(LEAST_ROOM))
            story.append(Paragraph(paper.escape(part.title), style["Heading"]))
            first = podium_rows(line.row.place for line in part.lines)
            rows, columns = self.rows(part), self.columns(part)
            table = ruled_table(rows, columns, size=size, strong=first)
            table.hAlign = "LEFT"
            story.append(table)
        if self.sentences:
            story.append(Paragraph(_("How it is counted"), style["Heading"]))
        return [*story, *rule_paragraphs(self.sentences)]

    def rows(self, part: SeasonPart) -> list[tuple[str, ...]]:
        """Return one table as plain text."""
        heads = {
            "place": pgettext("rank", "Place"),
            "name": _("Name"),
            "trend": _("Trend"),
            "result": _("Result"),
            "counted": pgettext("season", "counted"),
            "missing": pgettext("season", "missing"),
            "points": _("Points"),
            "average": _("Average"),
            "won": pgettext("short", "won"),
            "lost": pgettext("short", "lost"),
            "struck": pgettext("season", "struck"),
            "bonus": _("Bonus"),
            "fee": _("Fee"),
            "short": _("Still needed"),
            "decided": pgettext("rank", "Decided by"),
        }
        lines, names = [heads, *map(self._row, part.lines)], self.column_names(part)
        return [tuple(line[name] for name in names) for line in lines]

    def column_names(self, part: SeasonPart) -> list[str]:
        """Return the names of the columns, leaving out empty ones."""
        rows = [line.row for line in part.lines]
        has_content = {
            "place": any(row.place for row in rows),
            "trend": any(row.place for row in rows),
            "missing": any(row.missing for row in rows),
            "struck": any(row.struck for row in rows),
            "bonus": any(row.bonus or row.deduction for row in rows),
            "fee": any(row.fee_cents for row in rows),
            "short": any(row.short_by for row in rows),
            "decided": any(row.decided_by for row in rows),
        }
        return [name for name, _width, _align in COLUMNS if has_content.get(name, True)]

    def columns(self, part: SeasonPart) -> list[PaperColumn]:
        """Return the columns; spare width goes to some of them, then to the names."""
        names = self.column_names(part)
        widths = {name: width for name, width, _align in COLUMNS if name in names}
        spare = LANDSCAPE - LEAST_NAME - sum(widths.values())
        for name, most in WIDER.items():
            if name in widths:
                extra = max(0, min(most, spare))
                widths[name] += extra
                spare -= extra
        widths["name"] = min(LEAST_NAME + spare, MOST_NAME)
        return [
            PaperColumn(
                widths[name],
                align,
                FONTS.get(name, FONT),
                is_struck=name == "struck",
            )
            for name, _width, align in COLUMNS
            if name in names
        ]

    def _row(self, line: SeasonLine) -> dict[str, str]:
        row = line.row
        is_average = self.rule.measure is Measure.AVERAGE
        value = mean(row.value) if is_average else exact(row.value)
        struck = [exact(unit.total) for unit in row.struck]
        remainder = (
            f" +{len(struck) - MOST_STRUCK}" if len(struck) > MOST_STRUCK else ""
        )
        return {
            "place": place_cell(row.place, is_shared=row.shared),
            "name": line.player,
            "trend": move_sign(line.up) if row.place else "",
            "result": value,
            "counted": f"{row.counted} / {row.played}",
            "missing": str(row.missing),
            "points": exact(row.total),
            "average": mean(row.average),
            "won": str(row.won),
            "lost": str(row.lost),
            "struck": ", ".join(struck[:MOST_STRUCK]) + remainder,
            "bonus": signed(row.bonus - row.deduction),
            "fee": money(row.fee_cents),
            "short": shortfall_text(row),
            "decided": tie_break_text(self.rule, row.decided_by),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleDocument:
    """The rule of a season as numbered sentences, for the bylaws."""

    title: str
    subtitle: str = ""
    sentences: Sequence[Sentence] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        heading = paper.heading(self.title, self.subtitle)
        paper.flow(canvas, [*heading, *rule_paragraphs(self.sentences)])


def rule_paragraphs(sentences: Sequence[Sentence]) -> list[Flowable]:
    """Return the sentences of the rule, numbered, one paragraph each."""
    style = paper.styles()["Body"]
    return [
        Paragraph(paper.escape(f"{number}. {sentence_text(sentence)}"), style)
        for number, sentence in enumerate(sentences, 1)
    ]


def season_document(table: SeasonTable) -> SeasonDocument:
    """Return the table of a season as a document. No query."""
    season = table.season
    parts = (
        (STANDING_TEXT[SeasonStanding.RANKED], table.ranked),
        (STANDING_TEXT[SeasonStanding.SHORT], table.short),
        (guests_heading(len(table.guests)), table.guests),
    )
    last = table.played.last
    days = f"{long_date(season.first_date)} – {long_date(season.last_date)}"
    after = (
        _("as after %(evening)s") % {"evening": with_date(last.name, last.date)}
        if last
        else ""
    )
    return SeasonDocument(
        title=season.name,
        subtitle=" · ".join(filter(None, (days, after))),
        note=season_note(table.played, is_public=season.is_published),
        rule=table.rule,
        parts=[
            SeasonPart(title=str(title), lines=lines) for title, lines in parts if lines
        ],
        sentences=rule_sentences(table.rule),
    )


def rule_document(season: Season, sentences: Sequence[Sentence]) -> RuleDocument:
    """Return the rule of ``season``, or a draft of it, as a document. No query."""
    return RuleDocument(
        title=_("The rule of the season"), subtitle=season.name, sentences=sentences
    )
