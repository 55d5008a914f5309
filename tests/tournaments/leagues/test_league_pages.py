"""Describing a league: its numbers, its teams, its match days."""

import pytest
from django.urls import reverse

from tests.tournaments.leagues.matches import (
    WINS,
    make_division,
    make_teams,
    plan,
    played_day,
    set_up,
)
from tests.tournaments.leagues.pages import page, send, text_of
from tournaments.leagues.match_services import reopen_group
from tournaments.leagues.models import Division, League, LeagueTeam, MatchGroup
from tournaments.leagues.services import create_league

pytestmark = pytest.mark.django_db
NUMBERS = {
    "system": "seeger-fabian",
    "rounds": 12,
    "series_per_day": 3,
    "match_days": 5,
    "step": 1,
    "team_size": 4,
    "least_players": 3,
    "shared": "averaged",
    "average_of": "lists",
    "minimum_percent": 0,
}


@pytest.fixture
def division(db):
    return make_division(promoted=1, relegated=1)


# Describing a league


@pytest.mark.parametrize(
    ("preset", "size", "step"), [("DSKV", 4, 1), ("ISPA", 8, 2), ("?", 4, 1)]
)
def test_a_preset_fills_in_the_numbers(client, erika, preset, size, step):
    form = client.get(reverse("leagues:league-create"), {"preset": preset}).context[
        "form"
    ]

    assert (form["team_size"].value(), form["step"].value()) == (size, step)


def test_a_league_is_created_with_its_divisions(client, erika):
    answer = client.post(
        reverse("leagues:league-create"),
        {
            **NUMBERS,
            "name": "Landesliga",
            "season": "2026",
            "divisions": "Nord\n\nSüd\n",
            "promoted": 1,
            "relegated": 2,
        },
    )

    north, south = Division.objects.all()
    assert answer.url == reverse("leagues:division-teams", args=[north.pk])
    assert (south.name, south.promoted, south.relegated) == ("Süd", 1, 2)
    assert [each.name for each in Division.objects.all()] == ["Nord", "Süd"]


def test_a_league_is_made_once_and_not_with_errors(client, erika):
    fields = {**NUMBERS, "name": "L", "season": "2026", "promoted": 0, "relegated": 0}
    address = reverse("leagues:league-create")

    short = client.post(address, {**fields, "least_players": 9})
    twice = client.post(address, {**fields, "divisions": "Nord\nNord"})
    assert short.status_code == 422
    assert set(twice.context["form"].errors) == {"divisions"}
    assert not League.objects.exists()

    named = [fields | {"name": name} for name in ("L", " L ")]
    answers = [client.post(address, each).status_code for each in named]

    assert answers == [302, 422]
    assert (League.objects.count(), Division.objects.count()) == (1, 1)


def test_numbers_and_divisions_are_changed(client, erika, division):
    league = division.league
    assert page(client, "league-edit", league.pk).status_code == 200

    send(
        client, "league-edit", league.pk, **{**NUMBERS, "name": "Liga", "season": "27"}
    )
    send(client, "division-create", league.pk, name="Süd", promoted=0, relegated=1)
    wrong = send(client, "division-create", league.pk, name="Süd")
    send(client, "division-edit", division.pk, name="Nord", promoted=2, relegated=0)

    assert wrong.status_code == 422
    assert League.objects.get().name == "Liga"
    assert [(each.name, each.promoted) for each in league.divisions.all()] == [
        ("Nord", 2),
        ("Süd", 0),
    ]
    send(client, "division-delete", division.pk)
    assert league.divisions.count() == 1
    assert page(client, "league-delete", league.pk).status_code == 200
    send(client, "league-delete", league.pk)
    assert not League.objects.exists()


def test_what_holds_a_seated_match_says_so_and_is_not_deleted(client, erika, division):
    teams = make_teams(division)
    set_up(plan(division, teams), teams, by=erika)

    shown = [
        text_of(page(client, *address))
        for address in (
            ("league-delete", division.league_id),
            ("division-edit", division.pk),
            ("team-edit", teams[0].pk),
        )
    ]

    seated = "Staffel Nord, 1. Spieltag, Gruppe 1: Dort ist schon gesetzt."
    reasons = (seated, seated, "kann nur noch zurückziehen")
    for text, reason in zip(shown, reasons, strict=True):
        assert reason in text
        assert "löschen</button>" not in text


