"""Links from the pages over the years to those of a federation."""

from django import template
from django.template import Context

from tournaments.federation.addresses import FederationLink, federation_links
from tournaments.federation.crossing import has_clubs
from tournaments.organisations.hosts import is_alone

register = template.Library()


@register.simple_tag
def has_rating() -> bool:
    """Tell whether there is a rating. One query; none if a club is alone here."""
    return not is_alone() and has_clubs()


@register.simple_tag(takes_context=True)
def our_federations(context: Context) -> list[FederationLink]:
    """Return links to the federations of our club. One to three queries.

    No query if a club is alone on the site.
    """
    return [] if is_alone() else federation_links(context["request"])


@register.simple_tag
def may_belong() -> bool:
    """Tell whether the site has other organisations to belong to. No query."""
    return not is_alone()
