"""Matches of a league as event files: exported, imported, attached to a group."""

import pytest
from django.core.exceptions import ValidationError

from tests.factories import INSIDER
from tests.tournaments.leagues.matches import (
    WINS,
    another_secretary,
    known,
    make_teams,
    plan,
    played_day,
    points,
    secretary,
)
from tests.tournaments.leagues.pages import page, send, text_of
from tournaments.events.models import Event
from tournaments.events.seats.selectors import evenings_for
from tournaments.files.event.reading import read_event
from tournaments.files.event.services import clear_event, import_event
from tournaments.files.event.writing import event_text
from tournaments.leagues.match_services import (
    MatchIsConfirmed,
    attach_match,
    confirm_group,
    hand_in_group,
    reopen_group,
)
from tournaments.leagues.matches import group_state
from tournaments.leagues.models import League, MatchGroup
from tournaments.leagues.ranking import division_table, match_day_tables
from tournaments.leagues.services import add_to_line_up
from tournaments.words.choices import EventKind, GroupState

pytestmark = pytest.mark.django_db


def file_of(group):
    return event_text(Event.objects.get(pk=group.event_id))


def remembered(text):
    return import_event(document=read_event(text.encode()), replace=True)


def forget(group):
    """Delete the event, as on a machine that never had it."""
    clear_event(group.event)
    Event.objects.get(pk=group.event_id).delete()


def test_an_imported_match_is_the_same_and_attached_to_its_planned_group(
    division, teams
):
    group = played_day(division, teams, {"A": 4, "B": 3, "C": 2}, present=(4, 4, 4, 0))
    text = file_of(group)
    before = points(match_day_tables(group, user=INSIDER).day)
    forget(group)
    assert not Event.objects.exists()
    event = remembered(text).event
    assert file_of(MatchGroup(event=event)) == text
    # Without a group it is listed among the other events.
    assert evenings_for(secretary()).get() == event
    group = plan(division, teams)

    attach_match(group=group, event=event)

    tables = match_day_tables(group, user=INSIDER)
    assert points(tables.day) == before
    assert [team.name for team in tables.absent] == ["D"]
    assert group_state(MatchGroup.objects.get()) is GroupState.PLAYED
    hand_in_group(group=group, by=secretary())
    confirm_group(group=group, by=another_secretary())
    assert not division_table(division, user=INSIDER).is_provisional


def test_a_newer_file_keeps_its_group_and_confirmed_results(division, teams):
    group = played_day(division, teams, WINS)
    text = file_of(group)
    newer = text.replace(
        '"kind": "league", "name": "', '"kind": "league", "name": "Neu: '
    )
    assert newer != text

    with pytest.raises(MatchIsConfirmed):
        remembered(newer)
    reopen_group(group=group, reason="Neue Datei", by=secretary())
    remembered(newer)

    group = MatchGroup.objects.get()
    assert group.event.name.startswith("Neu: ")
    assert group_state(group) is GroupState.PLAYED
    assert points(division_table(division, user=INSIDER).lines)[0] == ("A", "3:0")


@pytest.fixture(scope="module")
def event_of_a_file(made_teams):
    """Import a match that was played elsewhere; its group here was not set up."""
    group = played_day(*made_teams, WINS)
    text = file_of(group)
    forget(group)
    return remembered(text).event.pk


@pytest.fixture
def event(event_of_a_file, db):
    return Event.objects.get(pk=event_of_a_file)


def test_a_match_is_attached_on_the_page_of_the_group(
    client, erika, division, teams, event
):
    group = plan(division, teams)
    Event.objects.update(kind=EventKind.EVENING)
    asked = text_of(page(client, "group-set-up", group.pk))
    assert "Veranstaltung einlesen" in asked
    assert "Begegnung übernehmen" not in asked
    Event.objects.update(kind=EventKind.LEAGUE)
    assert event.name in text_of(page(client, "group-set-up", group.pk))
    teams[0].line_up.get(player__last_name="A1").delete()

    refused = send(client, "group-attach", group.pk, event=event.pk)
    assert refused.status_code == 422
    assert "A1 steht am 1. Spieltag nicht in der Aufstellung" in text_of(refused)
    add_to_line_up(team=teams[0], players=[known("A1")])
    answer = send(client, "group-attach", group.pk, event=event.pk)

    assert answer.url == group.get_absolute_url()
    assert group_state(MatchGroup.objects.get()) is GroupState.PLAYED


@pytest.mark.parametrize("other", [{"rounds": 9}, {"same_games": True}, None])
def test_a_match_of_other_rounds_or_teams_is_not_attached(
    division, teams, event, other
):
    if other:
        League.objects.update(**other)
    else:
        teams = make_teams(division, "XYZW", people=0)

    with pytest.raises(ValidationError) as refusal:
        attach_match(group=plan(division, teams, number=2), event=event)
    assert refusal.value.code == ("system" if other else "stranger")
