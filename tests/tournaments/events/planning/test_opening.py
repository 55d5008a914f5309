"""A new evening copies the last one; a tournament is set up on one page."""

import datetime

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.urls import reverse

from scoring.house.rules import HouseRules
from tests.factories import (
    make_evening,
    make_player,
    make_rule_set,
    make_sheet,
    type_games,
)
from tests.tournaments.events.draws.draws import draw, make_entries
from tournaments.events.entries.services import add_entry, mark_left
from tournaments.events.models import Event, LossStep, Prize, Team
from tournaments.events.planning.path import list_sentences
from tournaments.events.planning.services import copy_event, update_event
from tournaments.events.teams.selectors import teams_of
from tournaments.events.teams.services import add_contest, save_team
from tournaments.files.event.reading import read_event
from tournaments.files.event.services import import_event
from tournaments.files.event.writing import event_text
from tournaments.papers.lists import blank_pages
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import seat_players
from tournaments.words.choices import EntryStatus

pytestmark = pytest.mark.django_db
TOURNAMENT = {
    "name": "Preisskat",
    "date": "2026-12-05",
    "place": "Stadthalle",
    "organiser": "Skatfreunde",
    "series": "3",
    "rounds": "12",
    "system": "seeger-fabian",
    "time_limit": "120",
    "table_rule": "fours",
    "meetings_first": "on",
    "team_size": "4",
    "senior_age": "60",
    "youth_age": "18",
    "pupil_age": "15",
    "junior_age": "21",
    "tie_chain": "won,fewer-lost",
    "least_lists": "0",
    "remarks": "Kein Kontra.",
}
DAY = datetime.date(2026, 11, 13)


def full_evening():
    evening = make_evening(series=3, rounds=9, place="Linde")
    evening.entry_fee, evening.remarks = 500, "Kein Kontra."
    evening.save()
    add_contest(event=evening, name="Tandem", size=2)
    LossStep.objects.create(event=evening, from_loss=4, amount=100)
    Prize.objects.create(event=evening, place=1, amount=2500)
    return evening


def test_a_copy_has_settings_rankings_and_prizes_but_no_teams_or_results():
    evening = full_evening()
    make_sheet(evening=evening)
    tandem = evening.contests.get()
    entry = add_entry(event=evening, player=make_player("Emil"))
    save_team(team=Team(contest=tandem, name="Paar"), entries=[entry])
    ham = {"text": "Schinken", "value": 2000}
    Prize.objects.create(event=evening, contest=tandem, place=1, amount=500, **ham)
    Prize.objects.create(event=evening, contest=tandem, place=2, **ham)

    copy = copy_event(source=evening, name="Neu", date=DAY)

    assert not ScoreSheet.objects.filter(series__event=copy).exists()
    settings = (copy.rounds, copy.place, copy.entry_fee, copy.remarks)
    assert settings == (9, "Linde", 500, "Kein Kontra.")
    assert copy.series.count() == 3
    assert list(copy.loss_steps.values_list("from_loss", "amount")) == [(4, 100)]
    prizes = copy.prizes.values_list("contest__name", "place", "amount", "text")
    assert set(prizes) == {(None, 1, 2500, ""), ("Tandem", 1, 500, "")}
    assert [str(contest) for contest in copy.contests.all()] == ["Tandem"]
    assert teams_of(copy) == []
    assert not copy.is_published


def test_the_members_who_came_are_registered_with_their_numbers():
    evening = full_evening()
    anna, bernd, _carla = [
        add_entry(event=evening, player=make_player(name))
        for name in ("Anna", "Bernd", "Carla")
    ]
    bernd.store(status=EntryStatus.REGISTERED)
    add_entry(event=evening, player=make_player("Emil", is_guest=True))
    mark_left(entry=anna, after_series=1)

    copy = copy_event(source=evening, name="Neu", date=DAY, with_people=True)

    found = [(str(entry), entry.status) for entry in copy.entries.all()]
    assert found == [("1 Anna", "registered"), ("3 Carla", "registered")]


def test_people_of_an_evening_seated_by_hand_are_registered():
    evening = make_evening()
    make_sheet(("Carla", "Anna", "Bernd"), evening=evening)

    copy = copy_event(source=evening, name="Neu", date=DAY, with_people=True)

    assert list(map(str, copy.entries.all())) == ["1 Anna", "2 Bernd", "3 Carla"]


@time_machine.travel("2026-11-13 19:00+01:00", tick=False)
def test_the_form_of_a_new_evening_is_filled_in_and_only_sent(client, erika):
    full_evening()

    form = client.get(reverse("events:create")).context["form"]
    sent = {
        name: form[name].value()
        for name in form.fields
        if form[name].value() not in (None, "", False)
    }
    response = client.post(reverse("events:create"), sent)

    copy = Event.objects.order_by("pk").last()
    assert response.url == reverse("events:check_in", args=[copy.pk])
    assert (copy.rounds, copy.series.count(), copy.entry_fee) == (9, 3, 500)
    assert (copy.place, copy.date) == ("Linde", DAY)
    assert form.fields["name"].widget.attrs["placeholder"] == "Vereinsabend"


