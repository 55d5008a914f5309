"""Entries: present, late, left or replaced, and nobody entered twice."""

import pytest
from django.core.exceptions import ValidationError

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_player,
    make_secretary,
    type_games,
)
from tournaments.events.entrants import next_series
from tournaments.events.entries.selectors import seating_gaps
from tournaments.events.entries.services import (
    HasPlayed,
    TakesPartAlready,
    add_entry,
    add_visitor_entry,
    mark_absent,
    mark_left,
    mark_present,
    mark_rest_absent,
    register_people,
    remove_entry,
    replace_person,
    save_entry,
)
from tournaments.events.models import Entry
from tournaments.events.seats.services import open_table
from tournaments.people.models import Club, Player
from tournaments.people.names.names import PersonName, Visitor
from tournaments.words.choices import EntryStatus

pytestmark = pytest.mark.django_db


def enter_people(evening, *names, **fields):
    return [
        add_entry(event=evening, player=make_player(name), **fields) for name in names
    ]


def seat_people(evening, series, entries):
    return open_table(
        series=evening.series.get(number=series),
        players=[entry.player for entry in entries],
    )


def visitor(first, last, club=""):
    return Visitor(name=PersonName(first=first, last=last), club=club)


def test_the_same_person_takes_part_once(evening):
    (anna,) = enter_people(evening, "Anna")

    with pytest.raises(TakesPartAlready, match="1"):
        add_entry(event=evening, player=anna.player)

    assert evening.entries.count() == 1


def test_gaps_are_filled_once_the_highest_number_is_used(evening):
    add_entry(event=evening, player=make_player("Anna"), start_number=3000)

    (bernd,) = enter_people(evening, "Bernd")

    assert bernd.start_number == 1


def test_a_taken_start_number_is_refused(evening):
    _anna, bernd = enter_people(evening, "Anna", "Bernd")

    bernd.start_number = 1
    with pytest.raises(ValidationError, match="Startnummer"):
        save_entry(entry=bernd)


def test_a_visitor_of_our_club_is_a_member():
    Club.objects.create(name="Herz Dame", is_home=True)

    entry = add_visitor_entry(
        event=make_evening(), visitor=visitor("Hans", "Meier", "herz dame")
    )

    assert not entry.player.is_guest
    assert entry.player.club.is_home


def test_a_name_too_long_adds_nobody(evening):
    with pytest.raises(ValidationError):
        add_visitor_entry(event=evening, visitor=visitor("x" * 201, "Meier", "Neu"))

    assert not Player.objects.exists()
    assert not Club.objects.exists()


def test_players_who_come_after_a_list_has_begun_play_from_the_next_series():
    evening = make_evening(series=3)
    entries = enter_people(evening, "Anna", "Bernd", "Carla")
    first, *_later = [seat_people(evening, number, entries) for number in (1, 2, 3)]
    before = next_series(evening)
    type_games(first, EIGHT_GAMES[:1], by=make_secretary())

    (emil,) = enter_people(evening, "Emil")

    assert (before, emil.from_series) == (1, 2)


def test_a_registered_person_arrives_late():
    evening = make_evening(series=2)
    (emil,) = enter_people(evening, "Emil", status=EntryStatus.REGISTERED)
    seat_people(evening, 1, enter_people(evening, "Anna", "Bernd", "Carla"))

    emil = mark_present(entry=emil)

    assert (emil.status, emil.from_series) == (EntryStatus.PRESENT, 2)


def test_players_who_leave_keep_their_results_and_can_come_back():
    evening = make_evening(series=3)
    entries = enter_people(evening, "Anna", "Bernd", "Carla")
    sheet = seat_people(evening, 1, entries)

    gone = mark_left(entry=entries[0], after_series=1)
    plays = [
        gone in evening.entries.playing_in(number) and gone.plays(number)
        for number in (1, 2)
    ]
    back = mark_present(entry=gone)

    assert sheet.seats.count() == 3
    assert plays == [True, False]
    assert (back.status, back.from_series, back.until_series) == ("present", 1, None)