def test_the_rules_of_confirmed_results_stay(client, erika, division):
    teams = make_teams(division)
    group = played_day(division, teams, WINS)
    league = League.objects.get()
    fields = {name: getattr(league, name) for name in NUMBERS}
    fields |= {"name": "Liga", "season": "2027", "allows_guests": "on"}
    changes = {
        "system": "seeger-fabian",
        "rounds": 10,
        "series_per_day": 2,
        "step": 2,
        "team_size": 6,
        "least_players": 2,
        "shared": "best",
        "scale_short": "on",
        "games_decide": "on",
        "average_of": "games",
        "minimum_percent": 50,
    }

    refused = send(client, "league-edit", league.pk, **fields | changes)
    send(client, "league-edit", league.pk, **fields)

    errors = refused.context["form"].errors
    assert refused.status_code == 422
    assert set(errors) == set(changes)
    assert errors["step"] == [
        "Nach dieser Regel sind Ergebnisse bestätigt: zuerst diese Begegnungen wieder "
        "öffnen."
    ]
    assert str(League.objects.get()) == "Liga 2027"
    reopen_group(group=group, reason="falsche Regel", by=erika)
    send(client, "league-edit", league.pk, **fields | changes)
    assert League.objects.get().step == 2


def test_planned_match_days_stay(client, erika, division):
    plan(division, make_teams(division), number=3)
    league = division.league_id
    fields = NUMBERS | {"name": "Liga", "season": "2026"}

    refused = send(client, "league-edit", league, **fields | {"match_days": 2})
    send(client, "league-edit", league, **fields | {"match_days": 3})

    assert refused.context["form"].errors["match_days"] == [
        "Der 3. Spieltag ist schon geplant; er bleibt."
    ]
    assert League.objects.get().match_days == 3


# Teams


def test_teams_are_pasted_with_their_line_ups(client, erika, division):
    make_teams(division, "A")
    lines = "Karo 7: A1\nHerz: Frieda Neu, Gerd Neu"

    refused = send(client, "division-teams-add", division.pk, teams=lines)
    assert "Nobody" not in text_of(refused)
    assert "Zeile 2" in text_of(refused)
    lines = "Karo 7\nHerz: Frieda Neu, 2. Herr Dr. Gerd Neu"
    answer = send(
        client, "division-teams-add", division.pk, teams=lines, add_unknown="on"
    )

    assert answer.status_code == 302
    herz = LeagueTeam.objects.get(name="Herz")
    assert [place.player.name for place in herz.line_up.all()] == [
        "Frieda Neu",
        "Dr. Gerd Neu",
    ]
    assert "Karo 7" in text_of(page(client, "division-teams", division.pk))


def test_a_player_of_another_team_or_league_is_refused_with_the_line(
    client, erika, division
):
    make_teams(division, "A")
    women = make_division("Staffel", league=create_league(name="Damen", season="2026"))

    answer = send(client, "division-teams-add", division.pk, teams="B: A1, A2")
    elsewhere = send(client, "division-teams-add", women.pk, teams="B: A1, A2")

    assert answer.status_code == 422
    words = "A1 spielt in dieser Saison schon für A (Landesliga, Staffel Nord)."
    assert f"Zeile 1: {words}" in text_of(answer)
    assert "Wettbewerbe" not in text_of(answer)
    assert f"{words} Sind es zwei" in text_of(elsewhere)
    assert not LeagueTeam.objects.filter(name="B").exists()


def test_a_line_up_changes_and_grows(client, erika, division):
    (team,) = make_teams(division, "A", people=2)
    first, second = team.line_up.all()
    fields = {
        f"order_{first.pk}": 1,
        f"from_{first.pk}": 2,
        f"until_{first.pk}": 3,
        f"order_{second.pk}": 2,
        f"from_{second.pk}": 1,
        f"remove_{second.pk}": "on",
    }

    assert page(client, "team-line-up", team.pk).status_code == 200
    send(client, "team-line-up", team.pk, **fields)
    new = {"people": "Neu, Otto", "from_match_day": 3, "add_unknown": "on"}
    send(client, "team-add", team.pk, **new)

    assert [
        (place.player.name, place.from_match_day, place.until_match_day)
        for place in team.line_up.all()
    ] == [("A1", 2, 3), ("Otto Neu", 3, None)]
    wrong = send(client, "team-line-up", team.pk, **{f"from_{first.pk}": "x"})
    assert wrong.status_code == 422
    assert send(client, "team-add", team.pk, people="").status_code == 422


