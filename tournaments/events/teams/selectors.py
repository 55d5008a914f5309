"""Reading teams: the same lists, added up for two, four or more people."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.ranking.teams import TeamRule, TeamSum, team_sum
from tournaments.events.models import Entry, Event, Team, TeamContest, TeamMember
from tournaments.events.results.rows import Note, TeamRow
from tournaments.events.results.selectors import SeriesSum, Sums
from tournaments.events.teams.words import named_with
from tournaments.words.choices import EntryStatus, Gender, TeamKind

LONGEST_TEAM = 120
GONE = (EntryStatus.LEFT, EntryStatus.ABSENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """A team with everybody who plays or played for it, and what is wrong with it."""

    team: Team
    members: tuple[TeamMember, ...]
    size: int
    doubts: tuple[str, ...] = ()

    @property
    def active(self) -> int:
        """How many belong to the team now, without those who went."""
        return sum(is_active(member) for member in self.members)

    @property
    def is_short(self) -> bool:
        return self.active < self.size


def contests_of(event: Event) -> list[TeamContest]:
    """Return the team rankings of an event, by number. One query."""
    return list(event.contests.order_by("number"))


def members_of(contests: Iterable[TeamContest]) -> list[TeamMember]:
    """Return who plays for the teams, by team and start number. One query."""
    found = TeamMember.objects.filter(contest__in=list(contests))
    return list(
        found.select_related("team", "entry__player__club").order_by(
            "team__name", "from_series", "entry__start_number"
        )
    )


def teams_of(
    event: Event, *, contest: TeamContest | None = None
) -> list[tuple[Team, list[Entry]]]:
    """Return the teams with the entries that play for them. Two queries.

    By name, the people by start number; of all team rankings, or of one.
    """
    teams = Team.objects.filter(contest__event=event)
    members = TeamMember.objects.filter(contest__event=event)
    if contest:
        teams, members = teams.filter(contest=contest), members.filter(contest=contest)
    entries: dict[int, list[Entry]] = {}
    people = members.select_related("entry__player__club")
    for member in people.order_by("entry__start_number"):
        entries.setdefault(member.team_id, []).append(member.entry)
    ordered = teams.select_related("contest").order_by("contest__number", "name")
    return [(team, entries.get(team.pk, [])) for team in ordered]


def rosters_of(contest: TeamContest) -> list[Roster]:
    """Return the teams of one ranking, by name. Two queries."""
    members: dict[int, list[TeamMember]] = {}
    for member in members_of([contest]):
        members.setdefault(member.team_id, []).append(member)
    return [
        Roster(
            team=team,
            members=tuple(members.get(team.pk, ())),
            size=contest.size,
            doubts=tuple(doubts_about(contest, members.get(team.pk, ()))),
        )
        for team in contest.teams.all()
    ]


def doubts_about(contest: TeamContest, members: Sequence[TeamMember]) -> Iterable[str]:
    """Give what nobody can tell about a team. No query."""
    if contest.kind not in (TeamKind.MIXED, TeamKind.WOMEN):
        return
    for member in members:
        if not member.entry.player.gender:
            yield _("Nothing says whether %(player)s is a woman or a man.") % {
                "player": member.entry.player
            }


def is_active(member: TeamMember) -> bool:
    """Tell whether somebody plays for the team on, and makes it full. No query."""
    return member.until_series is None and member.entry.status not in GONE


def full_in(members: Iterable[TeamMember], series: int) -> list[TeamMember]:
    """Return who makes the team in a series; people who left gave their place away."""
    return [
        member
        for member in members
        if member.belongs(series) and stays(member.entry, series)
    ]


def stays(entry: Entry, series: int) -> bool:
    """Tell whether somebody takes a place of the team in series ``series``."""
    if entry.status == EntryStatus.ABSENT or series < entry.from_series:
        return False
    return entry.until_series is None or series <= entry.until_series


def kind_problem(contest: TeamContest, people: Sequence[Entry]) -> str:
    """Return why these people may not play together; empty if they may. No query.

    Of whom nothing is known, both is possible.
    """
    players = [entry.player for entry in people]
    genders = {player.gender for player in players}
    is_full = len(people) >= contest.size
    if contest.kind == TeamKind.WOMEN and Gender.MALE in genders:
        return _("Only women play in this ranking.")
    one_sided = genders in ({Gender.FEMALE}, {Gender.MALE})
    if contest.kind == TeamKind.MIXED and is_full and one_sided:
        return _("A mixed team needs a woman and a man.")
    clubs = {player.club_id for player in players}
    if contest.kind == TeamKind.CLUB and len(clubs) > 1:
        return _("The people of a team belong to one club.")
    return ""


def team_rows(
    members: Iterable[TeamMember],
    contest: TeamContest,
    sums: Sums,
    *,
    numbers: Sequence[int],
    notes: Iterable[Note] = (),
    lowest_wins: bool = False,
) -> list[TeamRow]:
    """Add up what the people of each team have, in the order of the names. No query.

    What somebody played counts in the series in which they belonged to the team. A
    team without any result is left out; ``numbers`` are the series to show. Where few
    points are good, the smallest results count and the smallest list is the best.
    """
    by_team: dict[int, list[TeamMember]] = {}
    for member in members:
        if member.contest_id == contest.pk:
            by_team.setdefault(member.team_id, []).append(member)
    kept = list(notes)
    rule = TeamRule(
        size=contest.size,
        counting=contest.counting,
        scale_short=contest.scale_short,
        lowest_wins=lowest_wins,
    )
    rows = (
        row_of(own, rule, sums, numbers=numbers, notes=kept) for own in by_team.values()
    )
    return sorted((row for row in rows if row), key=lambda row: row.name_key)


def row_of(
    members: Sequence[TeamMember],
    rule: TeamRule,
    sums: Sums,
    *,
    numbers: Sequence[int],
    notes: Iterable[Note],
) -> TeamRow | None:
    """Return the line of a team; None without any result."""
    played = sorted({number for own in sums.values() for number in own})
    found = {number: sum_in(members, rule, sums, number) for number in played}
    series = {number: each for number, each in found.items() if each.counted}
    if not series:
        return None
    team = members[0].team
    best = min if rule.lowest_wins else max
    is_named = team.name == called_after(member.entry for member in members)
    return TeamRow(
        team_id=team.pk,
        team=team.name,
        name_key=team.name.casefold(),
        members=tuple(
            named_with(member.entry.player.sorted_name, member) for member in members
        ),
        per_series=tuple(
            series[number].total if number in series else None for number in numbers
        ),
        scaled=tuple(number for number, each in series.items() if each.is_scaled),
        is_called_after_them=is_named,
        lists=sum(own.lists for own in results_of(members, sums)),
        game_points=sum(own.game_points for own in results_of(members, sums)),
        total=sum(each.total for each in series.values()),
        won=sum(each.won for each in series.values()),
        lost=sum(each.lost for each in series.values()),
        best_list=best(each.total for each in series.values()),
        last_series=found[played[-1]].total,
        lot=team.lot,
        notes=note_numbers(members, notes),
    )


def called_after(entries: Iterable[Entry]) -> str:
    """Return the name of a team that has none but those of its people.

    It is stored, and everybody reads it.
    """
    return " / ".join(entry.player.public_name for entry in entries)[:LONGEST_TEAM]


def note_numbers(
    members: Sequence[TeamMember], notes: Iterable[Note]
) -> tuple[int, ...]:
    """Return the numbers of the notes on people while they belonged to their team."""
    return tuple(
        note.number
        for note in notes
        for member in members
        if note.adjustment.player_id == member.entry.player_id
        and member.belongs(note.adjustment.series.number)
    )


def sum_in(
    members: Iterable[TeamMember], rule: TeamRule, sums: Sums, number: int
) -> TeamSum:
    """Return what a team has in series ``number``."""
    own = [member.entry for member in members if member.belongs(number)]
    results = [
        sums[entry.player_id][number]
        for entry in own
        if number in sums.get(entry.player_id, ())
    ]
    playing = sum(
        entry.plays(number) or number in sums.get(entry.player_id, ()) for entry in own
    )
    return team_sum(results, rule, players=playing)


def results_of(members: Iterable[TeamMember], sums: Sums) -> list[SeriesSum]:
    """Return what everybody has in each series in which they belong to the team."""
    return [
        own
        for member in members
        for number, own in sums.get(member.entry.player_id, {}).items()
        if member.belongs(number)
    ]
