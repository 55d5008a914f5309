"""The team rankings, lots and log of an event file."""

from collections import defaultdict
from collections.abc import Iterator

from tournaments.events.models import Event, LogLine, LotTicket, Team, TeamMember
from tournaments.files.event.columns import Row, file_row, without_empty
from tournaments.files.event.links import Names, linked_row, rows_by_parent
from tournaments.files.event.order import sorted_section


def contest_rows(event: Event, names: Names) -> Iterator[Row]:
    """Give the team rankings with their teams. Three queries."""
    of_event = {"contest__event": event}
    team_members = TeamMember.objects.filter(**of_event).order_by("pk")
    members = rows_by_parent(team_members, "team", names)
    teams = defaultdict(list)
    for team in Team.objects.filter(**of_event):
        rows = sorted_section("members", members[team.pk])
        row = file_row(team) | without_empty({"members": rows})
        teams[team.contest_id].append(row)
    for contest in event.contests.all():
        rows = sorted_section("teams", teams[contest.pk])
        yield file_row(contest) | without_empty({"teams": rows})


def lot_rows(event: Event, names: Names) -> Iterator[Row]:
    """Give the drawings of lots. Two queries."""
    event_tickets = LotTicket.objects.filter(draw__event=event).select_related("team")
    tickets = rows_by_parent(event_tickets, "draw", names)
    for draw in event.lots.select_related("by", "contest", "taken_back_by"):
        rows = sorted_section("tickets", tickets[draw.pk])
        yield linked_row(draw, names, tickets=rows)


def log_rows(event: Event) -> dict[int, list[Row]]:
    """Return the log of each series: who opened, started or closed it. One query."""
    lines = LogLine.objects.filter(series__event=event).select_related("by")
    return rows_by_parent(lines.order_by("pk"), "series")
