"""A pair is called after its people, and everybody reads it."""

import pytest
from django.utils import timezone

from tests.factories import make_evening, make_player, make_secretary, make_user
from tournaments.choices import Privacy
from tournaments.competitions.forms.teams import called_after
from tournaments.competitions.models import Adjustment, Entry, Team
from tournaments.competitions.services import add_contest, save_team
from tournaments.competitions.services.names import rename_teams_of
from tournaments.members.services import save_player


@pytest.fixture
def entries(db):
    event = make_evening("Tandem")
    names = ("Anna Köster", "Bernd Lang", "Carla Otto", "Annabel Köster")
    return [
        Entry.objects.create(
            competition=event, player=make_player(name), start_number=number
        )
        for number, name in enumerate(names, 1)
    ]


@pytest.fixture
def pair(entries):
    contest = add_contest(competition=entries[0].competition, name="Tandem", size=2)
    team = Team(contest=contest, name=called_after(entries[:2]))
    return save_team(team=team, entries=entries[:2])


def test_a_pair_is_called_by_the_public_names(entries):
    anna = entries[0].player
    anna.privacy = Privacy.SHORT
    save_player(player=anna)

    assert called_after(entries[:2]) == "Anna K. / Bernd Lang"


def test_who_hides_later_is_taken_out_of_the_name(client, entries, pair):
    anna = entries[0].player
    client.force_login(make_secretary())

    client.post(
        f"/members/{anna.pk}/edit/",
        {
            "first_name": "Anna",
            "last_name": "Köster",
            "status": "member",
            "privacy": "hidden",
            "seen": anna.history.latest().history_id,
        },
    )

    pair.refresh_from_db()
    anna.refresh_from_db()
    assert pair.name == f"Spieler {anna.cover_number} / Bernd Lang"


def test_only_the_own_teams_and_whole_names_change(entries, pair):
    other = Team(contest=pair.contest, name="Annabel Köster / Anna Kösters Freunde")
    save_team(team=other, entries=entries[2:])
    anna = entries[0].player
    anna.privacy = Privacy.FIRST
    save_player(player=anna)

    assert rename_teams_of(anna) == [pair]
    pair.refresh_from_db()
    assert pair.name == "Anna / Bernd Lang"
    assert rename_teams_of(entries[2].player) == []


def test_two_teams_never_have_one_name(entries, pair):
    other = Team(contest=pair.contest, name="Anna K. / Bernd Lang")
    save_team(team=other, entries=entries[2:])
    anna = entries[0].player
    anna.privacy = Privacy.SHORT
    save_player(player=anna)

    rename_teams_of(anna)

    pair.refresh_from_db()
    assert pair.name == "Anna K. / Bernd Lang (2)"


def test_the_ranking_names_the_people_of_a_pair_once(client, entries, pair):
    event = pair.contest.competition
    save_team(team=Team(contest=pair.contest, name="Die Damen"), entries=entries[2:])
    give(event, entries, 900)
    client.force_login(make_secretary())

    text = client.get(f"/evenings/{event.pk}/standings/teams/").text

    assert "Anna Köster / Bernd Lang" in text
    assert "Lang, Bernd" not in text
    assert "Otto, Carla" in text


def give(event, entries, points):
    """Give everybody points without a list."""
    for entry in entries:
        Adjustment.objects.create(
            series=event.series.get(),
            player=entry.player,
            points=points,
            reason="gespielt",
            decided_by="Erika",
            at=timezone.now(),
            by=make_user(f"user{entry.pk}"),
        )
