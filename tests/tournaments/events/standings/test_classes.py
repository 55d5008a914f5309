"""Classes by age and gender (rules 6.5), with the limits of the rules preset."""

import datetime

import pytest

from tournaments.events.models import Event
from tournaments.events.results import classes_of
from tournaments.people.models import Player
from tournaments.words.choices import Gender, Ranking

JUNE = datetime.date(2026, 6, 13)


def classes(born, *, date=JUNE, **fields):
    event = Event(name="Meisterschaft", date=date, **fields)
    player = Player(last_name="Anna", birth_date=datetime.date.fromisoformat(born))
    return [ranking.value for ranking in classes_of(event, player)]


@pytest.mark.parametrize(
    ("born", "found"),
    [
        ("1966-01-01", ["seniors"]),
        ("1966-01-02", []),
        ("1965-12-31", ["seniors"]),
        ("2005-01-01", []),
        ("2005-01-02", ["juniors"]),
        ("2008-06-13", ["juniors"]),
        ("2008-06-14", ["juniors", "youth"]),
        ("2011-06-13", ["juniors", "youth"]),
        ("2011-06-14", ["juniors", "youth", "pupils"]),
    ],
    ids=[
        "6.5 senior: 60 on 1 January",
        "6.5 senior: 60 a day later",
        "6.5 senior: 60 on the last day of the year before",
        "6.5 junior: 21 on 1 January",
        "6.5 junior: 20 on 1 January",
        "6.5 youth: 18 on the day",
        "6.5 youth: 17 on the day",
        "6.5 pupil: 15 on the day",
        "6.5 pupil: 14 on the day",
    ],
)
def test_6_5_age_classes_have_the_limits_of_the_rules(born, found):
    assert classes(born) == found


def test_11_8_limits_and_the_day_are_settings_of_the_event():
    assert classes("1971-01-01", senior_age=55) == ["seniors"]
    assert classes("2004-05-05", junior_age=23) == ["juniors"]
    assert classes("2007-07-07", youth_age=20) == ["juniors", "youth"]
    assert classes("2009-09-09", pupil_age=18) == ["juniors", "youth", "pupils"]
    day = datetime.date(2026, 12, 31)
    assert classes("1966-06-06", age_date=day) == ["seniors"]
    assert classes("2011-06-14", age_date=day) == ["juniors", "youth"]


def test_6_5_nobody_is_in_an_age_class_without_a_date_of_birth():
    event = Event(name="Meisterschaft", date=JUNE)
    anna = Player(last_name="Anna", gender=Gender.FEMALE)

    assert classes_of(event, anna) == (Ranking.WOMEN,)


def test_6_5_people_born_on_a_leap_day_are_older_on_the_first_of_march():
    assert classes("2008-02-29", date=datetime.date(2026, 2, 28)) == [
        "juniors",
        "youth",
    ]
    assert classes("2008-02-29", date=datetime.date(2026, 3, 1)) == ["juniors"]
