"""The history in the words of the club, who may read it, and what is logged."""

import datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    EIGHT_GAMES,
    finish_list,
    make_evening,
    make_owner,
    make_player,
    make_sheet,
    make_user,
)
from tests.tournaments.leagues.matches import make_division, make_teams
from tests.tournaments.site.entries import entries_of, entry_texts, filtered_entries
from tournaments.api.services import create_key
from tournaments.careers.joins.services import remove_person
from tournaments.events.accounts import Step
from tournaments.events.entries.services import add_entry, remove_entry
from tournaments.events.flow.services import release, withhold
from tournaments.events.models import Prize, Team
from tournaments.events.money.services import (
    count_cash,
    save_money_plan,
    save_prize_plan,
    take_list_money,
)
from tournaments.events.planning.services import (
    delete_event,
    publish_event,
    update_event,
)
from tournaments.events.teams.services import add_contest, save_team
from tournaments.organisations.models import Organisation
from tournaments.people.accounts.services import set_account_active
from tournaments.people.models import Player, User
from tournaments.people.services import save_account, save_player
from tournaments.scope.models import (
    LogEntry,
    entries_about,
    logged_columns,
    update_many,
    working,
    working_as,
)
from tournaments.scope.scope import DRAW, RESULTS, UNTIL_RELEASED
from tournaments.site.history import about_anything_named
from tournaments.words.choices import DeedKind, LogKind
from tournaments.words.formats import money

pytestmark = pytest.mark.django_db


PASSWORD = "grand-ouvert-zu-viert"


SIGN_IN = "/accounts/login/"


@pytest.fixture
def erika():
    """Let the history name the account at work, as the pages do."""
    erika = make_owner("erika")
    with working_as(erika):
        yield erika


@pytest.fixture
def office(client, erika):
    client.force_login(erika)
    return client


def published_evening():
    return publish_event(event=make_evening(), is_published=True)


def page(client, word, row, **query):
    return client.get(reverse(f"history:of-{word}", args=[row.pk]), query)


def test_a_changed_setting_is_shown_with_its_old_value(erika):
    event = make_evening("Herbstpokal", rounds=12)

    event.rounds, event.place, event.entry_fee = 16, "Krone", 550
    event.meetings_first = False
    update_event(event=event, series=2)

    assert entries_of(event=event) == [
        ("erika", "Serie hinzugefügt: 2"),
        ("erika", "Ort: Krone"),
        ("erika", "Runden je Serie: 16 statt 12"),
        ("erika", "Neue Gegner sind wichtiger als wenige Dreiertische: nein"),
        ("erika", "Startgeld: 5,50 € statt 0,00 €"),
        ("erika", "Veranstaltung hinzugefügt: Herbstpokal (06.11.2026)"),
    ]


def test_entries_added_and_removed_show_on_event_and_person(erika):
    event, anna = make_evening(), make_player("Anna Koch")

    remove_entry(entry=add_entry(event=event, player=anna))

    assert entry_texts(event=event)[:2] == [
        "Teilnahme entfernt: Anna Koch",
        "Teilnahme hinzugefügt: Anna Koch",
    ]
    assert entry_texts(person=anna)[0] == "Teilnahme entfernt: Anna Koch"


def test_teams_of_a_deleted_ranking_still_show(erika):
    event = make_evening()
    contest = add_contest(event=event, name="Tandem", size=2)
    for name in ("Anna", "Bernd"):
        add_entry(event=event, player=make_player(name))
    save_team(team=Team(contest=contest, name="Herz"), entries=event.entries.all())

    contest.delete()

    shown = entry_texts(event=event)
    assert "Mannschaftswertung entfernt: Tandem" in shown
    assert "Mannschaft hinzugefügt: Herz" in shown
    assert "Mannschaftsmitglied hinzugefügt: Bernd, Anna" in shown


def test_a_deleted_event_is_named_without_a_link(office, erika):
    event = make_evening("Herbstpokal")

    delete_event(event=event)
    answer = office.get(reverse("history:all"))

    assert "Veranstaltung entfernt: Herbstpokal (06.11.2026)" in answer.text
    assert reverse("history:of-event", args=[1]) not in answer.text
    assert filtered_entries(about_anything_named("herbst"))


