import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.web.tables import (
    MINOR,
    PERSON,
    PLACE,
    TOTAL,
    LeanTable,
    figure_with_word,
)
from tournaments.words.formats import number, place_text, short_date, signed

HUNDRED = 100


class RatingTable(LeanTable):
    """The rating list, strongest first; its rows come with their places."""

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE)
    person = tables.Column(_("Name"), attrs=PERSON)
    rating = tables.Column(_("Rating"), attrs=TOTAL)
    lists = tables.Column(_("Lists"), attrs=figure_with_word(_("Lists")))
    change = tables.Column(_("Lately"), attrs=figure_with_word(_("last"), before=True))
    day = tables.Column(_("Last played"), attrs=MINOR)

    caption = _("Rating")

    class Meta:
        attrs = {"class": "standings ranked-rows"}
        orderable = False

    def cells(self, record):
        line, rated = record.entry, record.entry.rated
        return (
            place_text(record),
            format_html(
                '<a href="{}">{}</a>{}',
                reverse("federation:person", args=[rated.pk]),
                line.name,
                format_html("<br><small>{}</small>", line.club) if line.club else "",
            ),
            points_text(rated.value),
            number(rated.lists),
            signed(whole_points(rated.change)),
            short_date(rated.day),
        )


def points_text(hundredths):
    """Return a rating in whole points as text."""
    return number(whole_points(hundredths))


def whole_points(hundredths):
    """Return whole points, rounding half up.

    >>> whole_points(101549), whole_points(101550), whole_points(-149)
    (1015, 1016, -1)
    """
    return (hundredths + HUNDRED // 2) // HUNDRED
