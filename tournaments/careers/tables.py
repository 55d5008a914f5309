from copy import copy

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.lists.tallies import knows_games
from tournaments.events.standings.tables import player_link
from tournaments.web.tables import (
    MINOR,
    PERSON,
    PLACE,
    TOTAL,
    LeanTable,
    figure_with_word,
)
from tournaments.words.formats import mean, number, percent, place_text

WON, LOST = pgettext_lazy("short", "won"), pgettext_lazy("short", "lost")


class AllTimeTable(LeanTable):
    """Everyone over the years, ranked by the chosen column."""

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE, orderable=False)
    player = tables.Column(_("Name"), attrs=PERSON, orderable=False)
    lists = tables.Column(
        _("Lists"), attrs=figure_with_word(_("Lists")), orderable=False
    )
    total = tables.Column(
        _("Total"), attrs=figure_with_word(_("points")), orderable=False
    )
    average = tables.Column(
        _("Average"), attrs=figure_with_word("Ø", before=True), orderable=False
    )
    won = tables.Column(WON, attrs=MINOR, orderable=False)
    lost = tables.Column(LOST, attrs=MINOR, orderable=False)
    success = tables.Column(
        _("Share won"), attrs=figure_with_word(WON), orderable=False
    )
    best = tables.Column(_("Best list"), attrs=MINOR, orderable=False)
    years = tables.Column(_("Years"), attrs=MINOR, orderable=False)

    caption = _("All-time table")

    class Meta:
        attrs = {"class": "standings ranked-rows"}

    def __init__(self, ranking, **kwargs):
        # The ranking column stands beside the name; on a phone, in the first line.
        ranked_by = copy(self.base_columns[ranking.by])
        ranked_by.attrs = TOTAL
        super().__init__(
            ranking.places,
            extra_columns=[(ranking.by, ranked_by)],
            sequence=["place", "player", ranking.by, "..."],
            **kwargs,
        )
        self.link = player_link()
        self.most = max((place.entry.total for place in ranking.places), default=0)

    def cells(self, record):
        row = record.entry
        texts = {
            "place": place_text(record),
            "player": self.link(row),
            "lists": row.lists,
            "total": number(row.total, among=self.most),
            "average": mean(row.average),
            "won": row.won if knows_games(row) else "–",
            "lost": row.lost if knows_games(row) else "–",
            "success": percent(row.won, row.won + row.lost),
            "best": number(row.best_total) if row.best_total else "–",
            "years": row.years,
        }
        return [texts[column.name] for column in self.columns]
