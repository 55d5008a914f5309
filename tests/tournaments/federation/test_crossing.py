"""The data that passes from the books of a club to the pages of its federation."""

import ast
import datetime
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone

from tests.factories import make_owner, make_player
from tests.tournaments.federation.clubs import (
    FRIDAY,
    join_federation,
    make_club,
    play,
    same_person,
    wish,
)
from tournaments.apps import FIRST_KEY
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.federation import crossing
from tournaments.federation.models import RatedPerson
from tournaments.federation.services import end_affiliation, name_club, update_ratings
from tournaments.people.models import Player
from tournaments.people.services import save_player
from tournaments.scope.scope import OutOfScope, scope
from tournaments.words.choices import Bond, Privacy

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("many_organisations")]
# Everything a club stores about a person that others may not read.
SECRETS = {
    "member_number": "Geheim-4711",
    "birth_date": datetime.date(1961, 2, 3),
    "gender": "female",
    "group": 77,
}
NAMES = ("Anna Köster", "Bernd Lang", "Carla Mohn", "Dieter Nolte")


@pytest.fixture(scope="module")
def books(module_db):
    """A federation, and two clubs of it that Anna plays for."""
    make_owner("erika")
    herz, karo = make_club("Herz Sieben"), make_club("Karo Ass")
    join_federation(herz)
    join_federation(karo)
    with scope(herz):
        people = [make_player(name, **SECRETS) for name in NAMES]
        play(people, lists=6)
    with scope(karo):
        others = [make_player(name) for name in ("Emil Otto", "Frida Pohl", "Gerd Ruh")]
        later = FRIDAY + datetime.timedelta(days=7)
        play([same_person(people[0]), *others], seed=2, day=later, lists=6)
    update_ratings()
    return herz, karo


@pytest.fixture
def herz(books, db):
    return books[0]


@pytest.fixture
def karo(books, db):
    return books[1]


def rated(name):
    """Return the rated person whom the federation finds by name."""
    clubs = crossing.clubs_in_scope()
    keys = crossing.entries_matching(name, clubs).values("person")
    return RatedPerson.objects.filter(pk__in=keys).get()


def pages(client):
    """Return all that a visitor reads of the federation, with every address."""
    addresses = ["/federation/", "/federation/?q=a", "/", "/all-time/"]
    addresses += [
        f"/federation/{pk}/" for pk in RatedPerson.objects.values_list("pk", flat=True)
    ]
    answers = [client.get(address) for address in addresses]
    return "".join(answer.text for answer in answers if answer.status_code == 200)


def anna_at(club):
    with scope(club):
        return Player.objects.get(last_name="Köster")


def test_a_person_of_two_clubs_has_one_page_with_the_results_of_both(
    client, herz, karo
):
    page = client.get(f"/federation/{rated('Anna').pk}/")

    assert RatedPerson.objects.count() == 7
    assert "Anna Köster" in page.text
    assert (
        f'href="http://herz-sieben.localhost/members/{anna_at(herz).pk}/"' in page.text
    )
    assert f'href="http://karo-ass.localhost/members/{anna_at(karo).pk}/"' in page.text
    assert rated("Anna").lists == 12
    assert client.get("/federation/").text.count("Anna Köster") == 1


def test_numbers_birth_dates_and_groups_stay_with_the_club(client, herz):
    text = pages(client)

    assert "Anna Köster" in text
    for secret in ("4711", "1961", ">77<", "female"):
        assert secret not in text


def test_an_unpublished_event_counts_nowhere(client, herz):
    with scope(herz):
        people = list(Player.objects.order_by("pk"))
        evening = play(people, seed=9, name="Geheimabend", is_published=False)
    update_ratings()
    before = rated("Anna")
    assert "Geheimabend" not in pages(client)
    assert before.lists == 12

    with scope(herz):
        publish_event(event=evening, is_published=True)
    update_ratings()

    assert "Geheimabend" in pages(client)
    assert rated("Anna").lists == 13

    with scope(herz):
        publish_event(event=evening, is_published=False)

    # Withdrawn results are gone at once; the rating follows.
    assert "Geheimabend" not in pages(client)


def test_results_count_from_the_hour_they_are_released(client, herz):
    now = timezone.now()
    with scope(herz):
        people = list(Player.objects.order_by("pk"))
        evening = play(people, seed=9, name="Geheimabend")
        evening.series.update(results_from=now + datetime.timedelta(hours=1))
    update_ratings()
    assert rated("Anna").lists == 12
    assert "Geheimabend" not in pages(client)

    with time_machine.travel(now + datetime.timedelta(hours=2), tick=False):
        assert update_ratings().is_new
        assert rated("Anna").lists == 13
        assert "Geheimabend" in pages(client)


