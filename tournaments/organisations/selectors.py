"""The public data of the club."""

from dataclasses import dataclass

from tournaments.organisations.models import Organisation
from tournaments.organisations.words import welcome_line
from tournaments.people.models import Club
from tournaments.scope.scope import organisation_in_scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Letterhead:
    """The data of the club on papers; everything but name and ink may be empty.

    ``ink`` is the colour of the club as ``#rrggbb``, ``logo`` a PNG of at most 600
    pixels a side, ``meets`` the time and place of its evenings.
    """

    name: str
    ink: str
    logo: bytes = b""
    town: str = ""
    meets: str = ""


def own_organisation() -> Organisation | None:
    """Return the own club, without the bytes of its logo.

    None before the set-up. One query.
    """
    homes = Club.objects.filter(is_home=True).select_related("organisation")
    home = homes.defer("organisation__logo").order_by("pk").first()
    if home is None:
        return None
    home.organisation.club = home
    return home.organisation


def letterhead() -> Letterhead | None:
    """Return the data of the club on papers, None before the set-up. Two queries."""
    organisation = own_organisation()
    if organisation is None:
        return None
    return Letterhead(
        name=organisation.name,
        ink=organisation.felt_hex,
        logo=bytes(organisation.logo),
        town=organisation.town,
        meets=welcome_line(organisation),
    )


def logo_by_digest(digest: str) -> bytes | None:
    organisations = Organisation.objects.filter(pk=organisation_in_scope())
    logos = organisations.exclude(logo_digest="").filter(logo_digest=digest)
    logo = logos.values_list("logo", flat=True).first()
    return None if logo is None else bytes(logo)