def test_line_ups_show_on_team_league_and_person(erika):
    division = make_division()
    (team, *_others) = make_teams(division, people=4)
    place = team.line_up.first()

    position = place.position
    place.store(position=9)

    shown = f"Position: 9 statt {position} – {place.player.name}"
    subjects = {"team": team, "league": division.league, "person": place.player}
    for word, row in subjects.items():
        assert entry_texts(**{word: row})[0] == shown


def test_roles_and_passwords_are_tracked_and_no_password_is_kept(erika):
    emil = make_user("emil")

    emil.role = "secretary"
    save_account(account=emil, password=PASSWORD)
    set_account_active(account=emil, is_active=False)

    moment = timezone.localtime(emil.password_set_at)
    shown = entry_texts(account=emil)
    assert shown[0] == "Aktiv: nein"
    assert any(text.startswith("Rolle: Schriftführer statt") for text in shown)
    assert any(f"Passwort gesetzt: {moment:%d.%m.%Y}" in text for text in shown)
    assert not logged_columns(User).keys() & {"password", "email", "last_login"}


def test_sign_ins_of_a_year_show_but_nothing_that_strangers_type(client):
    anna = User.objects.create_user("anna", password=PASSWORD)
    long_ago = timezone.now() - datetime.timedelta(days=366)
    LogEntry.objects.create(
        kind=LogKind.SIGN_INS, action=DeedKind.SIGN_IN, at=long_ago, by=anna
    )
    for name, password in (("anna", "x"), ("anna", "y"), ("geheim", "x")):
        client.post(SIGN_IN, {"username": name, "password": password})
    client.post(SIGN_IN, {"username": "anna", "password": PASSWORD})

    shown = entries_of(account=anna)

    assert shown[:2] == [
        ("anna", "Angemeldet"),
        ("unbekannt", "Falscher Name oder falsches Passwort: 2-mal"),
    ]
    refusals = LogEntry.objects.filter(action=DeedKind.REFUSED)
    assert sorted(refusals.values_list("times", flat=True)) == [1, 2]
    assert LogEntry.objects.filter(kind=LogKind.ACCOUNTS).count() == 1
    assert LogEntry.objects.get(action=DeedKind.SIGN_IN).at > long_ago


def test_a_download_shows_on_its_subject_and_that_of_a_program_once_an_hour(office):
    event, anna = published_evening(), make_player("Anna Koch")
    secret = create_key(name="Anzeige", rights=frozenset({"read"}))[1]
    shown = {"Authorization": f"Bearer {secret}"}

    office.get(reverse("files:event", args=[event.pk]))
    office.get(reverse("files:event", args=[event.pk]))
    office.get(reverse("files:person", args=[anna.pk]))
    office.get(reverse("files:club")).getvalue()
    office.logout()
    office.get(reverse("files:standings", args=[event.pk, "csv"]))
    for headers in (shown, shown, {}):
        office.get(f"/api/v1/events/{event.slug}/", headers=headers)
        office.get(f"/api/v1/events/{event.slug}/standings/", headers=headers)

    taken = [each for each in entries_of(event=event) if "mitgenommen" in each[1]]
    assert taken == [
        ("api-anzeige", "Datei mitgenommen: Rangliste"),
        ("api-anzeige", "Datei mitgenommen: der Abend als Datei"),
        ("erika", "Datei mitgenommen: der Abend als Datei"),
    ]
    assert entry_texts(person=anna)[0] == "Datei mitgenommen: alles über die Person"
    assert "Datei mitgenommen: Der ganze Verein" in entry_texts()
    assert LogEntry.objects.filter(kind=LogKind.FILES).count() == 5


