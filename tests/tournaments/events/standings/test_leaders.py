"""The winners of many events, and the cards of the first three."""

import pytest

from scoring.game.contracts import Contract
from tests.factories import make_evening, make_secretary
from tests.tournaments.events.played import finished_list
from tests.tournaments.events.standings.test_standings import DULL
from tournaments.events.flow.services import adjust
from tournaments.events.models import Event
from tournaments.events.standings.selectors import leaders_of, podium_of, standings_of
from tournaments.sheets.models import Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def events(db):
    erika = make_secretary()
    evenings = [make_evening(name, series=2) for name in ("One", "Two", "None")]
    for evening in evenings[:2]:
        finished_list(evening, erika)
    evening = evenings[1]
    adjust(
        series=evening.series.get(number=1),
        player=Result.objects.filter(series__event=evening).first().player,
        points=-3000,
        reason="Late",
        decided_by="Referee",
        by=erika,
    )
    return list(Event.objects.select_related("rule_set"))


def line_values(line):
    return line.place, line.entry.player, line.entry.total, line.decided_by


def test_the_leaders_are_the_first_of_the_rankings(events):
    found = leaders_of(events, places=3)

    assert {
        event.pk: [line_values(line) for line in found[event.pk]] for event in events
    } == {
        event.pk: [
            line_values(line) for line in standings_of(event).places if line.place <= 3
        ]
        for event in events
    }
    assert [len(found[event.pk]) for event in events] == [0, 3, 3]


def test_people_who_share_a_place_have_a_card_each(db):
    erika = make_secretary()
    evening = make_evening()
    finished_list(evening, erika, DULL)

    cards = podium_of(standings_of(evening).places)

    assert [(card.place, card.suit) for card in cards] == [(1, Contract.CLUBS)] * 4


def test_what_breaks_a_tie_is_the_same_on_lists_of_events(db):
    erika = make_secretary()
    evening = make_evening(series=2)
    Event.objects.update(tie_chain="last-series")
    finished_list(evening, erika, ("e", "1k1"))
    finished_list(evening, erika, ("2k1", "e"), series=2)

    (event,) = Event.objects.select_related("rule_set")
    leaders = leaders_of([event], places=2)[event.pk]

    assert [(line.place, line.entry.player) for line in leaders] == [
        (1, "Bernd"),
        (2, "Anna"),
    ]
    assert list(map(line_values, leaders)) == list(
        map(line_values, standings_of(event).places[:2])
    )
