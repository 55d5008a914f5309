import django_tables2 as tables
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.standings.tables import player_link
from tournaments.web.tables import NUMERIC, PERSON, PLACE, TOTAL, LeanTable
from tournaments.words.formats import mean, number, percent


class AllTimeTable(LeanTable):
    """Everybody over the years; the places come ranked by what was chosen."""

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE, orderable=False)
    player = tables.Column(_("Name"), attrs=PERSON, orderable=False)
    lists = tables.Column(_("Lists"), attrs=NUMERIC, orderable=False)
    total = tables.Column(_("Total"), attrs=NUMERIC, orderable=False)
    average = tables.Column(_("Average"), attrs=TOTAL, orderable=False)
    won = tables.Column(pgettext_lazy("short", "won"), attrs=NUMERIC, orderable=False)
    lost = tables.Column(pgettext_lazy("short", "lost"), attrs=NUMERIC, orderable=False)
    success = tables.Column(_("Share won"), attrs=NUMERIC, orderable=False)
    best = tables.Column(_("Best list"), attrs=NUMERIC, orderable=False)
    years = tables.Column(_("Years"), attrs=NUMERIC, orderable=False)

    caption = _("All-time table")

    class Meta:
        attrs = {"class": "standings"}

    def __init__(self, found, **kwargs):
        # What ranks stands beside the name, where a phone shows it.
        sequence = ["place", "player", found.by, "..."]
        super().__init__(found.places, sequence=sequence, **kwargs)
        self.link = player_link()

    def cells(self, record):
        row = record.entry
        texts = {
            "place": f"={record.place}." if record.shared else f"{record.place}.",
            "player": self.link(row),
            "lists": row.lists,
            "total": number(row.total),
            "average": mean(row.average),
            "won": row.won,
            "lost": row.lost,
            "success": percent(row.won, row.won + row.lost),
            "best": number(row.best_total),
            "years": row.years,
        }
        return [texts[column.name] for column in self.columns]