@pytest.mark.parametrize("verb", ["create", "create-tournament"])
def test_a_page_sent_twice_makes_one_event(client, erika, verb):
    address = reverse(f"events:{verb}")
    key = client.get(address).context["form"]["page"].value()
    sent = TOURNAMENT | {"page": key}

    first, again = (client.post(address, sent).url for _time in range(2))
    client.post(address, sent | {"date": "19.12.2026"})

    assert first == again
    assert Event.objects.count() == 2


def test_house_rules_that_are_taken_over_are_named_and_in_sight(client, erika):
    official = make_evening("Dienstag")
    page = client.get(reverse("events:create"))
    assert "Hausregeln: " not in page.text
    assert "rule_set" not in [field.name for field in page.context["form"].first_fields]

    rules = make_rule_set(name="Horsts Freitag", rules=HouseRules(kontra=True))
    Event.objects.filter(pk=official.pk).update(rule_set=rules)
    page = client.get(reverse("events:create"))

    assert "Hausregeln: Horsts Freitag" in page.text
    assert "rule_set" in [field.name for field in page.context["form"].first_fields]
    assert page.text.count('name="rule_set"') == 1


@time_machine.travel("2026-11-24")
def test_an_evening_still_to_come_is_no_model_unless_it_is_chosen(client, erika):
    address = reverse("events:create")
    christmas = make_evening(
        "Weihnachtsskat", date=datetime.date(2026, 12, 18), place="Scheune"
    )
    only = client.get(address).context["source"]
    make_evening("Dienstag", date=datetime.date(2026, 11, 24))

    chosen = client.get(address, {"copy": christmas.pk})

    assert str(only) == "Weihnachtsskat"
    assert str(client.get(address).context["source"]) == "Dienstag"
    assert chosen.context["form"]["place"].value() == "Scheune"


def test_a_tournament_is_set_up_on_one_page(client, erika):
    response = client.post(reverse("events:create-tournament"), TOURNAMENT)

    tournament = Event.objects.get()
    assert response.url == reverse("events:entries", args=[tournament.pk])
    assert tournament.kind == "tournament"
    assert tournament.series.count() == 3
    assert tournament.time_limit == 120
    assert [contest.size for contest in tournament.contests.all()] == [4]
    assert tournament.name in client.get("/").text


def test_an_absurd_setting_is_named(client, erika):
    for field, values in (
        ("name", ("",)),
        ("age_date", ("9999-01-01",)),
        ("time_limit", ("5", "99999999999")),
        ("table_rule", ("sixes",)),
        ("team_size", ("17", "-1")),
        ("tie_chain", ("age",)),
        ("senior_age", ("x", "121")),
        ("remarks", ("x" * 2001,)),
    ):
        for value in values:
            sent = TOURNAMENT | {field: value}
            response = client.post(reverse("events:create-tournament"), sent)
            assert response.status_code == 422
            assert field in response.context["form"].errors
    assert not Event.objects.exists()


@pytest.fixture
def ispa():
    return make_evening(rounds=9, same_games=True)


def lengths(event):
    """Return how many games the lists of an event have, by players."""
    sheets = ScoreSheet.objects.filter(series__event=event)
    return {(sheet.table_size, sheet.games_planned) for sheet in sheets}


def test_tables_of_three_and_four_draw_lists_of_36_games(ispa, erika):
    make_entries(ispa, 7)
    draw(ispa, erika)

    assert lengths(ispa) == {(4, 36), (3, 36)}
    assert [page.games for page in blank_pages(ispa, {3: 1, 4: 1})] == [36, 36]
    text = "9 Runden am Vierertisch: 36 Spiele; 12 am Dreiertisch: 36."
    assert text in list_sentences(ispa)


def test_a_table_that_loses_a_player_keeps_its_number_of_games(ispa, erika):
    sheet = make_sheet(evening=ispa)
    people = [seat.player for seat in sheet.seats.order_by("place")]

    seat_players(sheet=sheet, players=people[:3], by=erika)
    assert lengths(ispa) == {(3, 36)}
    seat_players(sheet=sheet, players=people, by=erika)
    assert lengths(ispa) == {(4, 36)}


def test_empty_lists_follow_the_event_and_written_ones_stay(erika):
    evening = make_evening(rounds=9)
    sheet = make_sheet(["Anna", "Bernd", "Carla"], evening=evening)

    evening.same_games = True
    update_event(event=evening, series=1)
    assert lengths(evening) == {(3, 36)}

    type_games(sheet, ["1k1"], by=erika)
    evening.same_games = False
    with pytest.raises(ValidationError) as refusal:
        update_event(event=evening, series=1)
    assert set(refusal.value.message_dict) == {"same_games"}


def test_a_copy_and_a_file_keep_the_setting(ispa):
    make_sheet(["Anna", "Bernd", "Carla"], evening=ispa)
    copy = copy_event(source=ispa, name="Neu", date=datetime.date(2026, 11, 13))
    file = read_event(event_text(ispa).encode())
    ispa.same_games = False
    ispa.save()

    import_event(document=file, replace=True)

    ispa.refresh_from_db()
    assert copy.same_games
    assert ispa.same_games
    assert lengths(ispa) == {(3, 36)}
