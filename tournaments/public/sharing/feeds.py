"""Results as an Atom feed with one entry per event."""

from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.contrib.sitemaps import Sitemap
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.events.models import Event
from tournaments.leagues.models import League
from tournaments.organisations.selectors import own_organisation
from tournaments.public.sharing.selectors import (
    PublishedResult,
    latest_results,
    organisation_uuid,
    start_of_day,
)
from tournaments.seasons.models import Season
from tournaments.web.caching.edition import Edition, inside_edition
from tournaments.words.formats import number, ordinal

BEFORE_ANY_CLUB = datetime(2000, 1, 1, tzinfo=UTC)


class SteadyAtom(Atom1Feed):
    """An Atom feed whose text only changes with its content.

    Without entries Django would write the current time into it.
    """

    def latest_post_date(self) -> datetime:
        latest: datetime = super().latest_post_date()
        return latest if self.items else self.feed["begun_at"]


class ResultsFeed(Feed):
    """The latest results, of the club or of one season."""

    feed_type = SteadyAtom

    def __init__(self, season: Season | None = None):
        self.season = season
        self.club = own_organisation()

    def __call__(
        self, request: HttpRequest, *args: object, **named: object
    ) -> HttpResponse:
        """Return the feed, readable for scripts of any page."""
        answer: HttpResponse = super().__call__(request, *args, **named)
        answer["Access-Control-Allow-Origin"] = "*"
        return answer

    def title(self) -> str:
        about = self.season or _("Results")
        return f"{self.club.name} · {about}" if self.club else str(about)

    def link(self) -> str:
        if self.season:
            return reverse("seasons:season", args=[self.season.pk])
        return reverse("home:home")

    def author_name(self) -> str:
        """Return the author, which Atom requires."""
        return self.club.name if self.club else "Skatclub"

    def feed_guid(self) -> str:
        about = organisation_uuid(self.club) if self.club else NAMESPACE_OID
        about = uuid5(about, get_language() or "")
        if self.season:
            about = uuid5(about, f"season {self.season.pk}")
        return about.urn

    def feed_extra_kwargs(self, _obj: object) -> dict[str, Any]:
        return {"begun_at": self.club.created_at if self.club else BEFORE_ANY_CLUB}

    def items(self) -> list[PublishedResult]:
        return latest_results(today=timezone.localdate(), season=self.season)

    def item_title(self, item: PublishedResult) -> str:
        line = item.line
        state = "" if line.is_final else f" ({_('provisional')})"
        return f"{line.name}: {line.first}{state}"

    def item_description(self, item: PublishedResult) -> str:
        """Return the first three as HTML, the type Django declares."""
        return format_html_join(
            " · ",
            "{} {} {}",
            (
                (ordinal(each.place), each.entry.name, number(each.entry.total))
                for each in item.line.leaders
            ),
        )

    def item_link(self, item: PublishedResult) -> str:
        return reverse("events:standings", args=[item.line.event.pk])

    def item_guid(self, item: PublishedResult) -> str:
        return str(item.line.event.public_id.urn)

    def item_pubdate(self, item: PublishedResult) -> datetime:
        return start_of_day(item.line.event.date)

    def item_updateddate(self, item: PublishedResult) -> datetime:
        return item.changed_at


Page = tuple[str, tuple[int, ...]]
LISTS = ("home:home", "events:list", "seasons:list", "leagues:league-list")
YEARS = ("careers:all-time", "careers:records")
ONE = (
    ("events:standings", Event),
    ("seasons:season", Season),
    ("leagues:league", League),
)


class PublicPages(Sitemap):
    """The pages that change and lead on; no page of a person."""

    i18n = alternates = True

    def items(self) -> list[Page]:
        visitor = AnonymousUser()
        return [(name, ()) for name in (*LISTS, *YEARS)] + [
            (name, (pk,))
            for name, model in ONE
            for pk in model.objects.visible_to(visitor).values_list("pk", flat=True)
        ]

    def location(self, item: Page) -> str:
        name, arguments = item
        with inside_edition(Edition(str(get_language()))):
            return reverse(name, args=arguments)


@login_not_required
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    sitemap = request.build_absolute_uri(reverse("public:sitemap"))
    text = f"User-agent: *\nDisallow: /accounts/\nSitemap: {sitemap}\n"
    return HttpResponse(text, content_type="text/plain")
