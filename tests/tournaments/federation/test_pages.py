"""Bonds between organisations, and the time at which ratings are calculated."""

import datetime
import re
from io import StringIO

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection
from django_tasks_db.models import DBTaskResult

from tests.factories import make_owner, make_player, make_secretary
from tests.tournaments.federation.clubs import FRIDAY, join_federation, make_club, play
from tests.tournaments.history.entries import filtered_entries
from tournaments.apps import FIRST_KEY
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.federation import selectors
from tournaments.federation.crossing import clubs_in_scope
from tournaments.federation.models import Affiliation, RatedPerson, RatingRun
from tournaments.federation.services import (
    accept_federation,
    claim_rating_update,
    end_affiliation,
    name_club,
    update_ratings,
)
from tournaments.federation.work import renew_ratings
from tournaments.history.selectors import HistoryFilter
from tournaments.organisations.hosts import organisations_by_name
from tournaments.organisations.models import HostName, Organisation
from tournaments.people.models import Club, Player, User
from tournaments.scope.scope import scope
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.tallies import rebuild_tallies
from tournaments.site.services import delete_organisation

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("many_organisations")]
HERZ = {"host": "herz-sieben.localhost"}
NOON = datetime.datetime(2026, 11, 6, 12, tzinfo=datetime.UTC)


@pytest.fixture
def erika(db):
    Club.objects.create(name="Skatverband Musterland", is_home=True)
    return make_owner("erika")


@pytest.fixture
def herz(erika):
    return make_club("Herz Sieben")


@pytest.fixture
def played(herz, monkeypatch):
    """One evening of a club that belongs to the federation; one list is enough."""
    monkeypatch.setattr(selectors, "LEAST_LISTS", 1)
    join_federation(herz)
    with scope(herz):
        names = ("Anna Köster", "Bernd Lang", "Carla Mohn", "Dieter Nolte")
        play([make_player(name) for name in names])
    update_ratings()
    return herz


def owner_of(client, club):
    with scope(club):
        client.force_login(User.objects.get(username="erika"))


def values():
    rows = RatedPerson.objects.values_list("public_id", "value", "lists", "day")
    return sorted(rows)


def test_a_club_belongs_to_a_federation_once_both_agree(client, herz, erika):
    client.force_login(erika)
    client.post(
        "/federation/clubs/", {"address": "https://herz-sieben.localhost:8000/"}
    )
    page = client.get("/federation/clubs/")
    assert "hat noch nicht zugestimmt" in page.text
    assert not clubs_in_scope().keys

    owner_of(client, herz)
    offered = client.get("/federation/clubs/", headers=HERZ)
    assert f'action="/federation/clubs/{FIRST_KEY}/join/"' in offered.text
    assert "Was die Zustimmung bedeutet" in offered.text
    client.post(f"/federation/clubs/{FIRST_KEY}/join/", headers=HERZ)
    agreed = client.get("/federation/clubs/", headers=HERZ).text

    assert clubs_in_scope().keys == {herz}
    assert "Zustimmung für Skatverband Musterland zurücknehmen?" in agreed
    assert "Was die Zustimmung bedeutet" not in agreed
    client.post(f"/federation/clubs/{FIRST_KEY}/leave/", headers=HERZ)
    assert not clubs_in_scope().keys


def test_the_address_that_a_club_without_a_host_name_reads_is_accepted(
    client, herz, erika
):
    client.force_login(erika)
    page = client.get("/federation/clubs/", headers={"host": "127.0.0.1:8113"})
    (address,) = re.findall(r"<strong>(.+:8113)</strong>", page.text)
    owner_of(client, herz)

    client.post("/federation/clubs/", {"address": address}, headers=HERZ)

    with scope(herz):
        assert Affiliation.objects.get().other_id == FIRST_KEY


def test_agreeing_and_withdrawing_are_in_both_histories(client, herz, erika):
    client.force_login(erika)
    client.post("/federation/clubs/", {"address": "herz-sieben"})
    owner_of(client, herz)
    client.post(f"/federation/clubs/{FIRST_KEY}/join/", headers=HERZ)
    client.post(f"/federation/clubs/{FIRST_KEY}/leave/", headers=HERZ)
    theirs = client.get("/history/?kind=club", headers=HERZ).text
    with scope(herz):
        said = filtered_entries(HistoryFilter(kind="club"))
    client.force_login(erika)
    client.post(f"/federation/clubs/{herz}/drop/")

    federation = "Skatverband Musterland"
    assert said[:2] == [
        ("erika", f"Zustimmung zum Verband entfernt: {federation}"),
        ("erika", f"Zustimmung zum Verband hinzugefügt: {federation}"),
    ]
    assert said[0][1] in theirs
    assert filtered_entries(HistoryFilter(kind="club"))[:2] == [
        ("erika", "Verein unseres Verbands entfernt: Herz Sieben"),
        ("erika", "Verein unseres Verbands hinzugefügt: Herz Sieben"),
    ]


