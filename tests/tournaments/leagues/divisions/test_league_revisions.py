"""Pages of a league are sent again only after a change."""

import pytest
from django.urls import reverse

from tests.factories import make_player
from tests.tournaments.leagues.matches import (
    FIRST,
    WINS,
    another_secretary,
    known,
    make_division,
    make_teams,
    plan,
    play_series,
    secretary,
    set_up,
    sheets_of,
)
from tournaments.events.adjustments.services import adjust
from tournaments.events.swaps.selectors import swap_revision
from tournaments.events.swaps.services import swap_players
from tournaments.leagues.groups.results import confirm_group, hand_in_group
from tournaments.leagues.groups.services import undo_set_up
from tournaments.leagues.services import (
    publish_league,
    take_back_withdrawal,
    withdraw_team,
)
from tournaments.leagues.teams.services import add_to_line_up
from tournaments.people.services import save_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(client):
    division = make_division()
    teams = make_teams(division)
    group = set_up(plan(division, teams), teams, by=secretary())
    publish_league(league=division.league, is_published=True)
    client.get(reverse("leagues:league-list"))  # brings the cookie of the forms
    return group


def pages_of(group):
    division = group.match_day.division
    team = group.sides.first().team
    keys = {
        "division": division.pk,
        "division-plan": division.pk,
        "division-teams": division.pk,
        "division-players": division.pk,
        "team": team.pk,
        "group": group.pk,
        "group-seats": group.pk,
    }
    return {name: reverse(f"leagues:{name}", args=[pk]) for name, pk in keys.items()}


def changed(client, group, tags):
    """Return the pages that come again, and remember their tags."""
    again = set()
    for name, address in pages_of(group).items():
        answer = client.get(address, headers={"If-None-Match": tags.get(name, "-")})
        if answer.status_code != 304:
            again.add(name)
            tags[name] = answer.headers["ETag"]
    return again


def test_pages_are_sent_again_only_after_a_change(client, match):
    erika = secretary()
    first = match.sides.first().team
    substitute = make_player("A6")
    tags = {}
    everything = set(pages_of(match))
    assert changed(client, match, tags) == everything
    assert changed(client, match, tags) == set()
    for write in (
        lambda: play_series(match, WINS, by=erika),
        lambda: hand_in_group(group=match, by=erika),
        lambda: confirm_group(group=match, by=another_secretary()),
        lambda: withdraw_team(team=first, on=FIRST, reason="Aufgelöst"),
        lambda: take_back_withdrawal(team=first),
        lambda: add_to_line_up(team=first, players=[substitute]),
        lambda: save_player(player=known("A1")),
        lambda: adjust(
            series=match.event.series.get(),
            player=known("A1"),
            points=-50,
            reason="Zu spät",
            decided_by="Otto",
            by=erika,
        ),
    ):
        write()
        assert changed(client, match, tags) == everything
        assert changed(client, match, tags) == set()


def test_seats_are_sent_again_when_two_people_change_places(client, match):
    tags = {}
    changed(client, match, tags)
    series = match.event.series.get()
    one, other = (sheet.seats.first().player for sheet in sheets_of(match)[:2])

    swap_players(
        series=series,
        first=one,
        second=other,
        by=secretary(),
        revision=swap_revision(series),
    )
    assert "group-seats" in changed(client, match, tags)

    undo_set_up(group=match)
    assert "group-seats" in changed(client, match, tags)


def test_an_unchanged_page_costs_two_queries_and_no_text(
    client, match, django_assert_max_num_queries
):
    tags = {}
    changed(client, match, tags)
    for name, address in pages_of(match).items():
        with django_assert_max_num_queries(2):
            answer = client.get(address, headers={"If-None-Match": tags[name]})
        assert answer.content == b""


def test_those_who_may_not_read_a_league_learn_nothing_of_it(client, match):
    tags = {}
    changed(client, match, tags)

    publish_league(league=match.match_day.division.league, is_published=False)

    for name, address in pages_of(match).items():
        answer = client.get(address, headers={"If-None-Match": tags[name]})
        assert answer.status_code == 404
