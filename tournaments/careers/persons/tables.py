"""The tables of a person's page: habits beside what is usual, and companions."""

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournaments.web.tables import NUMERIC, PERSON, LeanTable
from tournaments.words.formats import mean, number
from tournaments.words.games import contract_text
from tournaments.words.habits import POSITION_TEXT, share_percent, usual_text


class PersonTable(LeanTable):
    """A small table with a caption, in the order it was given."""

    def __init__(self, rows):
        super().__init__(rows, attrs={"class": "standings"}, orderable=False)


class ContractsTable(PersonTable):
    """The contract mix and how often each contract was won."""

    caption = gettext_lazy("Contracts")
    contract = tables.Column(gettext_lazy("Contract"))
    share = tables.Column(gettext_lazy("Share"), attrs=NUMERIC)
    won = tables.Column(gettext_lazy("Won"), attrs=NUMERIC)

    def cells(self, record):
        played = record.played.count
        games = ngettext("%(count)s game", "%(count)s games", played)
        return [
            with_below(
                contract_text(record.contract), games % {"count": number(played)}
            ),
            beside_usual(record.played),
            beside_usual(record.won),
        ]


class PositionsTable(PersonTable):
    """How often somebody declared in fore-, middle- and rearhand, and won."""

    caption = gettext_lazy("Declared in")
    position = tables.Column(gettext_lazy("Position"))
    share = tables.Column(gettext_lazy("Share"), attrs=NUMERIC)
    won = tables.Column(gettext_lazy("Won"), attrs=NUMERIC)

    def cells(self, record):
        position, share, won = record
        return [POSITION_TEXT[position], beside_usual(share), won]


class CompanionsTable(PersonTable):
    """With whom somebody sat at a table, and who had more points there."""

    caption = gettext_lazy("At the same tables")
    person = tables.Column(gettext_lazy("With and against"), attrs=PERSON)
    own = tables.Column(gettext_lazy("own average"), attrs=NUMERIC)
    theirs = tables.Column(pgettext_lazy("average", "theirs"), attrs=NUMERIC)

    def cells(self, record):
        lists = {"count": number(record.ahead), "all": number(record.lists)}
        return [
            with_below(
                linked(record), _("ahead on %(count)s of %(all)s lists") % lists
            ),
            mean(record.average),
            mean(record.other_average),
        ]


def beside_usual(share):
    """Return a share with what is usual below it."""
    return with_below(share_percent(share), usual_text(share))


def with_below(text, below):
    """Return a text with a small one below it: a phone has room for few columns."""
    return format_html("{}<br><small>{}</small>", text, below)


def linked(companion):
    """Return the name, with the page of the person behind it if there is one."""
    if not companion.has_page:
        return companion.player
    address = reverse("people:detail", args=[companion.player_id])
    return format_html('<a href="{}">{}</a>', address, companion.player)
