"""Give every event with teams its team ranking, and every team mate a membership.

Nothing gets lost: sizes, ties, prizes, and from when to when somebody was in a team.
"""

from collections import defaultdict

from django.db import migrations
from django.utils import timezone

PAIRS, TEAMS = "Paare", "Mannschaften"
SMALLEST, USUAL, LARGEST = 2, 4, 16
COPIED = ("number", "name", "size", "kind", "counting", "scale_short", "tie_chain")


def move_teams(apps, schema_editor):
    contests = add_contests(apps)
    for name in ("Team", "HistoricalTeam"):
        model = apps.get_model("tournaments", name)
        for competition, contest in contests.items():
            model.objects.filter(competition_id=competition).update(contest_id=contest)
    prizes = apps.get_model("tournaments", "Prize").objects.filter(for_teams=True)
    for competition, contest in contests.items():
        prizes.filter(competition_id=competition).update(contest_id=contest)
    add_members(apps, contests)


def add_contests(apps):
    """Make the one ranking that an event had; return it by the event."""
    model = apps.get_model("tournaments", "TeamContest")
    history = apps.get_model("tournaments", "HistoricalTeamContest")
    found = {}
    with_teams = set(
        apps.get_model("tournaments", "Team").objects.values_list(
            "competition_id", flat=True
        )
    ) | set(
        apps.get_model("tournaments", "Prize")
        .objects.filter(for_teams=True)
        .values_list("competition_id", flat=True)
    )
    events = apps.get_model("tournaments", "Competition").objects.order_by("pk")
    for pk, size, chain in events.values_list("pk", "team_size", "tie_chain"):
        if not size and pk not in with_teams:
            continue
        contest = model.objects.create(
            competition_id=pk,
            number=1,
            name=PAIRS if size == SMALLEST else TEAMS,
            size=min(max(size or USUAL, SMALLEST), LARGEST),
            tie_chain=chain,
        )
        history.objects.create(
            id=contest.pk,
            competition_id=pk,
            history_date=timezone.now(),
            history_type="+",
            **{name: getattr(contest, name) for name in COPIED},
        )
        found[pk] = contest.pk
    return found


def add_members(apps, contests):
    """Let everybody belong to his team, and keep who belonged to which one before."""
    entries = apps.get_model("tournaments", "Entry")
    model = apps.get_model("tournaments", "TeamMember")
    for pk, competition, team in entries.objects.filter(team__isnull=False).values_list(
        "pk", "competition_id", "team_id"
    ):
        model.objects.create(
            contest_id=contests[competition], team_id=team, entry_id=pk
        )
    members = {member.entry_id: member for member in model.objects.all()}
    steps = defaultdict(list)
    old = apps.get_model("tournaments", "HistoricalEntry").objects.order_by(
        "history_date", "history_id"
    )
    for row in old.iterator():
        steps[row.id].append(row)
    rows = [
        row
        for entry in steps.keys() | members.keys()
        for row in memberships(apps, entry, steps[entry], members, contests)
    ]
    history = apps.get_model("tournaments", "HistoricalTeamMember")
    history.objects.bulk_create(rows, batch_size=200)


def memberships(apps, entry, steps, members, contests):
    """Give the history of one person's team, from the history of his entry."""
    model = apps.get_model("tournaments", "HistoricalTeamMember")
    member = members.get(entry)
    before = None

    def row(kind, team, competition, step=None):
        return model(
            # Who has no team any more keeps a number that nobody will get.
            id=member.pk if member else -entry,
            contest_id=contests.get(competition),
            team_id=team,
            entry_id=entry,
            from_series=1,
            history_type=kind,
            history_date=step.history_date if step else timezone.now(),
            history_user_id=step.history_user_id if step else None,
            history_change_reason=step.history_change_reason if step else None,
        )

    for step in steps:
        team = None if step.history_type == "-" else step.team_id
        if team != before:
            yield row(kind_of(before, team), team or before, step.competition_id, step)
        before = team
    if member and before != member.team_id:
        competition = next(
            pk for pk, contest in contests.items() if contest == member.contest_id
        )
        yield row(kind_of(before, member.team_id), member.team_id, competition)


def kind_of(before, after):
    """Return what a change of team is to the history: new, gone or changed."""
    if before is None:
        return "+"
    return "-" if after is None else "~"


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_several_team_rankings")]

    operations = [
        migrations.RunPython(move_teams, migrations.RunPython.noop, elidable=True)
    ]
