"""The public data of the club."""

from tournaments.organisations.models import Organisation
from tournaments.people.models import Club
from tournaments.scope.scope import organisation_in_scope


def own_organisation() -> Organisation | None:
    """Return the own club without the bytes of its logo, None before the set-up."""
    homes = Club.objects.filter(is_home=True).select_related("organisation")
    home = homes.defer("organisation__logo").order_by("pk").first()
    if home is None:
        return None
    home.organisation.club = home
    return home.organisation


def logo_by_digest(digest: str) -> bytes | None:
    organisations = Organisation.objects.filter(pk=organisation_in_scope())
    logos = organisations.exclude(logo_digest="").filter(logo_digest=digest)
    logo = logos.values_list("logo", flat=True).first()
    return None if logo is None else bytes(logo)
