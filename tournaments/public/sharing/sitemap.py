"""What search engines are told: which pages there are, in which languages."""

from django.contrib.auth.models import AnonymousUser
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language

from tournaments.events.models import Event
from tournaments.leagues.models import League
from tournaments.seasons.models import Season
from tournaments.web.access import public_page
from tournaments.web.caching.edition import Edition, inside_edition

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


@public_page
def robots(request: HttpRequest) -> HttpResponse:
    sitemap = request.build_absolute_uri(reverse("public:sitemap"))
    text = f"User-agent: *\nDisallow: /accounts/\nSitemap: {sitemap}\n"
    return HttpResponse(text, content_type="text/plain")
