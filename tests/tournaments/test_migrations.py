"""Migrations that move data lose nothing, and the shortcut leads to the same tables."""

import datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

APP = "tournaments"


def newest(loader):
    """Return where a loader ends; one that goes step by step takes no shortcut."""
    leaves = loader.graph.leaf_nodes(APP)
    return [leaf for leaf in leaves if leaf not in loader.replacements] or leaves


def executor_by_steps():
    """Return what migrates step by step, as a database did that was there before."""
    executor = MigrationExecutor(connection)
    executor.loader = MigrationLoader(connection, replace_migrations=False)
    return executor


@pytest.fixture
def migrated(transactional_db):
    """Go to a migration and back to the newest one in the end."""

    def go(name):
        executor = executor_by_steps()
        executor.migrate([(APP, name)])
        return executor.loader.project_state([(APP, name)]).apps

    yield go
    executor = executor_by_steps()
    executor.migrate(newest(executor.loader))


def described(*, replace_migrations):
    """Return every model as the migrations leave it, whatever their order."""
    loader = MigrationLoader(None, replace_migrations=replace_migrations)
    return {
        key: {
            "fields": {
                name: field.deconstruct()[1:] for name, field in model.fields.items()
            },
            "options": {
                name: sorted(map(repr, value)) if isinstance(value, list) else value
                for name, value in model.options.items()
                if value
            },
            "bases": model.bases,
            "managers": [name for name, _ in model.managers],
        }
        for key, model in loader.project_state(newest(loader)).models.items()
    }


def test_shortcut_leads_where_the_steps_lead():
    steps = described(replace_migrations=False)
    assert len(steps) > 60
    assert described(replace_migrations=True) == steps


def test_one_team_for_everybody_becomes_a_team_ranking(migrated):
    apps = migrated("0018_several_team_rankings")
    model = {each.__name__: each for each in apps.get_app_config(APP).get_models()}
    event = model["Competition"].objects.create(
        name="Preisskat",
        slug="preisskat",
        date=datetime.date(2026, 11, 6),
        team_size=2,
        tie_chain="best-list,won,fewer-lost",
    )
    alone = model["Competition"].objects.create(
        name="Abend", slug="abend", date=datetime.date(2026, 11, 7)
    )
    team = model["Team"].objects.create(competition=event, name="Die Buben")
    other = model["Team"].objects.create(competition=event, name="Die Damen")
    model["Prize"].objects.create(competition=event, place=1, for_teams=True, amount=5)
    model["Prize"].objects.create(competition=event, place=1, amount=7)
    entries = []
    for number, name in enumerate(("Anna", "Bernd"), 1):
        player = model["Player"].objects.create(last_name=name, name_key=name)
        entries.append(
            model["Entry"].objects.create(
                competition=event, player=player, start_number=number
            )
        )
    anna, bernd = entries
    anna.team = team
    anna.save()
    told = [(anna, None), (anna, other.pk), (anna, team.pk), (bernd, team.pk)]
    told.append((bernd, None))
    for minute, (entry, own) in enumerate(told):
        model["HistoricalEntry"].objects.create(
            id=entry.pk,
            competition_id=event.pk,
            player_id=entry.player_id,
            start_number=entry.start_number,
            team_id=own,
            history_date=timezone.now() + datetime.timedelta(minutes=minute),
            history_type="~",
        )

    apps = migrated("0020_teams_have_no_event_of_their_own")
    model = {each.__name__: each for each in apps.get_app_config(APP).get_models()}

    (contest,) = model["TeamContest"].objects.all()
    assert (contest.competition_id, contest.number, contest.name, contest.size) == (
        event.pk,
        1,
        "Paare",
        2,
    )
    assert contest.tie_chain == "best-list,won,fewer-lost"
    assert not model["TeamContest"].objects.filter(competition_id=alone.pk).exists()
    assert set(model["Team"].objects.values_list("name", "contest")) == {
        ("Die Buben", contest.pk),
        ("Die Damen", contest.pk),
    }
    (member,) = model["TeamMember"].objects.all()
    assert (member.entry_id, member.team_id, member.from_series) == (
        anna.pk,
        team.pk,
        1,
    )
    prizes = model["Prize"].objects.order_by("amount")
    assert list(prizes.values_list("amount", "contest")) == [
        (5, contest.pk),
        (7, None),
    ]
    history = model["HistoricalTeamMember"].objects.order_by("history_date")
    assert list(history.values_list("entry_id", "team_id", "history_type")) == [
        (anna.pk, other.pk, "+"),
        (anna.pk, team.pk, "~"),
        (bernd.pk, team.pk, "+"),
        (bernd.pk, team.pk, "-"),
    ]
