"""On a small phone, without an account: to enter an event, and to say who comes."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.test_phone import PHONE
from tests.factories import make_evening, make_players, make_secretary
from tournaments.events.entries.places import token_of
from tournaments.events.entries.reply_services import renew_reply_link
from tournaments.events.models import Registration
from tournaments.organisations.selectors import own_organisation
from tournaments.people.models import Club
from tournaments.people.services import save_club
from tournaments.words.choices import EntryStatus, EventKind

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def erika(transactional_db, forgotten_attempts):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    return make_secretary()


def test_a_stranger_enters_waits_moves_up_and_takes_it_back(erika, site, page):
    page.set_viewport_size(PHONE)
    now = timezone.now()
    event = make_evening(
        "Preisskat",
        kind=EventKind.TOURNAMENT,
        is_published=True,
        open_until=now + timedelta(days=1),
        places=1,
    )
    first = Registration.objects.create(event=event, first_name="Ida", last_name="Volt")
    site(f"/de/events/{event.slug}/")

    page.get_by_role("link", name="Ich spiele mit").click()
    expect(page.get_by_text("Alle Plätze sind vergeben.")).to_be_visible()
    page.get_by_label("Vorname").fill("Hans")
    page.get_by_label("Nachname").fill("Ohm")
    page.get_by_role("button", name="Anmelden").click()
    expect(page.get_by_text("an Stelle 1")).to_be_visible()
    own_link = page.url
    site(reverse("events:registration", args=[token_of(first)]))
    take_back(page)
    page.goto(own_link)
    expect(page.get_by_text("Hans Ohm ist dabei.")).to_be_visible()
    take_back(page)

    assert not Registration.objects.exists()


def take_back(page):
    page.get_by_role("button", name="Zurücknehmen").click()
    page.get_by_role("dialog").get_by_role("button", name="Ja, weiter").click()
    expect(page.get_by_text("Hier ist niemand (mehr) angemeldet.")).to_be_visible()


def test_a_club_of_thirty_answers_and_two_taps_check_in_who_said_yes(
    erika, site, signed_in, page
):
    page.set_viewport_size(PHONE)
    event = make_evening("Clubabend", date=timezone.localdate() + timedelta(days=2))
    people = make_players([f"Hans Ohm{number:02}" for number in range(30)])
    link = renew_reply_link(organisation=own_organisation()).reply_code
    site(reverse("events:coming", args=[link]))

    for number, player in enumerate(people):
        row = page.locator(f"#p-{player.public_id}")
        row.locator("summary").click()
        answer = ("Nein", "Komme später", *["Ja"] * 8)[number % 10]
        row.get_by_role("button", name=answer).click()
        expect(row.locator("summary")).to_contain_text(answer)
    expect(page.get_by_text("27 kommen. Tische zu 4-4-4-4-4-4-3")).to_be_visible()
    signed_in(erika)
    site(reverse("events:replies", args=[event.pk]))
    page.get_by_role("link", name="Anwesenheit").first.click()
    page.get_by_role("button", name="Alle da (Zugesagt)").click()
    expect(page.locator("[data-roll] [aria-pressed=true]")).to_have_count(24)

    assert event.entries.filter(status=EntryStatus.PRESENT).count() == 24
    assert event.replies.count() == 30