def test_filters_show_matching_lines_and_nothing_else(office, erika):
    event, anna = make_evening("Herbstpokal"), make_player("Anna Koch")
    with (
        working(None),
        time_machine.travel(datetime.datetime(2020, 5, 1, 12, tzinfo=datetime.UTC)),
    ):
        spring = make_evening("Frühlingspokal")
    address = reverse("history:all")

    for asked, is_there in (
        ({}, (True, True, True)),
        ({"kind": "people"}, (False, True, False)),
        ({"by": erika.pk}, (True, True, False)),
        ({"by": "command"}, (False, False, True)),
        ({"name": "koch"}, (False, True, False)),
        ({"name": "frühl"}, (False, False, True)),
        ({"until": "31.12.2020"}, (False, False, True)),
        ({"since": "01.01.2021"}, (True, True, False)),
    ):
        text = office.get(address, asked).text
        names = (event.name, anna.name, spring.name)
        table = text.partition("<tbody>")[2]
        assert tuple(name in table for name in names) == is_there, asked
    assert entries_of(event=spring)[0][0] == "Skatclub selbst"
    assert '<option value="command">Skatclub selbst</option>' in text
    wrong = office.get(address, {"since": "gestern oder so"}).text
    assert "gestern oder so" in wrong
    assert event.name in wrong


def test_a_removed_person_does_not_come_back_through_the_history(office):
    event, anna = make_evening(), make_player("Kunigunde Quastenflosser")
    add_entry(event=event, player=anna)
    anna.last_name, anna.birth_date = "Wackernagel", datetime.date(1950, 3, 7)
    save_player(player=anna)
    office.get(reverse("files:person", args=[anna.pk]))
    assert "Quastenflosser" in page(office, "person", anna).text

    remove_person(player=anna)

    for answer in (
        page(office, "person", anna),
        page(office, "event", event),
        office.get(reverse("history:all")),
        office.get(reverse("history:all"), {"name": "Teilnahme"}),
    ):
        for trace in ("Kunigunde", "Quastenflosser", "Wackernagel", "07.03.1950"):
            assert trace not in answer.text
    assert not filtered_entries(about_anything_named("Quastenflosser"))


def test_visitors_read_nothing_and_readers_nothing_private(client, erika):
    things = {
        "event": published_evening(),
        "person": make_player("Anna"),
        "account": erika,
    }
    for thing, row in things.items():
        assert page(client, thing, row).status_code == 302

    client.force_login(make_user("emil"))

    statuses = [page(client, thing, row).status_code for thing, row in things.items()]
    assert statuses == [200, 404, 404]
    assert client.get(reverse("history:all")).status_code == 403


def test_each_subject_links_to_its_history(office, erika):
    event, anna = make_evening(), make_player("Anna")
    division = make_division()
    (team, *_others) = make_teams(division, people=4)

    for thing, row, address in (
        ("event", event, reverse("events:more", args=[event.pk])),
        ("person", anna, anna.get_absolute_url()),
        ("team", team, team.get_absolute_url()),
        ("league", division.league, division.get_absolute_url()),
        ("account", erika, reverse("people:accounts")),
    ):
        link = reverse(f"history:of-{thing}", args=[row.pk])
        assert f'href="{link}"' in office.get(address).text, thing


def test_only_changed_prizes_and_loss_money_show():
    event = make_evening("Herbstpokal")
    event.prize_mode = "list"
    contest = add_contest(event=event, name="Tandem", size=2)

    def save(first, *steps):
        ham = Prize(place=2, text="Ein Schinken")
        shared = Prize(place=1, percent=60, contest=contest)
        plan = [Prize(place=1, amount=first), ham, shared]
        save_prize_plan(event=event, prizes=plan, confirmed=True)
        save_money_plan(event=event, steps=steps)
        return entry_texts(event=event)

    before = save(2000, Step(1, 50), Step(4, 100))
    shown = save(2500, Step(1, 50))

    assert len(shown) - len(before) == 3
    assert set(shown[:3]) == {
        f"Verlustspielgeld entfernt: {money(100)} ab dem 4. verlorenen Spiel",
        f"Preis entfernt: Platz 1: {money(2000)}",
        f"Preis hinzugefügt: Platz 1: {money(2500)}",
    }
    assert any("Ein Schinken" in each for each in before)
    of_teams = "Tandem, Platz 1: 60\N{NO-BREAK SPACE}%"
    assert any(of_teams in each for each in before)
    assert event.prizes.count() == 3