def test_nobody_joins_a_federation_that_does_not_name_them(client, herz):
    owner_of(client, herz)

    answer = client.post(f"/federation/clubs/{FIRST_KEY}/join/", headers=HERZ)

    assert answer.status_code == 404
    assert not Affiliation._base_manager.exists()


def test_no_club_joins_by_naming_its_federation_first(client, herz, erika):
    with scope(herz):
        Affiliation(other_id=FIRST_KEY, bond="federation").save()
    client.force_login(erika)

    assert not clubs_in_scope().keys
    assert "Herz Sieben" not in client.get("/federation/clubs/").text


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nobody.localhost", "Unter dieser Adresse"),
        ("", "Dieses Feld"),
        ("verein", "dieser Seite selbst"),
    ],
)
def test_an_unknown_address_is_refused(client, herz, erika, address, said):
    erika.organisation.short_name = "verein"
    erika.organisation.save()
    client.force_login(erika)

    answer = client.post("/federation/clubs/", {"address": address})

    assert answer.status_code == 422
    assert said in answer.text


def test_a_club_is_named_once(herz, erika):
    name_club(address="herz-sieben", by=erika)

    with pytest.raises(ValidationError):
        name_club(address="herz-sieben.localhost", by=erika)


def test_only_the_owner_manages_affiliations(client, herz):
    client.force_login(make_secretary("sabine"))

    assert client.get("/federation/clubs/").status_code == 403
    assert client.post(f"/federation/clubs/{herz}/drop/").status_code == 404


def test_without_clubs_there_is_no_rating_and_no_link_to_one(client, herz):
    assert client.get("/federation/").status_code == 404
    assert "/federation/" not in client.get("/all-time/").text


def test_the_pages_over_the_years_link_to_the_rating(client, played):
    for address in ("/", "/all-time/", "/seasons/"):
        assert 'href="/federation/"' in client.get(address).text


def test_a_club_links_to_its_federation(client, played):
    HostName.objects.create(organisation_id=FIRST_KEY, name="land.localhost")
    organisations_by_name.cache_clear()
    rating = 'href="http://land.localhost/federation/"'

    for address in ("/", "/all-time/", "/federation/"):
        page = client.get(address, headers=HERZ)
        assert "Unser Verband: Skatverband Musterland" in page.text, address
        assert rating in page.text
    with scope(played):
        end_affiliation(other=FIRST_KEY, bond="federation")
    assert "Unser Verband" not in client.get("/", headers=HERZ).text
    assert client.get("/federation/", headers=HERZ).status_code == 404


def test_privacy_page_tells_what_a_federation_reads_and_sessions_keep(client, played):
    club = client.get("/privacy/", headers=HERZ).text
    federation = client.get("/privacy/").text
    with scope(played):
        end_affiliation(other=FIRST_KEY, bond="federation")
    alone = client.get("/privacy/", headers=HERZ).text

    assert "gehört zum Verband Skatverband Musterland" in club
    assert "Der Verband liest von seinen Vereinen" in federation
    assert "Verband" not in alone
    for page in (club, federation, alone):
        assert "die Art des Geräts" in page


def test_on_a_server_no_page_mentions_a_folder_or_a_window(client, herz):
    owner_of(client, herz)

    page = client.get("/help/", headers=HERZ).text
    files = client.get("/downloads/", headers=HERZ).text

    assert "läuft auf einem Server" in page
    for word in ("„Daten“", "Doppelklick", "im Saal starten"):
        assert word not in page
    assert "wie es sich einspielen lässt" not in files
    assert "Die eigene Sicherung ist das Archiv" in files


def test_a_federation_behind_all_names_is_found_from_localhost(client, played):
    page = client.get("/federation/", headers=HERZ).text

    assert 'href="http://localhost/federation/"' in page


def test_a_club_nobody_names_sees_the_address_to_pass_on(client, herz):
    owner_of(client, herz)

    page = client.get("/federation/clubs/", headers=HERZ).text

    assert "<strong>herz-sieben.localhost</strong>" in page


def test_the_search_tells_how_many_lists_a_person_still_needs(
    client, played, monkeypatch
):
    monkeypatch.setattr(selectors, "LEAST_LISTS", 3)
    anna = RatedPerson.objects.first()
    with scope(played):
        name = Player.objects.get(public_id=anna.public_id).last_name

    everybody = client.get("/federation/").text
    sought = client.get("/federation/", {"q": name}).text

    assert "4 Personen haben weniger als" in everybody
    assert f'href="/federation/{anna.pk}/"' in sought
    assert "1 Liste. Für einen Platz fehlen noch 2 Listen." in sought
    assert "heißt niemand" not in sought


def test_the_list_is_sorted_by_rating_and_searched_by_name(client, played):
    page = client.get("/federation/").text
    first_id, *_others, last_id = RatedPerson.objects.values_list(
        "public_id", flat=True
    )
    with scope(played):
        name = Player.objects.get(public_id=first_id).full_name
        last = Player.objects.get(public_id=last_id)

    assert page.index(name) < page.index(last.full_name)
    sought = client.get("/federation/", {"q": last.last_name}).text
    assert last.full_name in sought
    assert name not in sought
    # The place is that among all people.
    assert ">4." in sought
    assert "heißt niemand" in client.get("/federation/", {"q": "xyz"}).text