def test_a_team_withdraws_and_returns(client, erika, division):
    teams = make_teams(division)
    played_day(division, teams, WINS)
    team = teams[0]
    assert page(client, "team-edit", team.pk).status_code == 200
    assert send(client, "team-withdraw", team.pk, reason="").status_code == 422

    send(client, "team-withdraw", team.pk, on="2026-03-01", reason="Auflösung")

    shown = text_of(page(client, "division", division.pk))
    assert "<s><a" in shown
    assert "× zurückgezogen" in shown
    assert "Auflösung" in text_of(page(client, "team", team.pk))
    send(client, "team-return", team.pk)
    assert "× zurückgezogen" not in text_of(page(client, "division", division.pk))
    send(client, "team-delete", team.pk)
    assert LeagueTeam.objects.filter(pk=team.pk).exists()


# Match days


def test_a_match_day_is_proposed_and_planned(client, erika, division):
    teams = make_teams(division, "ABCDEFGH", people=0)
    proposed = page(client, "match-day-create", division.pk).context["form"]
    groups = [field.value() for _team, field, _host in proposed.rows()]
    assert groups == ["1"] * 4 + ["2"] * 4

    fields = {
        f"group_{team.pk}": "1" if at < 4 else "" for at, team in enumerate(teams)
    }
    fields |= {"number": 1, "date": "2026-03-07", f"host_{teams[1].pk}": "on"}
    answer = send(client, "match-day-create", division.pk, **fields, place_1="Krug")

    assert answer.status_code == 302
    group = MatchGroup.objects.get()
    assert (group.host.name, group.place) == ("B", "Krug")
    shown = text_of(page(client, "division-plan", division.pk))
    assert "1. Spieltag" in shown
    assert "Krug" in shown
    again = page(client, "match-day-create", division.pk).context["form"]
    second = {team.name: field.value() for team, field, _host in again.rows()}
    assert len({second[name] for name in "ABCD"}) == 2
    changed = page(client, "match-day", group.match_day_id).context["form"]
    assert changed["place_1"].value() == "Krug"
    send(client, "group-edit", group.pk, host=teams[0].pk, place="Post")
    assert MatchGroup.objects.get().host == teams[0]
    send(client, "match-day-delete", group.match_day_id)
    assert not MatchGroup.objects.exists()


def test_two_teams_are_told_at_once_that_a_group_needs_three(client, erika, division):
    make_teams(division, "AB", people=0)

    asked = page(client, "match-day-create", division.pk)
    told = client.get(asked.url).text
    make_teams(division, "C", people=0)
    enough = client.get(asked.url).text

    assert asked.url == reverse("leagues:division-teams", args=[division.pk])
    assert "drei, vier oder fünf Mannschaften" in told
    assert ["Spieltag ansetzen" in text for text in (told, enough)] == [False, True]


def test_a_plan_without_groups_or_with_two_hosts_is_refused(client, erika, division):
    teams = make_teams(division, people=0)
    day = {"number": 1, "date": "2026-03-07"}
    fields = {f"group_{team.pk}": "1" for team in teams}
    fields |= {f"host_{team.pk}": "on" for team in teams}

    empty = send(client, "match-day-create", division.pk, **day)
    hosts = send(client, "match-day-create", division.pk, **day, **fields)

    assert empty.status_code == 422
    assert "zwei Ausrichter" in text_of(hosts)


def test_a_match_day_keeps_its_number_and_is_not_overwritten(client, erika, division):
    group = plan(division, make_teams(division))
    day = group.match_day
    form = page(client, "match-day", day.pk).context["form"]
    fields = {
        name: value for name in form.fields if (value := form[name].value()) is not None
    }

    send(client, "match-day", day.pk, **fields | {"number": 2})
    over = send(client, "match-day-create", division.pk, **fields | {"number": 1})

    assert [each.number for each in division.match_days.all()] == [1]
    assert "Diesen Spieltag gibt es schon" in text_of(over)


def test_only_the_date_of_a_match_day_with_seats_can_change(client, erika, division):
    teams = make_teams(division)
    group = set_up(plan(division, teams), teams, by=erika)
    shown = page(client, "match-day", group.match_day_id)

    send(client, "match-day", group.match_day_id, date="2026-03-14")

    assert "match-days/1/delete" not in text_of(shown)
    group.match_day.refresh_from_db()
    assert group.match_day.date.isoformat() == "2026-03-14"
    assert group.sides.count() == 4
