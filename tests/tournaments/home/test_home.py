"""The club's page: current, past and coming events, and the search for people."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_owner,
    make_secretary,
    make_sheet,
    type_games,
)
from tests.tournaments.events.played import finished_list
from tests.tournaments.leagues.matches import make_division
from tests.tournaments.seasons.seasons import make_season
from tournaments.events.flow.services import release
from tournaments.events.planning.selectors import event_lines
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.selectors import evenings_for
from tournaments.events.teams.services import add_contest
from tournaments.home.views import COLOURS
from tournaments.leagues.services import create_league, publish_league
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Player
from tournaments.people.services import save_club, save_player
from tournaments.seasons.services import publish_season
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import delete_lists
from tournaments.words.choices import Privacy, Rhythm, SheetState

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2026, 11, 22)


@pytest.fixture(autouse=True)
def today(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.localdate", lambda: TODAY)


@pytest.fixture
def erika(db):
    return make_secretary()


def published(name, erika, *, lists=1, series=1, **fields):
    evening = make_evening(name, series=series, **fields)
    for number in range(lists):
        names = [f"{letter}{number} von {name}" for letter in "ABCD"]
        finished_list(evening, erika, EIGHT_GAMES[:2], players=names)
    publish_event(event=evening, is_published=True)
    return evening


def published_list(*names, by):
    evening = make_evening("Herbst")
    names = [*names, "Bernd Beck", "Carla Cremer"]
    finished_list(evening, by, players=names)
    publish_event(event=evening, is_published=True)


def text_of(client, path="/"):
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(strip_tags(answer.content.decode()).split())


def test_a_visitor_reads_whose_club_it_is_and_who_won(client, erika):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    publish_season(season=make_season(), is_published=True)
    evening = published("Herbst", erika)

    text = text_of(client)

    assert "Kreuzbube" in text
    assert "Saison 2026 vorläufig" in text
    assert "Zuletzt: Herbst, 6. November 2026 vorläufig" in text
    assert "vorläufig vorn" in text
    winner = ScoreSheet.objects.get().results.order_by("-total").first()
    assert winner.player.sorted_name in text
    assert "Neuer Abend" not in text
    release(event=evening, is_released=True)
    text = text_of(client)
    assert f"Gewonnen: {winner.player.sorted_name}" in text
    assert "Saison 2026 vorläufig" not in text
    published("Früher", erika, date=datetime.date(2026, 10, 9))
    assert "Saison 2026 vorläufig" in text_of(client)
    # Where teams are ranked, it is the winner among single people.
    add_contest(event=evening, name="Tandem", size=2)
    assert f"Im Einzel gewonnen: {winner.player.sorted_name}" in text_of(client)


def test_a_federation_shows_its_leagues_in_the_place_of_evenings(client, erika):
    division = make_division(league=create_league(name="Oberliga", season="2025"))
    publish_league(league=division.league, is_published=True)
    division = make_division("Staffel Nord")
    league = division.league

    assert "Oberliga" in text_of(client)
    assert "Landesliga" not in text_of(client)
    publish_league(league=league, is_published=True)
    text = text_of(client)
    client.force_login(erika)

    for shown in (text, text_of(client)):
        assert "Landesliga" in shown
        assert "Staffel Nord" in shown
        assert "Oberliga" not in shown
        assert "Noch kein Abend" not in shown
        assert "Wer gehört zum Verein" not in shown


def test_what_runs_shows_its_progress_and_who_is_ahead(client, erika):
    evening = published("Pokal", erika, date=TODAY, series=2)
    make_sheet(("W", "X", "Y", "Z"), evening=evening, series=1)

    # Series that have no tables yet count in words and bar alike.
    (line,) = event_lines(evenings_for(erika))
    assert (line.in_all, line.share) == (4, 25)
    assert 'width=""' not in client.get("/", follow=True).text
    assert "Läuft Pokal 1 von etwa 4 Listen · vorn:" in text_of(client)
    make_sheet(("W", "X", "Y", "Z"), evening=evening, series=2)
    text = text_of(client)
    assert "Läuft Pokal 1 von 3 Listen · vorn:" in text
    assert "Zuletzt" not in text


def test_what_is_to_come_or_reopened_later_does_not_run(client, erika):
    published("Probe", erika, date=datetime.date(2026, 11, 29))
    evening = published("Alt", erika)
    evening.series.get().sheets.update(state=SheetState.TYPING)

    text = text_of(client)

    assert "Als Nächstes: Probe, 29. November 2026" in text
    assert "Läuft" not in text


def test_a_club_that_meets_regularly_says_so_and_when_it_is_next(client, erika):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    Organisation.objects.update(weekday=6, start_time="19:00", place="Grüner Baum")
    published("Heute", erika, date=TODAY)
    create = reverse("events:create")

    page, text = client.get("/", follow=True).text, text_of(client)

    assert "Jeden Sonntag, 19 Uhr · Grüner Baum" in text
    assert "Nächster Abend: Sonntag, 29. November" in text
    # It leads to a new evening, but not those who cannot plan it.
    assert "Sonntag, 29. November</a>" not in page
    client.force_login(erika)
    assert f'<a href="{create}">Sonntag, 29. November</a>' in client.get("/").text
    form = client.get(create).context["form"]
    assert form["date"].value() == datetime.date(2026, 11, 29)


def test_the_regular_day_before_a_later_event_is_told(client, erika):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    Organisation.objects.update(weekday=6)
    published("Heute", erika, date=TODAY)
    pokal = publish_event(event=make_evening("Pokal"), is_published=True)

    for month, day, is_told in ((11, 28, False), (12, 13, True)):
        pokal.store(date=datetime.date(2026, month, day))
        text = text_of(client)
        assert f"Als Nächstes: Pokal, {day}. " in text
        assert ("Nächster Abend: Sonntag, 29. November" in text) == is_told


def test_an_extra_evening_does_not_shift_every_other_week(client, erika):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    Organisation.objects.update(weekday=6, rhythm=Rhythm.FORTNIGHTLY)
    for day in ((10, 25), (11, 8), (11, 15)):
        evening = make_evening(date=datetime.date(2026, *day))
        publish_event(event=evening, is_published=True)

    assert "Nächster Abend: Sonntag, 22. November" in text_of(client)


def test_the_first_evening_is_where_the_club_plays(client, erika):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    Organisation.objects.update(place="Grüner Baum")
    client.force_login(erika)

    form = client.get(reverse("events:create")).context["form"]

    assert form["place"].value() == "Grüner Baum"


def test_the_secretary_sees_the_list_that_differs_first(client, erika):
    evening = published("Pokal", erika, date=TODAY, series=2)
    sheet = make_sheet(("W", "X", "Y", "Z"), evening=evening, series=2)
    type_games(sheet, EIGHT_GAMES, by=erika)
    client.force_login(erika)

    assert "Serie 2, Tisch 1" in text_of(client)
    assert "Pokal · in Arbeit" in text_of(client)

    ScoreSheet.objects.filter(pk=sheet.pk).update(state=SheetState.DIFFERS)
    html = client.get("/").content.decode()

    assert "Pokal · weicht ab" in html
    assert reverse("sheets:detail", args=[sheet.pk]) in html


def test_the_secretary_is_led_to_the_door_or_to_a_new_evening(client, erika):
    evening = make_evening("Abend")
    client.force_login(erika)

    assert "Der nächste Abend" in text_of(client)
    for days in (7, 0):
        evening.store(date=TODAY + datetime.timedelta(days))
        assert "Wer ist da?" in text_of(client)


def test_what_is_corrected_is_not_called_running(client, erika):
    evening = published("Pokal", erika, lists=2, date=TODAY)
    sheet = ScoreSheet.objects.filter(series__event=evening).first()
    ScoreSheet.objects.filter(pk=sheet.pk).update(state=SheetState.TYPING)

    assert "Läuft Pokal" in text_of(client)
    evening.store(announced_at=timezone.now())
    assert "wird berichtigt Pokal" in text_of(client)
    assert "wird berichtigt: Pokal" in text_of(client, "/de/widget/")
    evening.store(date=TODAY - datetime.timedelta(7))
    text = text_of(client)
    assert f"Zuletzt: {evening.dated_name} vorläufig" in text
    assert "wird berichtigt · vorläufig vorn" in text


def test_events_to_come_hide_nothing_of_what_is_played_now(client, erika):
    running = published("Heute", erika, date=TODAY, series=2)
    make_sheet(("W", "X", "Y", "Z"), evening=running, series=2)
    published("Herbst", erika)
    for day in range(1, 12):
        date = datetime.date(2026, 12, day)
        publish_event(event=make_evening(f"Advent {day}", date=date), is_published=True)

    text = text_of(client)

    assert "Läuft Heute" in text
    assert "Zuletzt: Herbst" in text
    assert "Als Nächstes: Advent 1, 1. Dezember 2026" in text


@pytest.mark.parametrize("day", [datetime.date(2025, 1, 5), TODAY])
def test_no_list_that_is_begun_is_forgotten(client, erika, day):
    sheet = make_sheet(("Q", "R", "S", "T"), evening=make_evening(date=day))
    evening = make_evening("Angefangen", date=day, series=2)
    make_sheet(("W", "X", "Y", "Z"), evening=evening)
    for number in range(9):  # the last of them is finished
        published(f"Später {number}", erika, lists=number // 8)
    ScoreSheet.objects.filter(pk=sheet.pk).update(state=SheetState.DIFFERS)
    client.force_login(erika)

    assert reverse("sheets:detail", args=[sheet.pk]) in client.get("/").text
    delete_lists(ScoreSheet.objects.filter(pk=sheet.pk))
    assert "Angefangen · 1 Liste" in text_of(client)


def test_a_name_is_found_as_it_is_printed_or_almost(client, erika):
    published_list("Karl-Heinz Böllerstorff", "Anna Abel", by=erika)
    printed = ("Karl-Heinz", "Böllerstorff, Karl-Heinz", "bollerstorff", "heinz boel")

    for sought in printed:
        assert client.get("/find/", {"person": sought}).status_code == 302
    for sought in ("Bolerstorf", "Karl-Heinz Böllerstoff"):
        text = text_of(client, f"/find/?person={sought}")
        assert f"Unter dem Namen „{sought}“ steht hier niemand aus einer" in text
        assert "Vielleicht gemeint: Böllerstorff, Karl-Heinz" in text
        assert "Abel" not in text


def test_a_name_that_sounds_otherwise_is_not_guessed(client, erika):
    published_list("Hans Müller", "Emma Schröder", by=erika)

    for sought in ("Meier", "Schneider", "Anna"):
        assert "gemeint" not in text_of(client, f"/find/?person={sought}")
    assert "gemeint: Müller, Hans" in text_of(client, "/find/?person=Miller")


def test_a_hidden_name_is_not_even_guessed(client, erika):
    published_list("Karl-Heinz Böllerstorff", "Anna Abel", by=erika)
    somebody = Player.objects.get(last_name="Böllerstorff")
    somebody.privacy = Privacy.HIDDEN
    save_player(player=somebody)

    for sought in ("Bolerstorf", "Böllerstorff"):
        text = text_of(client, f"/find/?person={sought}")
        assert f"Unter dem Namen „{sought}“ steht hier niemand" in text
        assert "Karl-Heinz" not in text
        assert "gemeint" not in text
    client.force_login(erika)
    assert client.get("/find/", {"person": "Böllerstorff"}).status_code == 302


def test_a_new_club_begins_with_its_people_and_then_an_evening(client, erika):
    client.force_login(erika)

    assert reverse("files:import-people") in client.get("/").text
    save_player(player=Player(first_name="Anna", last_name="Alt"))
    assert "Noch kein Abend" in text_of(client)
    assert reverse("events:create") in client.get("/").text


def test_one_person_is_found_at_once_and_many_are_listed(client, erika):
    published("Herbst", erika)
    somebody = Player.objects.get(search_key__contains="a0")

    answer = client.get("/find/", {"person": "herbst, a0"})
    assert answer.url == reverse("people:detail", args=[somebody.pk])

    text = text_of(client, "/find/?person=Herbst")
    assert all(person.sorted_name in text for person in Player.objects.all())
    assert "Unter dem Namen „Xaver“ steht hier niemand" in text_of(
        client, "/find/?person=Xaver"
    )
    assert client.get("/find/").status_code == 200


def test_pages_and_lists_are_found_by_whoever_may_open_them(client, erika):
    evening = published("Herbst", erika)
    standings = reverse("events:standings", args=[evening.pk])
    sheet = ScoreSheet.objects.get(series__event=evening)
    found = "/find/?person="

    assert client.get(f"{found}ewige").url == reverse("careers:all-time")
    assert "Unter dem Namen „neuer abend“ steht hier niemand" in text_of(
        client, f"{found}neuer+abend"
    )
    assert client.get(f"{found}tisch+1").url == sheet.get_absolute_url()
    client.force_login(erika)
    assert client.get(f"{found}neuer+abend").url == reverse("events:create")
    new = save_player(player=Player(first_name="Nora", last_name="Neu"))
    assert client.get(f"{found}nora").url == new.get_absolute_url()
    page = client.get(f"{found}rangliste").text
    for address in (standings, reverse("papers:standings", args=[evening.pk])):
        assert f'href="{address}"' in page


def test_it_shows_every_colour_and_part(client):
    client.force_login(make_owner())

    html = client.get("/style/").text

    assert all(f"var(--{colour})" in html for colour in COLOURS)
    for part in ("rank-card", "next-step", "badge-differs", "segmented", "errorlist"):
        assert part in html
