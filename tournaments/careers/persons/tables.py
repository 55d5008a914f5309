"""The tables of a person's page: habits beside the usual values."""

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.translation import gettext_lazy, ngettext

from tournaments.web.tables import NUMERIC, LeanTable
from tournaments.words.formats import number
from tournaments.words.games import contract_text
from tournaments.words.habits import POSITION_TEXT, share_percent, usual_text

BAR = (
    '<svg class="share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" '
    'aria-hidden="true"><rect class="bar-all" y="2" width="100" height="4" />'
    '<rect class="bar-part" y="2" width="{0}" height="4" />'
    '<line class="bar-usual" x1="{1}" x2="{1}" y1="0" y2="8" /></svg>'
)


class PersonTable(LeanTable):
    """A small table with a caption, in the order of its rows."""

    def __init__(self, rows):
        super().__init__(rows, attrs={"class": "standings"}, orderable=False)


class ContractsTable(PersonTable):
    """The contract mix and how often each contract was won."""

    caption = gettext_lazy("Contracts")
    contract = tables.Column(gettext_lazy("Contract"))
    share = tables.Column(gettext_lazy("Share"), attrs=NUMERIC)
    won = tables.Column(gettext_lazy("Won"), attrs=NUMERIC)

    def __init__(self, rows):
        super().__init__(rows)
        self.full = longest_share([row.played for row in rows])

    def cells(self, record):
        played = record.played.count
        games = ngettext("%(count)s game", "%(count)s games", played)
        return [
            with_small_text(
                contract_text(record.contract), games % {"count": number(played)}
            ),
            share_beside_usual(record.played, self.full),
            share_beside_usual(record.won),
        ]


class PositionsTable(PersonTable):
    """How often a player declared in fore-, middle- and rearhand, and won."""

    caption = gettext_lazy("Declared in")
    position = tables.Column(gettext_lazy("Position"))
    share = tables.Column(gettext_lazy("Share"), attrs=NUMERIC)
    won = tables.Column(gettext_lazy("Won"), attrs=NUMERIC)

    def __init__(self, rows):
        super().__init__(rows)
        self.full = longest_share([share for _position, share, _won in rows])

    def cells(self, record):
        position, share, won = record
        return [POSITION_TEXT[position], share_beside_usual(share, self.full), won]


def share_beside_usual(share, full=1):
    """Return a share with the usual one below it, and both as a bar.

    ``full`` is the share that fills the bar; a tick marks the end of the usual one.
    """
    if not share.of:
        return "–"
    bar = format_html(
        BAR, bar_width(share.count / share.of, full), bar_width(share.rate, full)
    )
    return with_small_text(
        share_percent(share), format_html("{}{}", bar, usual_text(share))
    )


def bar_width(share, full):
    """Return the width of a share in a bar of width 100."""
    return min(round(100 * share / full), 100)


def longest_share(shares):
    """Return the greatest of all shares and usual shares, for a common scale."""
    return max(
        (
            part
            for share in shares
            if share.of
            for part in (share.count / share.of, share.rate)
        ),
        default=1,
    )


def with_small_text(text, small):
    """Return a text with a small one below it, as a phone has room for few columns."""
    return format_html("{}<br><small>{}</small>", text, small)