@pytest.mark.parametrize("shy", [Privacy.HIDDEN, Privacy.SHORT, Privacy.FIRST])
@pytest.mark.parametrize("where", ["Herz", "Karo"])
def test_a_person_private_at_one_club_has_no_joint_page(client, herz, karo, where, shy):
    address = f"/federation/{rated('Anna').pk}/"
    club = herz if where == "Herz" else karo
    with scope(club):
        wish(Player.objects.get(last_name="Köster"), shy)

    # The wish applies at once, and still after the next calculation.
    assert client.get(address).status_code == 404
    assert "Köster" not in pages(client)
    update_ratings()
    assert client.get(address).status_code == 404
    assert "Köster" not in pages(client)
    assert "Bernd Lang" in pages(client)


def test_hidden_people_still_count_for_their_opponents(herz):
    before = {one.public_id: one.value for one in RatedPerson.objects.all()}
    with scope(herz):
        anna = wish(Player.objects.get(last_name="Köster"), Privacy.HIDDEN)
        at_herz = set(Player.objects.values_list("public_id", flat=True))

    assert update_ratings().lists == 12

    after = {one.public_id: one.value for one in RatedPerson.objects.all()}
    assert anna.public_id not in after
    # She is the first to play at her first club; no rating there reveals it.
    for person in at_herz - {anna.public_id}:
        assert after[person] == before[person]


def test_a_removed_person_is_not_found(client, herz):
    with scope(herz):
        anna = Player.objects.get(last_name="Köster")
        anna.removed_at = datetime.datetime(2026, 4, 1, tzinfo=datetime.UTC)
        anna.first_name, anna.last_name = "", "Ehemaliges Mitglied 1"
        save_player(player=anna)

    assert "Köster" not in pages(client)
    assert "Ehemaliges" not in pages(client)


@pytest.mark.parametrize("side", ["club", "federation"])
def test_a_club_counts_only_while_both_sides_agree(client, herz, karo, side):
    address = f"/federation/{rated('Emil').pk}/"
    if side == "federation":
        end_affiliation(other=karo, bond=Bond.CLUB)
    else:
        with scope(karo):
            end_affiliation(other=FIRST_KEY, bond=Bond.FEDERATION)

    assert client.get(address).status_code == 404
    assert "Emil Otto" not in pages(client)
    assert "karo-ass" not in pages(client)
    update_ratings()
    assert RatedPerson.objects.count() == 4
    assert rated("Anna").lists == 6


def test_a_club_that_was_only_named_shows_nothing(client, herz, karo):
    stranger = make_club("Pik Dame")
    with scope(stranger):
        play([make_player(name) for name in ("Ida Sand", "Jan Tal", "Kim Ufer")])
    name_club(address="http://pik-dame.localhost/", by=None)

    assert update_ratings().lists == 12
    assert crossing.clubs_in_scope().keys == {herz, karo}
    assert "Ida Sand" not in pages(client)


def test_other_organisations_have_no_page_of_our_federation(client, herz):
    for address in ("/federation/", f"/federation/{rated('Anna').pk}/"):
        answer = client.get(address, headers={"host": "herz-sieben.localhost"})
        assert answer.status_code == 404


def test_an_event_in_the_books_of_two_clubs_counts_once(client, herz, karo):
    before = {one.public_id: one.value for one in RatedPerson.objects.all()}
    with scope(herz):
        event, names = Event.objects.get(), Player.objects.order_by("pk")
        people = list(names)
    with scope(karo):
        again = [same_person(people[1]), same_person(people[2])]
        copy = play([anna_at(karo), *again], seed=1)
        Event.objects.filter(pk=copy.pk).update(public_id=event.public_id)

    assert update_ratings(anew=True).lists == 12

    assert {one.public_id: one.value for one in RatedPerson.objects.all()} == before
    text = client.get(f"/federation/{rated('Anna').pk}/").text
    assert text.count("Abend 1") == 1


def test_without_open_books_nothing_crosses(herz):
    with scope(None), pytest.raises(OutOfScope):
        crossing.clubs_in_scope()


def test_only_one_file_reads_across_and_it_writes_nothing():
    folder = Path(crossing.__file__).parent
    unscoped = ("_base_manager", "PlayerQuerySet(")
    found = {
        path.name
        for path in folder.glob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in unscoped)
    }
    calls = {
        node.func.attr
        for node in ast.walk(ast.parse(Path(crossing.__file__).read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }

    assert found == {"crossing.py"}
    assert not calls & {
        "save",
        "create",
        "update",
        "delete",
        "bulk_create",
        "get_or_create",
    }


@pytest.mark.parametrize("evenings", [1, 3])
def test_a_page_needs_as_many_queries_for_many_results(
    client, herz, django_assert_num_queries, evenings
):
    with scope(herz):
        people = list(Player.objects.order_by("pk"))
        for number in range(evenings):
            play(people, seed=20 + number, day=FRIDAY + datetime.timedelta(days=number))
    update_ratings()
    anna = rated("Anna").pk
    client.get(f"/federation/{anna}/")

    with django_assert_num_queries(16):
        client.get(f"/federation/{anna}/")
    with django_assert_num_queries(18):
        client.get("/federation/")
