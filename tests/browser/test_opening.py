"""A new evening in four keys."""

import pytest

from tests.factories import make_evening, make_player, make_secretary
from tournaments.events.entries.services import add_entry
from tournaments.events.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_new_evening_is_the_last_one_copied_in_four_keys(signed_in):
    old = make_evening("Erster Abend", rounds=9, series=3)
    for name in ("Anna Abel", "Bernd Zorn", "Carla Kurz"):
        add_entry(event=old, player=make_player(name))
    page = signed_in(make_secretary())

    # Alt+N, which the driver does not send: the link that has it is followed instead.
    page.locator("a[accesskey=n]").press("Enter")
    page.wait_for_url("**/events/new/")
    page.locator("[autofocus]:focus").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/check-in/")
    keys = len(("Alt", "n", "Enter"))

    new = Event.objects.exclude(pk=old.pk).get()
    assert keys <= 4
    assert (new.rounds, new.series.count(), new.entries.count()) == (9, 3, 3)
