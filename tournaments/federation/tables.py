import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.web.tables import MINOR, PERSON, PLACE, TOTAL, LeanTable, told
from tournaments.words.formats import number, short_date, signed

HUNDRED = 100


class RatingTable(LeanTable):
    """The strongest first; the places come ranked."""

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE)
    person = tables.Column(_("Name"), attrs=PERSON)
    rating = tables.Column(_("Rating"), attrs=TOTAL)
    lists = tables.Column(_("Lists"), attrs=told(_("Lists")))
    change = tables.Column(_("Lately"), attrs=told(_("last"), before=True))
    day = tables.Column(_("Last played"), attrs=MINOR)

    caption = _("Rating")

    class Meta:
        attrs = {"class": "standings ranked-rows"}
        orderable = False

    def cells(self, record):
        line = record.entry
        return (
            f"={record.place}." if record.shared else f"{record.place}.",
            format_html(
                '<a href="{}">{}</a>{}',
                reverse("federation:person", args=[line.pk]),
                line.name,
                format_html("<br><small>{}</small>", line.club) if line.club else "",
            ),
            points(line.value),
            number(line.lists),
            signed(points_of(line.change)),
            short_date(line.day),
        )


def points(hundredths):
    """Return a rating as it is read, in whole points."""
    return number(points_of(hundredths))


def points_of(hundredths):
    """Return whole points; a half goes up.

    >>> points_of(101549), points_of(101550), points_of(-149)
    (1015, 1016, -1)
    """
    return (hundredths + HUNDRED // 2) // HUNDRED