def test_money_of_a_list_is_handed_in_and_not_counted(erika):
    sheet = make_sheet()
    event = save_money_plan(event=sheet.series.event, steps=[Step(1, 50)])
    finish_list(sheet, EIGHT_GAMES, by=erika)

    take_list_money(sheet=sheet, amount=150, by=erika)
    count_cash(event=event, counted=200, by=erika)

    handed_in = f"Serie 1, Tisch 1, {money(150)}, erwartet: {money(100)}"
    assert entry_texts(event=event)[:3] == [
        f"Kasse gezählt: {money(200)}, erwartet: {money(150)}",
        f"Verlustspielgeld: {money(150)}",
        f"Mit der Liste abgegeben: {handed_in}",
    ]


def test_what_visitors_see_and_from_when_shows(office):
    event = published_evening()
    noon = datetime.datetime(2037, 11, 6, 12, tzinfo=datetime.UTC)
    tables = "Besucher sehen die Tische: {} statt {} – Serie 1"
    held = {"draw_from_1": "held", "results_from_1": "at-once"}
    office.post(reverse("events:visibility", args=[event.pk]), held)
    withhold(event=event, moments={1: {DRAW: UNTIL_RELEASED, RESULTS: noon}})
    withhold(event=event, moments={1: {DRAW: UNTIL_RELEASED, RESULTS: noon}})
    changes = LogEntry.objects.filter(table="series").count()

    release(event=event, is_released=True, confirmed=True)

    shown = list(reversed(entries_of(event=event)))
    first = shown.index(
        ("erika", tables.format("verborgen bis zur Bekanntgabe", "sofort zu sehen"))
    )
    later = (
        "Besucher sehen die Ergebnisse: "
        "ab 06.11.2037, 13:00 statt sofort zu sehen – Serie 1"
    )
    assert shown[first + 1][1] == later
    assert changes == 2
    ended = tables.format("sofort zu sehen", "verborgen bis zur Bekanntgabe")
    assert ended in [text for _by, text in shown[first + 2 :]]


@pytest.fixture
def anna():
    return Player.objects.get(pk=make_player("Anna Koch").pk)


def changes_of(row):
    return [entry.before_and_after for entry in entries_about(row).exclude(changes="")]


def test_a_change_costs_one_insert_and_names_only_what_changed(anna):
    anna.last_name, anna.group = "Köster", 2

    with CaptureQueriesContext(connection) as queries:
        anna.save()

    assert [each["sql"].split()[0] for each in queries] == ["UPDATE", "INSERT"]
    assert changes_of(anna) == [{"last_name": ["Koch", "Köster"], "group": [None, 2]}]


def test_what_is_logged_is_what_the_row_had_when_it_was_read(anna):
    anna.save()  # as it is stored already
    anna.store(is_active=False)
    anna.save()
    Player.objects.filter(pk=anna.pk).update(group=3)
    anna.refresh_from_db()

    anna.store(group=4)

    assert changes_of(anna) == [{"group": [3, 4]}, {"is_active": [True, False]}]


def test_line_ends_of_a_browser_are_no_change(anna):
    club = Organisation.objects.get()
    club.imprint = "Erika Muster\nGasse 3"
    club.save()
    club.imprint, club.town = "Erika Muster\r\nGasse 3", "Hofheim"
    club.save()

    assert changes_of(club)[0].keys() == {"town"}


def test_of_columns_that_were_not_stored_nothing_is_logged(anna):
    anna.last_name, anna.group = "Köster", 2
    anna.save(update_fields=["group"])
    anna.save()

    assert changes_of(anna) == [{"last_name": ["Koch", "Köster"]}, {"group": [None, 2]}]


def test_many_changes_are_logged_at_once(anna):
    people = [anna, Player.objects.get(pk=make_player("Bernd Lang").pk)]
    for person in people:
        person.member_number = "7"

    with CaptureQueriesContext(connection) as queries:
        update_many(people, ["member_number"])

    assert sum("INSERT" in each["sql"] for each in queries) == 1
    assert all(changes_of(each) == [{"member_number": ["", "7"]}] for each in people)
