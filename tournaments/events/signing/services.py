"""Signing the standings of an event in the name of the organisation."""

from django.utils import timezone

from scoring.lists.check_codes import check_code, former_code_in
from tournaments.events.models import Event, SignedStandings
from tournaments.events.signing.selectors import signed_text
from tournaments.organisations.signing.keys import sign


def sign_standings(event: Event) -> SignedStandings:
    """Sign the standings of an event that is being released; the event is locked.

    If they are the same as those signed last, the event keeps that signature.
    """
    last = event.signatures.last()
    if last and last.text == signed_text(event, former=former_code_in(last.text)):
        return last
    text = signed_text(event, former=last.code if last else "")
    signature = sign(text)
    return SignedStandings.objects.create(
        event=event,
        number=last.number + 1 if last else 1,
        code=check_code(text),
        at=timezone.now(),
        public_key=signature.public_key,
        signature=signature.signature,
        text=text,
    )
