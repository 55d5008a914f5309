"""Instructions for closing a list by hand, on one page for the wall."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.platypus import Flowable, Paragraph, Spacer

from scoring.game.contracts import BASE_VALUE, NULL_VALUE
from scoring.house.bylaws import counts_values
from scoring.house.rules import OFFICIAL, HouseRules
from scoring.lists.systems import RATES
from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.tables import PaperColumn, ruled_table
from tournaments.web.drawing.faces import BOLD
from tournaments.words.choices import SystemChoice
from tournaments.words.decks import contract_name
from tournaments.words.formats import number, signed
from tournaments.words.games import null_text


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulasDocument:
    """Game values, the closing block and its checks, as the rules of a list are.

    ``loss_money`` has pairs of the first lost game of a step and its amount as text.
    """

    event: str
    rules: HouseRules = OFFICIAL
    loss_money: Sequence[tuple[int, str]] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        paper.flow(canvas, self.story(), note=self.event)

    def story(self) -> list[Flowable]:
        """Return the heading, the sections and the table of the bonuses."""
        style = paper.styles()
        story = paper.heading(_("Closing a list by hand"), self.event)
        for title, lines in self.sections():
            story.append(Paragraph(paper.escape(title), style["Heading"]))
            story += [Paragraph(paper.escape(line), style["Body"]) for line in lines]
        columns = [PaperColumn(60), *[PaperColumn(30, "right", BOLD)] * 3]
        table = ruled_table(self.rows(), columns)
        return [*story, Spacer(0, 10), table]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table of the bonuses as plain text."""
        rates = RATES[self.rules.list_system]
        sizes = (3, 4, 5)
        others_rates = [rates.others_lost.get(size, 0) for size in sizes]
        heads = [_("Table of %(players)s") % {"players": size} for size in sizes]
        return [
            (str(SystemChoice(self.rules.list_system).label), *heads),
            (_("each won game"), *[f"+{rates.won}"] * 3),
            (_("each lost game"), *[number(-rates.lost)] * 3),
            (_("each lost game of the others"), *(f"+{rate}" for rate in others_rates)),
        ]

    def sections(self) -> list[tuple[str, list[str]]]:
        """Return the section titles with their lines; no values where none count."""
        return [
            *([(_("Value of a game"), self.value_lines())] * counts_values(self.rules)),
            (_("Dealer"), [_("The first place deals first, then in turn.")]),
            (_("Closing"), self.closing_lines()),
            *([(_("Loss money"), self.money_lines())] if self.loss_money else []),
        ]

    def value_lines(self) -> list[str]:
        """Return what a game is worth (1.3 to 1.7)."""
        bases = ", ".join(
            f"{contract_name(contract)} {base}" for contract, base in BASE_VALUE.items()
        )
        nulls = ", ".join(
            f"{null_text(hand=hand, ouvert=ouvert)} {value}"
            for (hand, ouvert), value in sorted(
                NULL_VALUE.items(), key=lambda item: item[1]
            )
        )
        return [
            f"{bases}. {nulls}.",
            _(
                "Base value × (matadors + 1 for the game + 1 for each of Hand, "
                "Schneider, Schneider announced, Schwarz, Schwarz announced, "
                "ouvert)."
            ),
            _(
                "A lost game costs twice its value. Overbid: the lowest "
                "multiple of the base value that reaches the bid, twice."
            ),
        ]

    def closing_lines(self) -> list[str]:
        """Return how the closing block is added up and checked."""
        lines = [
            _("Won, lost and passed-in games together are all games of the list."),
            _(
                "Game points + bonuses of the table below = total. The dealer of a "
                "table of four counts as one of the others."
            ),
        ]
        rates = RATES[self.rules.list_system]
        for size in (3, 4) if rates.won else ():
            lines.append(
                _(
                    "Check at a table of %(players)s: all totals together = all game "
                    "points together + %(won)s × games won %(lost)s × games lost."
                )
                % {
                    "players": size,
                    "won": rates.won,
                    "lost": signed(rates.table_lost(size)).replace("+", "+ "),
                }
            )
        return lines

    def money_lines(self) -> list[str]:
        """Return the steps of the loss money, counted anew in every list."""
        return [
            _("From lost game %(number)s of a list: %(amount)s each.")
            % {"number": loss, "amount": amount}
            for loss, amount in self.loss_money
        ]
