"""A match from its line-ups to confirmed results, and its public pages."""

import pytest
from django.urls import reverse

from tests.tournaments.leagues.matches import (
    FIRST,
    WINS,
    another_secretary,
    known,
    make_division,
    plan,
    play_series,
    set_up,
    sheets_of,
)
from tests.tournaments.leagues.pages import page, send, text_of
from tournaments.leagues.models import MatchGroup
from tournaments.leagues.selectors import group_sides
from tournaments.leagues.services import change_match_day, withdraw_team
from tournaments.people.accounts.services import hand_out_code
from tournaments.people.models import User
from tournaments.sheets.finishing.services import reopen_sheet

pytestmark = pytest.mark.django_db


# One match


def who_is_here(group, short=""):
    """Return the fields that say who is here; the team ``short`` has three."""
    fields = {}
    for side in group_sides(group):
        players = [place.player_id for place in side.line_up][:4]
        if side.team.name == short:
            players = players[:3]
        for number, player in enumerate(players, 1):
            fields[f"player_{side.pk}_{number}"] = player
    return fields


def test_seats_are_drawn_with_one_button_and_shown_as_tables(
    client, erika, division, teams
):
    group = plan(division, teams, host=teams[0])
    offered = page(client, "group-set-up", group.pk).context["form"]
    assert offered[f"player_{group.sides.first().pk}_1"].value() == str(known("A1").pk)

    answer = send(client, "group-set-up", group.pk, **who_is_here(group, short="C"))

    assert answer.url == reverse("leagues:group-seats", args=[group.pk])
    shown = text_of(page(client, "group-seats", group.pk))
    assert "<strong>A</strong> A1" in shown
    assert "<td>–</td>" in shown
    assert [len(sheet.seats.all()) for sheet in sheets_of(group)] == [4, 4, 4, 3]
    send(client, "group-undo", group.pk)
    assert MatchGroup.objects.get().event is None


def test_a_player_named_twice_and_too_few_teams_are_refused(client, erika, group):
    side = group.sides.first()
    twice = who_is_here(group) | {f"player_{side.pk}_2": known("A1").pk}

    assert "doppelt genannt" in text_of(send(client, "group-set-up", group.pk, **twice))
    nobody = {f"absent_{side.pk}": "on" for side in group.sides.all()}
    refused = send(client, "group-set-up", group.pk, **nobody)
    assert refused.status_code == 422
    assert "kann nicht gespielt werden" in text_of(refused)


def test_a_team_without_players_is_absent_only_if_ticked(client, erika, teams, group):
    side = group.sides.get(team=teams[3])
    here = who_is_here(group)
    three = {name: here[name] for name in here if f"_{side.pk}_" not in name}

    refused = send(client, "group-set-up", group.pk, **three)

    assert refused.status_code == 422
    assert "Wer spielt für D? Bitte aufstellen oder" in text_of(refused)
    assert MatchGroup.objects.get().event is None
    send(client, "group-set-up", group.pk, **three, **{f"absent_{side.pk}": "on"})
    assert group.sides.get(team=teams[3]).is_absent


def test_a_match_that_was_not_played_tells_the_consequences(client, erika, group):
    day = group.match_day

    for year, is_over in ((2020, True), (2999, False)):
        change_match_day(match_day=day, date=day.date.replace(year=year))
        shown = text_of(page(client, "group", group.pk))
        assert ("sie bringt niemandem Wertungspunkte" in shown) is is_over


def test_a_team_that_has_withdrawn_is_not_asked_for(client, erika, teams, group):
    withdraw_team(team=teams[3], on=FIRST, reason="Aufgelöst")

    form = page(client, "group-set-up", group.pk).context["form"]
    send(client, "group-set-up", group.pk, **who_is_here(group))

    asked = {name.split("_")[1] for name in form.fields if name.startswith("player")}
    assert asked == {str(side.pk) for side in group.sides.exclude(team=teams[3])}
    assert [len(table.seats.all()) for table in sheets_of(group)] == [3] * 4
    assert group.sides.get(team=teams[3]).is_absent


def test_substitutes_and_late_players_are_let_in(client, erika, division, teams):
    division.league.series_per_day = 2
    division.league.save()
    group = set_up(plan(division, teams), teams, (4, 4, 4, 3), by=erika)
    play_series(group, WINS, by=erika)
    assert page(client, "group-people", group.pk).status_code == 200

    late = send(client, "group-people", group.pk, late=1, players=[known("D4").pk])
    swap = send(
        client,
        "group-people",
        group.pk,
        substitute=1,
        out=known("A1").pk,
        player=known("A5").pk,
        from_series=2,
    )

    assert (late.status_code, swap.status_code) == (302, 302)
    seats = text_of(page(client, "group-seats", group.pk))
    assert "<strong>A</strong> A5" in seats
    assert "<strong>D</strong> D4" in seats


