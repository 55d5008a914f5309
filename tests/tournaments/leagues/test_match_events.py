"""The event of a match: shown like every other, but planned only by the league."""

import copy

import pytest
from django.urls import reverse

from tests.tournaments.leagues.matches import (
    make_division,
    make_teams,
    plan,
    play_series,
    secretary,
    set_up,
    sheets_of,
)
from tests.tournaments.leagues.pages import text_of
from tournaments.events.models import Event, Team

pytestmark = pytest.mark.django_db
OWN_PAGES = "werden auf ihren eigenen Seiten geändert"


@pytest.fixture(scope="module")
def match(module_db):
    division = make_division()
    teams = make_teams(division)
    return set_up(plan(division, teams), teams, by=secretary())


@pytest.fixture
def group(match, erika):
    return copy.deepcopy(match)


def addresses(event):
    """Return every address that plans an event."""
    team = Team.objects.filter(contest__event=event).first()
    number = event.entries.first().start_number
    plain = (
        "settings publish delete entries check_in call_entry close_door "
        "teams add_contest apart draw tick release"
    )
    yield from (reverse(f"events:{name}", args=[event.pk]) for name in plain.split())
    for name in ("add-table", "add-tables", "copy-tables", "draw-swap", "draw-undo"):
        yield reverse(f"events:{name}", args=[event.pk, 1])
    for name in ("edit_contest", "delete_contest", "add_team", "add_teams"):
        yield reverse(f"events:{name}", args=[event.pk, 1])
    for name in ("entry", "leave", "substitute"):
        yield reverse(f"events:{name}", args=[event.pk, number])
    for name in ("team", "delete_team"):
        yield reverse(f"events:{name}", args=[event.pk, team.pk])
    sheet = event.series.first().sheets.first()
    yield reverse("events:change-seats", args=[sheet.pk])
    yield reverse("events:remove-table", args=[sheet.pk])


def test_pages_that_plan_an_event_redirect_to_the_match(client, group):
    teams = list(Team.objects.order_by("pk"))
    tables = sheets_of(group)

    for address in addresses(group.event):
        answer = client.post(address, {"published": "yes", "released": "yes"})
        if answer.status_code == 405:
            answer = client.get(address)

        assert answer.status_code == 302, address
        assert answer.url == group.get_absolute_url(), address
    assert OWN_PAGES in text_of(client.get(group.get_absolute_url()))
    assert Event.objects.get() == group.event
    assert list(Team.objects.order_by("pk")) == teams
    assert sheets_of(group) == tables
    # Nor is it a pattern for an evening.
    pattern = client.get(reverse("events:create"), {"copy": group.event.pk})
    assert pattern.status_code == 404
    # Those who may not read a match are not redirected to it.
    client.logout()
    for address in addresses(group.event):
        answer = client.post(address)
        assert group.get_absolute_url() not in answer.headers.get("Location", "")


def test_pages_of_a_match_offer_no_planning_of_the_event(client, group, erika):
    play_series(group, {"A": 1}, by=erika, close=False)
    event = group.event

    for name, args in (
        ("detail", [event.pk]),
        ("standings", [event.pk]),
        ("adjustments", [event.pk]),
        ("draw-series", [event.pk, 2]),
    ):
        page = text_of(client.get(reverse(f"events:{name}", args=args)))

        assert f'href="{group.get_absolute_url()}"' in page or name == "draw-series"
        offered = [address for address in addresses(event) if f'"{address}"' in page]
        assert offered == [], name