def test_a_page_beyond_the_last_is_the_last(client, played):
    assert client.get("/federation/?page=99").status_code == 200
    assert client.get("/federation/?page=x").status_code == 200


def test_too_few_lists_give_a_page_and_no_place(client, played, monkeypatch):
    monkeypatch.setattr(selectors, "LEAST_LISTS", 2)
    anna = RatedPerson.objects.first()

    assert "Noch kein Platz" in client.get(f"/federation/{anna.pk}/").text
    assert "Noch keine Spielstärke" in client.get("/federation/").text


def test_a_withdrawn_list_is_neither_the_last_change_nor_a_list(
    client, played, monkeypatch
):
    with scope(played):
        people = list(Player.objects.order_by("pk"))
        later = play(people, seed=9, day=FRIDAY + datetime.timedelta(days=7))
    update_ratings()
    anna = RatedPerson.objects.first()
    monkeypatch.setattr(selectors, "LEAST_LISTS", 2)
    before = client.get(f"/federation/{anna.pk}/").text
    with scope(played):
        publish_event(event=later, is_published=False)
    page = client.get(f"/federation/{anna.pk}/").text

    assert "am 13. März 2026" in before
    assert "Noch kein Platz" not in before
    assert "13. März" not in page
    assert "neu berechnet" in page
    assert "noch 1 Liste" in page
    assert "Noch kein Platz" in page


def test_a_corrected_list_is_rated_from_the_start(played):
    before = values()
    with scope(played):
        erika = User.objects.get(username="erika")
        sheet = ScoreSheet.objects.get()
        reopen_sheet(sheet=sheet, by=erika, reason="Gegenliste")
    assert update_ratings().lists == 0

    with scope(played):
        sheet.refresh_from_db()
        finish_sheet(sheet=sheet, by=erika, cut_short=True)
    assert update_ratings().lists == 1

    assert values() == before


def test_the_order_of_entry_changes_nothing(played):
    with scope(played):
        people = list(Player.objects.order_by("pk"))
        play(people, seed=3, day=FRIDAY + datetime.timedelta(days=7))
        play(people, seed=2, day=FRIDAY - datetime.timedelta(days=7))
    update_ratings()
    before = values()

    with scope(played):
        rebuild_tallies()  # every tally is written anew, in another order

    assert update_ratings().is_new
    assert values() == before
    assert {row[2] for row in before} == {3}


def test_unchanged_ratings_are_not_calculated_again(played):
    assert not update_ratings().is_new
    assert update_ratings(anew=True).is_new

    with scope(played):
        Event.objects.get().save()
    assert update_ratings().is_new


def test_rated_people_keep_their_address(played):
    before = dict(RatedPerson.objects.values_list("public_id", "pk"))

    update_ratings(anew=True)

    assert dict(RatedPerson.objects.values_list("public_id", "pk")) == before


def test_readers_make_a_worker_check_for_changes_once_an_hour(client, played):
    def asked():
        return DBTaskResult.objects.filter(
            task_path__endswith=renew_ratings.func.__name__
        ).count()

    RatingRun.objects.update(asked_at=NOON)
    assert claim_rating_update(NOON + datetime.timedelta(minutes=59)) is False
    assert claim_rating_update(NOON + datetime.timedelta(minutes=61)) is True
    assert claim_rating_update(NOON + datetime.timedelta(minutes=62)) is False

    RatingRun.objects.update(asked_at=NOON - datetime.timedelta(days=9999))
    client.get("/federation/")
    client.get("/federation/")
    assert DBTaskResult.objects.count() == 1


def test_the_task_of_the_worker_updates_the_ratings(played):
    RatedPerson.objects.all().delete()
    RatingRun.objects.update(revision="")

    renew_ratings.func(organisation=FIRST_KEY)

    assert RatedPerson.objects.count() == 4


def test_the_command_calculates_again(played):
    RatedPerson.objects.all().delete()
    short_name = User.objects.get(username="erika").organisation.short_name
    out = StringIO()

    call_command("rebuild_ratings", organisation=short_name, stdout=out)

    assert "4 Personen aus 1 Listen" in out.getvalue()
    assert RatedPerson.objects.count() == 4


def test_agreeing_twice_is_agreeing_once(played):
    with scope(played):
        erika = User.objects.get(username="erika")
        assert accept_federation(other=FIRST_KEY, by=erika)
        assert Affiliation.objects.count() == 1


def test_a_deleted_club_belongs_to_no_federation(client, played):
    delete_organisation(organisation=Organisation.objects.get(pk=played))
    connection.check_constraints()

    assert not Affiliation._base_manager.exists()
    assert client.get("/federation/").status_code == 404
    assert update_ratings().people == 0
