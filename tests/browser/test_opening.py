"""A new evening in four keys, and everybody ticked off by parts of names."""

import pytest

from tests.factories import make_evening, make_player, make_secretary
from tournaments.events.entries.services import add_entry
from tournaments.events.models import Event
from tournaments.words.choices import EntryStatus

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


def test_people_are_ticked_off_by_typing_a_part_of_the_name(signed_in, site):
    evening = make_evening()
    add_entry(
        event=evening,
        player=make_player("Anna Köster"),
        status=EntryStatus.REGISTERED,
        start_number=14,
    )
    make_player("Bernd Kowalski")
    signed_in(make_secretary())
    page = site(f"/events/{evening.pk}/check-in/")

    for typed, said in (
        ("14", "Anna Köster ist da"),
        ("kow", "Bernd Kowalski ist da"),
        ("Meier Hans, Skatfreunde Musterstadt", "Hans Meier ist da"),
    ):
        page.locator("[autofocus]:focus").wait_for()
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        page.get_by_text(said).wait_for()

    here = evening.entries.filter(status=EntryStatus.PRESENT)
    assert [str(entry) for entry in here] == [
        "14 Anna Köster",
        "15 Bernd Kowalski",
        "16 Hans Meier",
    ]
