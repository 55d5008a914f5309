"""Writing what the club says of itself."""

from django.db import transaction

from tournaments.organisations.logos import digest_of, drawn_anew
from tournaments.organisations.models import Organisation
from tournaments.people.services import save_club


@transaction.atomic
def save_organisation(
    *, organisation: Organisation, logo: bytes | None = None
) -> Organisation:
    """Check and save the club with its name, and the ``logo`` if one is given.

    No bytes take the logo away. Raises ``LogoRefused``.
    """
    save_club(club=organisation.club)
    if logo is not None:
        organisation.logo = drawn_anew(logo) if logo else b""
        organisation.logo_digest = digest_of(organisation.logo)
    organisation.full_clean()
    organisation.save()
    return organisation