def test_late_players_of_only_one_team_are_let_in_at_once(client, erika, teams, group):
    group = set_up(group, teams, (4, 4, 3, 3), by=erika)

    both = [known("C4").pk, known("D4").pk]
    answer = send(client, "group-people", group.pk, late=1, players=both)

    assert answer.status_code == 422
    assert "einer Mannschaft" in text_of(answer)


def test_results_are_handed_in_confirmed_and_reopened(client, erika, teams, group):
    group = set_up(group, teams, by=erika)
    send(client, "group-hand-in", group.pk)
    assert MatchGroup.objects.get().entered_at is None
    play_series(group, WINS, by=erika)

    send(client, "group-hand-in", group.pk)
    send(client, "group-confirm", group.pk)
    assert MatchGroup.objects.get().confirmed_at is None
    viktor = another_secretary()
    hand_out_code(account=viktor, by=erika)
    for account, reason in (
        (erika, "Sie haben diese Ergebnisse abgegeben"),
        (viktor, "auch für Ihr Konto einen Code ausgegeben"),
    ):
        client.force_login(account)
        shown = text_of(page(client, "group", group.pk))
        assert reason in shown
        assert "Ergebnisse bestätigen</button>" not in shown
    send(client, "group-confirm", group.pk)
    assert MatchGroup.objects.get().confirmed_at is None
    User.objects.filter(pk=viktor.pk).update(entry_code_by=None)
    client.force_login(another_secretary())
    send(client, "group-confirm", group.pk)
    assert MatchGroup.objects.get().confirmed_by.username == "viktor"
    shown = text_of(page(client, "group", group.pk))
    assert "3:0 <small>192</small>" in shown
    assert "endgültig ab" in shown

    assert send(client, "group-reopen", group.pk, reason="").status_code == 422
    send(client, "group-reopen", group.pk, reason="Vorzeichen", series=1)
    assert MatchGroup.objects.get().entered_at is None
    assert "Vorzeichen" in text_of(page(client, "group", group.pk))


# Reading


def test_a_league_of_one_division_opens_that_division(client, erika, division):
    assert page(client, "league", division.league_id).url == division.get_absolute_url()
    make_division("Süd", league=division.league)
    assert "Süd" in text_of(page(client, "league", division.league_id))


def test_the_lists_of_a_match_are_under_leagues_and_name_the_league_once(
    client, erika, division, teams
):
    division.name = division.league.name
    division.save()
    group = set_up(plan(division, teams), teams, by=erika)
    (sheet, *_others) = sheets_of(group)

    match = text_of(client.get(group.event.get_absolute_url()))
    for shown in (match, text_of(client.get(sheet.get_absolute_url()))):
        assert '/leagues/" aria-current="true"' in shown
        assert "Landesliga, 1. Spieltag, Gruppe 1" in shown
        assert "Landesliga Landesliga" not in shown
    assert f'<a href="{group.get_absolute_url()}">Ergebnis der Begegnung</a>' in match
    assert "Landesliga 2026</a>" in text_of(page(client, "group", group.pk))


def test_the_last_list_leads_to_the_match(client, erika, teams, group):
    group = set_up(group, teams, by=erika)
    play_series(group, {}, by=erika, close=False)
    sheet = sheets_of(group)[-1]
    reopen_sheet(sheet=sheet, by=erika, reason="Zahlendreher")

    fields = {"cut_short": "on", "unproved": "on"}
    answer = client.post(reverse("sheets:finish", args=[sheet.pk]), fields)
    shown = text_of(client.get(sheet.get_absolute_url()))

    assert answer.url == f"{group.get_absolute_url()}#main"
    assert f'href="{group.get_absolute_url()}">Ergebnis der Begegnung' in shown


def test_the_match_days_link_to_the_next_step(client, erika, division, teams, group):
    planned = text_of(page(client, "division-plan", division.pk))
    set_up(group, teams, by=erika)
    running = text_of(page(client, "division-plan", division.pk))

    assert "1. Spieltag, Gruppe 1: Wer ist da?" in planned
    assert reverse("leagues:group-set-up", args=[group.pk]) in planned
    assert "Weiter mit 1. Spieltag, Gruppe 1" in running
    client.logout()
    assert "Wer ist da?" not in text_of(page(client, "division-plan", division.pk))


@pytest.mark.parametrize("is_offered", [False, True])
def test_without_a_bench_the_page_links_to_the_line_up(
    client, erika, division, teams, is_offered
):
    for team in teams if not is_offered else []:
        team.line_up.order_by("position").last().delete()
    group = set_up(plan(division, teams), teams, by=erika)

    shown = text_of(page(client, "group-people", group.pk))

    assert ("Es kommt" in shown) is is_offered
    line_up = f'href="{reverse("leagues:team-line-up", args=[teams[0].pk])}"'
    assert (line_up in shown) is not is_offered
