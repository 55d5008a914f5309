"""Events in addresses: a number for the club, a word on the public pages.

An event keeps its word for ever, even if it is renamed, moved to another day or
imported into another database, so a link in a newspaper does not break.
"""

from django.urls.converters import IntConverter

from tournaments.events.models import Event
from tournaments.people.names.mentions import words_that_name
from tournaments.web.caching.drawn_once import draw_once
from tournaments.web.caching.edition import current_edition


class EventConverter(IntConverter):
    """Reads number and word, and writes the one that suits the page being made."""

    regex = "[-a-zA-Z0-9_]+"

    def to_python(self, value: str) -> int:
        if value.isdecimal() and current_edition() is None:
            return int(value)
        lookup = {"pk": int(value)} if value.isdecimal() else {"slug": value}
        pk: int | None = (
            Event.objects.filter(**lookup, is_published=True)
            .values_list("pk", flat=True)
            .first()
        )
        if pk is None:
            raise ValueError(value)
        return pk

    def to_url(self, value: int | str) -> str:
        if current_edition() is None:
            return str(value)
        return slugs().get(int(value)) or str(value)


def slugs() -> dict[int, str]:
    """Return the words of published events, read once for each edition.

    The word contains the name of the event, so it stays secret until publication, and
    for good where it names somebody who is not to be named in full.
    """

    def read() -> dict[int, str]:
        rows = Event.objects.filter(is_published=True).values_list("pk", "slug")
        naming = words_that_name()
        return {
            pk: slug
            for pk, slug in rows
            if not slug.isdecimal() and not (naming and naming.search(slug))
        }

    return draw_once(read, "slugs")
