"""The team rankings, prizes, lots and log of an event file."""

from collections import defaultdict
from collections.abc import Iterator

from tournaments.events.models import Event, LogLine, LotTicket, Team, TeamMember
from tournaments.files.event.columns import Row, file_row, without_empty
from tournaments.files.event.links import Names, linked_row
from tournaments.files.event.order import sorted_section


def prize_rows(event: Event) -> Iterator[Row]:
    """Give the prizes, those for teams with their ranking. One query."""
    for prize in event.prizes.select_related("contest"):
        yield linked_row(prize)


def contest_rows(event: Event, names: Names) -> Iterator[Row]:
    """Give the team rankings with their teams. Three queries."""
    members = defaultdict(list)
    teams = defaultdict(list)
    of_event = {"contest__event": event}
    for member in TeamMember.objects.filter(**of_event).order_by("pk"):
        members[member.team_id].append(linked_row(member, names))
    for team in Team.objects.filter(**of_event):
        team_members = sorted_section("members", members[team.pk])
        row = file_row(team) | without_empty({"members": team_members})
        teams[team.contest_id].append(row)
    for contest in event.contests.all():
        rows = sorted_section("teams", teams[contest.pk])
        yield file_row(contest) | without_empty({"teams": rows})


def lot_rows(event: Event, names: Names) -> Iterator[Row]:
    """Give the drawings of lots. Two queries."""
    tickets = defaultdict(list)
    event_tickets = LotTicket.objects.filter(draw__event=event)
    for ticket in event_tickets.select_related("team"):
        tickets[ticket.draw_id].append(linked_row(ticket, names))
    for draw in event.lots.select_related("by", "contest", "taken_back_by"):
        yield linked_row(
            draw, names, tickets=sorted_section("tickets", tickets[draw.pk])
        )


def log_rows(event: Event) -> dict[int, list[Row]]:
    """Return the log of each series: who opened, started or closed it. One query."""
    rows = defaultdict(list)
    lines = LogLine.objects.filter(series__event=event)
    for line in lines.select_related("by").order_by("pk"):
        rows[line.series_id].append(linked_row(line))
    return rows