def test_nobody_leaves_before_a_list_on_which_they_play():
    evening = make_evening(series=2)
    entries = enter_people(evening, "Anna", "Bernd", "Carla")
    type_games(seat_people(evening, 2, entries), EIGHT_GAMES[:1], by=make_secretary())

    with pytest.raises(HasPlayed, match="2"):
        mark_left(entry=entries[0], after_series=1)
    with pytest.raises(HasPlayed, match="2"):
        mark_absent(entry=entries[0])


def test_an_absurd_series_is_refused():
    (anna,) = enter_people(make_evening(series=2), "Anna")

    for series in (-1, 3, 10**6):
        with pytest.raises(ValidationError):
            mark_left(entry=anna, after_series=series)


def test_the_rest_did_not_come(evening):
    enter_people(evening, "Anna")
    enter_people(evening, "Bernd", "Carla", status=EntryStatus.REGISTERED)

    count = mark_rest_absent(event=evening)

    statuses = list(evening.entries.values_list("status", flat=True))
    assert (count, statuses) == (2, ["present", "absent", "absent"])


def test_an_entry_is_deleted_unless_it_has_a_seat(evening):
    anna, *others = enter_people(evening, "Anna", "Bernd", "Carla", "Dieter")
    seat_people(evening, 1, others)

    remove_entry(entry=anna)

    with pytest.raises(HasPlayed):
        remove_entry(entry=others[0])
    assert evening.entries.count() == 3


def test_a_substitute_takes_wishes_and_empty_seats_but_no_begun_list():
    evening = make_evening(series=2)
    erika = make_secretary()
    entries = enter_people(evening, "Anna", "Bernd", "Carla")
    first, second = (seat_people(evening, number, entries) for number in (1, 2))
    type_games(first, EIGHT_GAMES[:1], by=erika)
    entries[1].fixed_table = 7
    entries[1].save()
    emil = make_player("Emil")

    with pytest.raises(HasPlayed):
        replace_person(entry=entries[1], player=emil, from_series=1, by=erika)
    assert evening.entries.count() == 3
    emil = replace_person(entry=entries[1], player=emil, from_series=2, by=erika)

    bernd = Entry.objects.get(pk=entries[1].pk)
    assert (bernd.status, bernd.until_series) == (EntryStatus.LEFT, 1)
    assert (emil.start_number, emil.from_series, emil.fixed_table) == (4, 2, 7)
    seated = [
        [str(seat.player) for seat in sheet.seats.order_by("place")]
        for sheet in (first, second)
    ]
    assert seated == [["Anna", "Bernd", "Carla"], ["Anna", "Emil", "Carla"]]


def test_a_substitute_for_a_no_show_makes_them_absent():
    evening = make_evening(series=2)
    (anna,) = enter_people(evening, "Anna", status=EntryStatus.REGISTERED)
    new = {"visitor": visitor("Emil", "Erpel"), "by": make_secretary()}

    replace_person(entry=anna, from_series=1, **new)

    statuses = list(evening.entries.values_list("status", flat=True))
    assert statuses == [EntryStatus.ABSENT, EntryStatus.PRESENT]


def test_the_tables_that_no_longer_fit_are_named():
    evening = make_evening(series=2)
    entries = enter_people(evening, "Anna", "Bernd", "Carla", "Dieter")
    seat_people(evening, 1, entries)
    seat_people(evening, 2, entries)
    type_games(
        evening.series.get(number=1).sheets.get(), EIGHT_GAMES[:1], by=make_secretary()
    )
    mark_left(entry=entries[3], after_series=1)
    enter_people(evening, "Emil")

    (change,) = seating_gaps(evening).changes

    assert change.series == 2
    assert [str(entry.player) for entry in change.unseated] == ["Emil"]
    assert [str(player) for player in change.absentees] == ["Dieter"]


def test_registering_the_same_person_twice_registers_nobody(evening):
    anna = make_player("Anna")
    people = [anna, visitor("Emil", "Erpel", "Neu"), anna]

    with pytest.raises(TakesPartAlready):
        register_people(event=evening, people=people)

    assert Player.objects.count() == 1
    assert not Club.objects.exists()
