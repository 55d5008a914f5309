"""Two people at the same moment: the event is locked first, then its lists."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from scoring.house.rules import HouseRules
from scoring.notation.reading import read_line
from tests.factories import (
    finish_list,
    make_evening,
    make_rule_set,
    make_secretary,
    make_sheet,
)
from tests.threads import begin_and_wait
from tournaments.events.flow.services import (
    adjust,
    close_series,
    release,
    reopen_series,
)
from tournaments.events.models import Event
from tournaments.events.planning.services import delete_event, publish_event
from tournaments.sheets.models import Game
from tournaments.sheets.typing.services import record_line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def erika(db):
    return make_secretary()


@pytest.fixture
def other():
    """One more thread, with a connection of its own."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        yield pool


def played_list(erika):
    sheet = make_sheet()
    return finish_list(sheet, ["e"], by=erika)


def decide(sheet, erika):
    return adjust(
        series=sheet.series,
        player=sheet.seats.first().player,
        points=-50,
        reason="Karte gezeigt",
        decided_by="Erika",
        by=erika,
    )


def test_a_decision_waits_for_a_release_and_takes_it_back(erika, other):
    sheet = played_list(erika)
    event = sheet.series.event

    with transaction.atomic():
        release(event=event, is_released=True)
        deciding = begin_and_wait(other, lambda: decide(sheet, erika))
    deciding.result()

    event.refresh_from_db()
    assert not event.is_released


def test_reopening_a_series_waits_for_a_release(erika, other):
    sheet = played_list(erika)
    series, event = sheet.series, sheet.series.event
    close_series(series=series, by=erika)

    with transaction.atomic():
        release(event=event, is_released=True)
        reopening = begin_and_wait(
            other, lambda: reopen_series(series=series, by=erika, reason="Liste 1")
        )
    reopening.result()

    event.refresh_from_db()
    assert not event.is_released


def test_the_first_game_by_house_rules_and_publishing_wait_in_one_order(erika, other):
    rules = make_rule_set(name="Freitag", rules=HouseRules(kontra=True))
    sheet = make_sheet(evening=make_evening(rule_set=rules))
    event = sheet.series.event

    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        typing = begin_and_wait(
            other,
            lambda: record_line(sheet=sheet, number=1, noted=read_line("e"), by=erika),
        )
        publish_event(event=event, is_published=True)
    typing.result()

    event.refresh_from_db()
    assert event.is_published
    assert event.rule_set.is_frozen
    assert Game.objects.filter(sheet=sheet).count() == 1


def test_an_event_in_which_somebody_is_typing_is_not_deleted(erika, other):
    sheet = make_sheet()
    event = sheet.series.event

    with transaction.atomic():
        record_line(sheet=sheet, number=1, noted=read_line("e"), by=erika)
        deleting = begin_and_wait(other, lambda: delete_event(event=event))

    with pytest.raises(ValidationError, match="getippt"):
        deleting.result()
    assert Game.objects.filter(sheet=sheet).count() == 1
