"""The site of many invented clubs."""

import datetime

import pytest
from django.core.management import CommandError

from tests.factories import make_secretary
from tournaments.events.models import Event
from tournaments.leagues.models import MatchGroup
from tournaments.management.commands import demo
from tournaments.people.models import Player, User
from tournaments.sample.site import MOST_CLUBS, build_sample_site, regulars_of
from tournaments.scope.scope import scope

TODAY = datetime.date(2026, 11, 6)  # a Friday
CLUBS = 4


def persons():
    return set(Player.objects.values_list("public_id", flat=True))


@pytest.mark.usefixtures("many_organisations")
def test_neighbours_visit_each_other_and_play_a_league(client, db):
    erika = make_secretary(password="sieben Buben spielen Grand")

    neighbours = build_sample_site(by=erika, clubs=CLUBS, today=TODAY, seed=1, weeks=2)

    people, felts, days = [], set(), []
    for each in neighbours:
        with scope(each.organisation.pk):
            people.append(persons())
            assert User.objects.get().check_password("sieben Buben spielen Grand")
            days += [event.date.weekday() for event in Event.objects.all()]
        felts.add(each.organisation.felt)
        page = client.get("/events/", headers={"host": str(each.host)})
        assert each.name in page.text
    assert felts == {"green", "blue", "wine", "slate"}
    assert days == [0, 1, 2, 3]
    assert all(len(people[at] & people[at - 1]) == 2 for at in range(CLUBS))
    # The line-up of six, and two of the next club, who were guests.
    assert len(persons() & people[0]) == 6 + 2
    played, ahead = MatchGroup.objects.order_by("match_day__date")
    assert (played.confirmed_by.username, ahead.confirmed_by) == ("wilfried", None)


def test_everybody_on_the_site_has_a_unique_name():
    names = [
        (one.first_name, one.last_name)
        for number in range(MOST_CLUBS)
        for one in regulars_of(number)
    ]

    assert len(set(names)) == len(names)


@pytest.mark.parametrize("clubs", [1, MOST_CLUBS + 1])
def test_a_site_of_too_few_or_too_many_is_refused(db, clubs):
    with pytest.raises(CommandError, match=str(MOST_CLUBS)):
        demo.Command().handle(seed=1, weeks=None, clubs=clubs)
