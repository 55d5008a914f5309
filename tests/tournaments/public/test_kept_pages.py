"""A page for visitors is drawn once for its edition, and never says what was true."""

import gzip
from datetime import timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_player,
    make_secretary,
    make_sheet,
    type_games,
)
from tournaments.events.models import Series
from tournaments.events.planning.services import publish_event
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Player, SessionStore
from tournaments.people.services import save_player
from tournaments.scope.scope import edition_number, one_edition, scope

HOME = "/de/"
FOUR = ("Anna Zwirbelhuber", "Bernd", "Carla", "Dieter")


@pytest.fixture
def site(db):
    return make_secretary()


def test_the_next_reader_gets_the_same_bytes_without_a_drawing(
    client, site, django_assert_max_num_queries
):
    first = client.get(HOME, headers={"Accept-Encoding": "gzip"})
    with django_assert_max_num_queries(3):
        second = client.get(HOME, headers={"Accept-Encoding": "gzip"})
    plain = client.get(HOME)

    assert second["Content-Encoding"] == "gzip"
    assert second.content == first.content
    assert gzip.decompress(second.content) == plain.content
    assert "Accept-Encoding" in plain["Vary"]
    again = client.get(HOME, headers={"If-None-Match": second["ETag"]})
    assert again.status_code == 304


WRITES = {
    "save": lambda player: player.save(),
    "update": lambda player: Player.objects.update(first_name="Berta"),
    "bulk_update": lambda player: Player.objects.bulk_update([player], ["first_name"]),
    "bulk_create": lambda player: Player.objects.bulk_create(
        [Player(first_name="Carla", last_name="Neu")]
    ),
    "plain SQL": lambda player: connection.cursor().execute(
        'UPDATE "tournaments_player" SET first_name = %s', ["Dora"]
    ),
    "delete": lambda player: Player.objects.filter(pk=player.pk).delete(),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_each_way_to_write_begins_an_edition(db, write):
    player = make_player("Anna")
    other = Organisation.objects.create(short_name="herz7")
    with scope(other.pk):
        theirs = edition_number()
    with one_edition({}):
        before = edition_number()
        write(player)

        assert edition_number() != before
    with scope(other.pk):
        assert edition_number() == theirs


@pytest.mark.django_db(transaction=True)
def test_a_commit_begins_an_edition_and_a_rollback_leaves_it():
    player = make_player("Anna")
    before = edition_number()
    with transaction.atomic():
        player.save()
        transaction.set_rollback(True)
    stored = Organisation.objects.values_list("edition", flat=True)
    assert stored.get() == before
    with transaction.atomic():
        player.save()

    assert stored.get() != before


def test_signing_in_and_reading_leave_the_edition(client, site):
    before = edition_number()
    session = SessionStore()
    session["seen"] = 1
    session.save()
    client.get(HOME)

    assert edition_number() == before


def test_a_change_of_name_and_of_an_event_shows_at_once(client, site):
    evening = make_evening("Herbstpreis")
    publish_event(event=evening, is_published=True)
    assert "Herbstpreis" in client.get(HOME).text

    Club.objects.update_or_create({"name": "Grand Hand Nord"}, is_home=True)
    assert "Grand Hand Nord" in client.get(HOME).text
    publish_event(event=evening, is_published=False)
    assert "Herbstpreis" not in client.get(HOME).text


@pytest.mark.parametrize(
    "change", [{"privacy": "short"}, {"privacy": "hidden"}, {"last_name": "Neumann"}]
)
def test_a_change_of_a_person_reaches_each_page_that_names_them(client, site, change):
    evening = make_evening("Herbstpreis")
    sheet = make_sheet(FOUR, evening=evening)
    anna = Player.objects.get(last_name="Zwirbelhuber")
    type_games(sheet, EIGHT_GAMES, by=site)
    publish_event(event=evening, is_published=True)
    event = f"/de/events/{evening.slug}/"
    pages = [HOME, event, f"{event}standings/", f"/de/lists/{sheet.pk}/"]
    kept = [client.get(page).text for page in pages]
    for name, value in change.items():
        setattr(anna, name, value)
    save_player(player=anna)

    assert sum("Zwirbelhuber" in text for text in kept) >= 2
    assert not [page for page in pages if "Zwirbelhuber" in client.get(page).text]


def test_each_language_deck_and_host_has_a_page_of_its_own(client, site, settings):
    settings.ALLOWED_HOSTS = ["*", "localhost", "testserver", "127.0.0.1"]
    pages = {
        client.get(address, headers={"Host": host, "cookie": cookie}).content
        for address in ("/de/", "/en/")
        for cookie in ("", "deck=german", "deck=tarot")
        for host in ("localhost", "127.0.0.1")
    }

    assert len(pages) == 8
    assert 'lang="en"' in client.get("/en/").text
    assert 'lang="de"' in client.get("/de/").text


def test_a_release_shows_at_its_moment_though_nothing_is_written(client, site):
    evening = make_evening("Herbstpreis")
    sheet = make_sheet(("Anna", "Bernd", "Carla"), evening=evening)
    publish_event(event=evening, is_published=True)
    evening.refresh_from_db()
    release = timezone.now() + timedelta(hours=1)
    Series.objects.filter(event=evening).update(draw_from=release, results_from=release)
    address = f"/de/events/{evening.slug}/"
    with time_machine.travel(release - timedelta(seconds=1), tick=False):
        before = client.get(address).text
        assert client.get(address).text == before
    with time_machine.travel(release, tick=False):
        after = client.get(address).text

    assert f"/de/lists/{sheet.pk}/" not in before
    assert f"/de/lists/{sheet.pk}/" in after
    # A new day is a new page, too.
    evening.store(date=timezone.localdate() + timedelta(days=1))
    before = client.get(HOME).text
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        assert client.get(HOME).text != before
