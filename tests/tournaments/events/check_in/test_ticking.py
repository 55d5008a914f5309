"""Names to tick at the check-in: their order, and people who come and go."""

import datetime

import pytest
from django.urls import reverse

from tests.factories import make_evening, make_player, type_games
from tournaments.events.entrants import door_of
from tournaments.events.entries.selectors import roll_of
from tournaments.events.entries.services import (
    add_entry,
    check_in_players,
    check_out_players,
)
from tournaments.events.seats.services import open_table
from tournaments.words.choices import EntryStatus

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bernd", "Carla", "Dieter")


def page(evening, name="check_in"):
    return reverse(f"events:{name}", args=[evening.pk])


def statuses(evening):
    return {
        entry.player.name: (entry.status, entry.from_series, entry.until_series)
        for entry in evening.entries.select_related("player")
    }


def names(group):
    return [name.player.name for name in group]


def roll(evening):
    return roll_of(evening, door_of(evening))


def seat(evening, people, number=1):
    return open_table(series=evening.series.get(number=number), players=people)


def test_people_of_the_last_evenings_come_first():
    people = [make_player(name) for name in NAMES[:3]]
    seat(make_evening("Letzter"), people)
    make_player("Dora Alt")
    make_player("Emil Gast", is_guest=True)
    make_player("Fritz Fort", is_active=False)
    evening = make_evening()
    add_entry(event=evening, player=people[0], status=EntryStatus.REGISTERED)

    shown = roll(evening)

    assert names(shown.listed) == ["Anna"]
    assert names(shown.regulars) == ["Bernd", "Carla"]
    assert names(shown.members) == ["Dora Alt"]
    assert names(shown.guests) == ["Emil Gast"]
    assert shown.here == []


def test_the_check_in_shows_sits_at_tables_of_three_this_year(client, erika):
    before = make_evening("Letzter", date=datetime.date(2026, 10, 9))
    people = [make_player(name) for name in NAMES]
    type_games(seat(before, people[:3]), ["2g1"], by=erika)
    evening = make_evening()
    add_entry(event=evening, player=people[0], status=EntryStatus.REGISTERED)

    text = client.get(page(evening)).text

    shown = roll(evening)
    sat = {each.player.name: each.threes for each in shown.listed + shown.regulars}
    assert sat == {"Anna": 1, "Bernd": 1, "Carla": 1}
    assert [each.threes for each in shown.members] == [0]
    assert text.count("1-mal am Dreiertisch") == 3


def test_one_tap_checks_in_and_another_undoes_it(client, erika, evening):
    anna = make_player("Anna")

    answer = client.post(page(evening, "tick"), {"come": anna.pk})
    ticked = client.get(page(evening)).text
    here = statuses(evening)
    client.post(page(evening, "tick"), {"go": anna.pk})

    assert answer.url == f"{page(evening)}#person-{anna.pk}"
    assert f'name="go" value="{anna.pk}" aria-pressed="true"' in ticked
    assert here == {"Anna": ("present", 1, None)}
    assert statuses(evening) == {"Anna": ("absent", 1, None)}


def test_a_tap_sent_twice_changes_nothing(evening):
    anna = make_player("Anna")

    counts = [check_in_players(event=evening, players=[anna]) for _ in range(2)]
    counts += [check_out_players(event=evening, players=[anna]) for _ in range(2)]

    assert counts == [1, 0, 1, 0]


def test_people_come_and_go_between_two_series(erika):
    evening = make_evening(series=3)
    people = [make_player(name) for name in NAMES]
    check_in_players(event=evening, players=people[:3])
    sheet = seat(evening, people[:3])
    type_games(sheet, ["2a1"], by=erika)

    check_in_players(event=evening, players=people[3:])
    check_out_players(event=evening, players=people[:1])

    assert statuses(evening)["Anna"] == ("left", 1, 1)
    assert statuses(evening)["Dieter"] == ("present", 2, None)


def test_all_expected_people_are_checked_in_at_once(client, erika, evening):
    for name, status in zip(
        NAMES, ("registered", "registered", "absent", "left"), strict=True
    ):
        add_entry(event=evening, player=make_player(name), status=status)

    client.post(page(evening, "tick"), {"all": "listed"})

    assert [status for status, *_rest in statuses(evening).values()] == [
        "present",
        "present",
        "absent",
        "left",
    ]


def test_all_people_of_the_last_evenings_are_checked_in_at_once(client, erika):
    people = [make_player(name) for name in NAMES]
    seat(make_evening("Letzter"), people[:3])
    evening = make_evening()

    client.post(page(evening, "tick"), {"all": "regulars"})

    assert list(statuses(evening)) == ["Anna", "Bernd", "Carla"]


def test_an_evening_seated_by_hand_counts_those_at_its_tables(client, erika, evening):
    people = [make_player(name) for name in NAMES]
    seat(evening, people[:3])

    seated = client.get(page(evening)).text
    client.post(page(evening, "tick"), {"come": people[3].pk})

    assert "3 sind da" in seated
    assert "Tisch 1" in seated
    assert "4 sind da" in client.get(page(evening)).text
    assert set(statuses(evening)) == set(NAMES)


def test_after_the_check_in_the_draw_is_one_step_away(client, erika, evening):
    before = client.get(page(evening)).context["step"]
    seat(evening, [make_player(name) for name in NAMES])
    behind = client.get(page(evening)).context["step"]

    assert before.url == page(evening, "draw")
    assert behind.url == page(evening, "detail")
