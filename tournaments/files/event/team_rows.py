"""Team rankings, prizes, lots and the log, as an event file has them."""

from collections import defaultdict
from collections.abc import Iterator

from tournaments.events.models import Event, LogLine, LotTicket, Team, TeamMember
from tournaments.files.event.columns import Row, without_empty, written_row
from tournaments.files.event.links import Names, tied_row
from tournaments.files.event.order import ordered


def prize_rows(event: Event) -> Iterator[Row]:
    """Give the prizes; those of teams name their ranking. One query."""
    for prize in event.prizes.select_related("contest"):
        yield tied_row(prize)


def contest_rows(event: Event, names: Names) -> Iterator[Row]:
    """Give the team rankings with their teams. Three queries."""
    members = defaultdict(list)
    teams = defaultdict(list)
    own = {"contest__event": event}
    for member in TeamMember.objects.filter(**own).order_by("pk"):
        members[member.team_id].append(tied_row(member, names))
    for team in Team.objects.filter(**own):
        people = ordered("members", members[team.pk])
        row = written_row(team) | without_empty({"members": people})
        teams[team.contest_id].append(row)
    for contest in event.contests.all():
        rows = ordered("teams", teams[contest.pk])
        yield written_row(contest) | without_empty({"teams": rows})


def lot_rows(event: Event, names: Names) -> Iterator[Row]:
    """Give the lots that were drawn. Two queries."""
    tickets = defaultdict(list)
    drawn = LotTicket.objects.filter(draw__event=event)
    for ticket in drawn.select_related("team"):
        tickets[ticket.draw_id].append(tied_row(ticket, names))
    for draw in event.lots.select_related("by", "contest", "taken_back_by"):
        yield tied_row(draw, names, tickets=ordered("tickets", tickets[draw.pk]))


def log_of(event: Event) -> dict[int, list[Row]]:
    """Return who opened, started and closed what, by series. One query."""
    found = defaultdict(list)
    lines = LogLine.objects.filter(series__event=event)
    for line in lines.select_related("by").order_by("pk"):
        found[line.series_id].append(tied_row(line))
    return found
