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
from tournaments.events.models import Event, LossStep, Prize
from tournaments.events.overview.rules import list_sentences
from tournaments.events.planning.services import copy_event, update_event
from tournaments.events.teams.services import add_contest
from tournaments.files.event.reading import read_event
from tournaments.files.event.writing import event_text
from tournaments.files.event_store.services import import_event
from tournaments.papers.lists.pages import blank_pages
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


def test_a_copy_has_settings_loss_money_and_prizes_but_no_results():
    evening = full_evening()
    make_sheet(evening=evening)

    copy = copy_event(source=evening, name="Neu", date=DAY)

    assert not ScoreSheet.objects.filter(series__event=copy).exists()
    assert (copy.rounds, copy.place, copy.entry_fee, copy.remarks) == (
        9,
        "Linde",
        500,
        "Kein Kontra.",
    )
    assert copy.series.count() == 3
    assert list(copy.loss_steps.values_list("from_loss", "amount")) == [(4, 100)]
    assert list(copy.prizes.values_list("place", "amount")) == [(1, 2500)]
    assert not copy.is_published


def test_the_members_who_came_are_registered_with_their_numbers():
    evening = full_evening()
    for name, fields in (
        ("Anna", {}),
        ("Bernd", {"status": EntryStatus.REGISTERED}),
        ("Carla", {}),
    ):
        add_entry(event=evening, player=make_player(name), **fields)
    emil = make_player("Emil", is_guest=True)
    add_entry(event=evening, player=emil)
    mark_left(entry=evening.entries.get(start_number=3), after_series=1)

    copy = copy_event(source=evening, name="Neu", date=DAY, with_people=True)

    assert [(str(entry), entry.status) for entry in copy.entries.all()] == [
        ("1 Anna", "registered"),
        ("3 Carla", "registered"),
    ]


def test_people_of_an_evening_seated_by_hand_are_registered():
    evening = make_evening()
    make_sheet(("Carla", "Anna", "Bernd"), evening=evening)

    copy = copy_event(source=evening, name="Neu", date=DAY, with_people=True)

    assert [str(entry) for entry in copy.entries.all()] == [
        "1 Anna",
        "2 Bernd",
        "3 Carla",
    ]


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


def test_house_rules_that_are_taken_over_are_named_and_in_sight(client, erika):
    official = make_evening("Dienstag")
    page = client.get(reverse("events:create"))
    assert "mit den Hausregeln" not in page.text
    assert "rule_set" not in [field.name for field in page.context["form"].first_fields]

    rules = make_rule_set(name="Horsts Freitag", rules=HouseRules(kontra=True))
    Event.objects.filter(pk=official.pk).update(rule_set=rules)
    page = client.get(reverse("events:create"))

    assert "mit den Hausregeln „Horsts Freitag“" in page.text
    assert "rule_set" in [field.name for field in page.context["form"].first_fields]
    assert page.text.count('name="rule_set"') == 1


@time_machine.travel("2026-11-24")
def test_an_evening_still_to_come_is_no_model_for_a_new_one(client, erika):
    make_evening("Weihnachtsskat", date=datetime.date(2026, 12, 18))
    only = client.get(reverse("events:create")).context["source"]
    make_evening("Dienstag", date=datetime.date(2026, 11, 24))

    assert str(only) == "Weihnachtsskat"
    assert str(client.get(reverse("events:create")).context["source"]) == "Dienstag"


def test_any_event_can_be_copied(client, erika):
    old = make_evening("Pfingsten", place="Scheune")
    full_evening()

    page = client.get(reverse("events:create"), {"copy": old.pk})

    assert page.context["form"]["place"].value() == "Scheune"


def test_a_tournament_is_set_up_on_one_page(client, erika):
    response = client.post(reverse("events:create-tournament"), TOURNAMENT)

    tournament = Event.objects.get()
    assert response.url == reverse("events:entries", args=[tournament.pk])
    assert tournament.kind == "tournament"
    assert tournament.series.count() == 3
    assert tournament.time_limit == 120
    assert [contest.size for contest in tournament.contests.all()] == [4]
    assert tournament.name in client.get("/").text


def test_the_settings_are_changed(client, erika):
    evening = full_evening()

    client.post(
        reverse("events:settings", args=[evening.pk]),
        TOURNAMENT | {"series": "4", "organiser": "  Der\u202e Wirt "},
    )

    evening.refresh_from_db()
    assert (evening.kind, evening.organiser) == ("evening", "Der Wirt")
    assert (evening.series.count(), evening.entry_fee) == (4, 500)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("age_date", "9999-01-01"),
        ("time_limit", "5"),
        ("time_limit", "99999999999"),
        ("table_rule", "sixes"),
        ("team_size", "17"),
        ("team_size", "-1"),
        ("tie_chain", "age"),
        ("senior_age", "x"),
        ("senior_age", "121"),
        ("remarks", "x" * 2001),
    ],
)
def test_an_absurd_setting_is_named(client, erika, field, value):
    response = client.post(
        reverse("events:create-tournament"), TOURNAMENT | {field: value}
    )

    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert not Event.objects.exists()


def test_an_evening_at_which_money_was_taken_stays(client, erika):
    evening = make_evening()
    entry = add_entry(event=evening, player=make_player("Anna"))
    evening.payments.create(
        kind="fee", entry=entry, amount=500, by=erika, at="2026-11-06T19:00:00Z"
    )

    client.post(reverse("events:delete", args=[evening.pk]))

    assert Event.objects.get() == evening


def test_a_series_that_a_player_will_play_stays(client, erika):
    evening = make_evening(series=3)
    add_entry(event=evening, player=make_player("Anna"), from_series=3)

    response = client.post(
        reverse("events:settings", args=[evening.pk]),
        TOURNAMENT | {"series": "2"},
    )

    assert "series" in response.context["form"].errors
    assert evening.series.count() == 3


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
