"""Reading teams, their results, and their rules in words."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ranking.standings import NO_TIES, TeamRule, TeamSum, team_sum
from tournaments.events.models import Entry, Event, Team, TeamContest, TeamMember
from tournaments.events.results import Note, SeriesSum, Sums, TeamRow
from tournaments.words.choices import EntryStatus, Gender, TeamKind
from tournaments.words.citations import ties_words
from tournaments.words.formats import series_name


def spell_text(spell: TeamMember) -> str:
    """Return the series in which a member belongs to the team; empty for all."""
    first, last = spell.from_series, spell.until_series
    if last is None:
        return _("from series %(number)s") % {"number": first} if first > 1 else ""
    return series_text(first, last) if first <= last else _("in no series")


def series_text(first: int, last: int) -> str:
    """Return a range of series in words.

    >>> series_text(1, 3), series_text(2, 2)
    ('Serie 1 bis 3', 'Serie 2')
    """
    if first == last:
        return series_name(first)
    return _("Series %(first)s to %(last)s") % {"first": first, "last": last}


def scaled_text(series: Sequence[int]) -> str:
    """Return the series in which a short team counts as a full one; empty for none."""
    if not series:
        return ""
    text = _("series %(series)s: short team, counted as a full one")
    return text % {"series": ", ".join(map(str, series))}


def team_rule(rules: TeamContest) -> str:
    """Return the rules of a team ranking as one line."""
    size = ngettext("%(count)s player", "%(count)s players", rules.size)
    parts = [size % {"count": rules.size}]
    if rules.kind != TeamKind.ANY:
        parts.append(str(TeamKind(rules.kind).label))
    if rules.counting and rules.counting < rules.size:
        counting = ngettext(
            "the best result of each series counts",
            "the best %(counting)d results of each series count",
            rules.counting,
        )
        parts.append(counting % {"counting": rules.counting})
    if rules.scale_short:
        parts.append(_("a short team counts as a full one"))
    if rules.tie_chain != NO_TIES:
        chain = ties_words(rules.tie_chain)
        parts.append(_("equal totals: %(chain)s") % {"chain": chain})
    return " · ".join(parts)


LONGEST_TEAM = 120
GONE = (EntryStatus.LEFT, EntryStatus.ABSENT)


class Roster(NamedTuple):
    """A team with all its present and former members, and doubts about them."""

    team: Team
    members: tuple[TeamMember, ...]
    size: int
    doubts: tuple[str, ...]

    @property
    def active(self) -> int:
        """The number of members who still play for the team."""
        staying = (each for each in self.members if each.until_series is None)
        return sum(each.entry.status not in GONE for each in staying)

    @property
    def is_short(self) -> bool:
        return self.active < self.size


def contests_of(event: Event) -> list[TeamContest]:
    return list(event.contests.order_by("number"))


def members_of(contests: Iterable[TeamContest]) -> list[TeamMember]:
    members = TeamMember.objects.filter(contest__in=list(contests))
    members = members.select_related("team", "entry__player__club")
    return list(members.order_by("team__name", "from_series", "entry__start_number"))


def members_by_team(members: Iterable[TeamMember]) -> dict[int, list[TeamMember]]:
    teams: dict[int, list[TeamMember]] = {}
    for member in members:
        teams.setdefault(member.team_id, []).append(member)
    return teams


def teams_of(
    event: Event, *, contest: TeamContest | None = None
) -> list[tuple[Team, list[Entry]]]:
    """Return teams by name, each with its entries by start number."""
    members = TeamMember.objects.select_related("entry__player__club")
    members = members.order_by("entry__start_number")
    teams = Team.objects.filter(contest__event=event).select_related("contest")
    teams = teams.prefetch_related(Prefetch("members", members))
    if contest:
        teams = teams.filter(contest=contest)
    return [
        (team, [member.entry for member in team.members.all()])
        for team in teams.order_by("contest__number", "name")
    ]


def rosters_of(contest: TeamContest) -> list[Roster]:
    members = TeamMember.objects.select_related("entry__player__club")
    return [
        Roster(
            team=team,
            members=hidden_last(team.members.all()),
            size=contest.size,
            doubts=tuple(doubts_about(contest, team.members.all())),
        )
        for team in contest.teams.prefetch_related(Prefetch("members", members))
    ]


def doubts_about(contest: TeamContest, members: Iterable[TeamMember]) -> Iterable[str]:
    """Yield what is unknown about a team but matters for its kind."""
    if contest.kind not in (TeamKind.MIXED, TeamKind.WOMEN):
        return
    for player in (member.entry.player for member in members):
        if not player.gender:
            yield _("The gender of %(player)s is not entered.") % {"player": player}


def members_in_series(members: Iterable[TeamMember], series: int) -> list[TeamMember]:
    """Return the members of the team in a series, without people who have left."""
    return [
        member
        for member in members
        if member.covers(series)
        and member.entry.status != EntryStatus.ABSENT
        and member.entry.covers(series)
    ]


def kind_problem(contest: TeamContest, people: Sequence[Entry]) -> str:
    """Return why people may not play together; an unknown gender may be either."""
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
    """Return the rows of a team ranking, by team name.

    Results count in the series in which their player belonged to the team. A team
    without results is left out; ``numbers`` are the series to show. With
    ``lowest_wins`` the lowest results count, and the lowest list is the best.
    """
    teams = members_by_team(
        member for member in members if member.contest_id == contest.pk
    )
    notes = list(notes)
    rule = TeamRule(
        size=contest.size,
        counting=contest.counting,
        scale_short=contest.scale_short,
        lowest_wins=lowest_wins,
    )
    rows = (
        team_row(team_members, rule, sums, numbers=numbers, notes=notes)
        for team_members in teams.values()
    )
    return sorted(filter(None, rows), key=lambda row: row.name_key)


def team_row(
    members: Sequence[TeamMember],
    rule: TeamRule,
    sums: Sums,
    *,
    numbers: Sequence[int],
    notes: Iterable[Note],
) -> TeamRow | None:
    """Return the row of a team; None without any result."""
    played = sorted({number for own in sums.values() for number in own})
    all_series = {number: series_sum(members, rule, sums, number) for number in played}
    series = {number: each for number, each in all_series.items() if each.counted}
    if not series:
        return None
    team = members[0].team
    own = series.values()
    results = member_results(members, sums)
    return TeamRow(
        team_id=team.pk,
        team=team.name,
        name_key=team.name.casefold(),
        members=tuple(map(name_in_team, hidden_last(members))),
        per_series=tuple(
            series[number].total if number in series else None for number in numbers
        ),
        scaled=tuple(number for number, each in series.items() if each.is_scaled),
        names_members=team.name == team_name_from(each.entry for each in members),
        lists=sum(result.lists for result in results),
        game_points=sum(result.game_points for result in results),
        total=sum(each.total for each in own),
        won=sum(each.won for each in own),
        lost=sum(each.lost for each in own),
        counted=sum(rule.needed if each.is_scaled else each.counted for each in own),
        best_list=(min if rule.lowest_wins else max)(each.total for each in own),
        last_series=all_series[played[-1]].total,
        notes=team_note_numbers(members, notes),
    )


def hidden_last(members: Iterable[TeamMember]) -> tuple[TeamMember, ...]:
    """Return members; the place of a hidden one in the order would tell who it is."""
    return tuple(sorted(members, key=lambda each: not each.entry.player.has_page))


def name_in_team(member: TeamMember) -> str:
    """Return a name as rankings sort it, with the series unless it is all of them."""
    player, series = member.entry.player, spell_text(member)
    name = player.sorted_name if player.has_page else player.name_in_team
    return f"{name} ({series})" if series else name


def team_name_from(entries: Iterable[Entry]) -> str:
    """Return a name made of the public names of people, because it is stored."""
    return " / ".join(entry.player.public_name for entry in entries)[:LONGEST_TEAM]


def team_note_numbers(
    members: Sequence[TeamMember], notes: Iterable[Note]
) -> tuple[int, ...]:
    """Return the numbers of the notes on members while they belonged to the team."""
    return tuple(
        note.number
        for note in notes
        for member in members
        if note.adjustment.player_id == member.entry.player_id
        and member.covers(note.adjustment.series.number)
    )


def series_sum(
    members: Iterable[TeamMember], rule: TeamRule, sums: Sums, number: int
) -> TeamSum:
    results: list[SeriesSum] = []
    players = 0
    for member in members:
        if member.covers(number):
            result = sums.get(member.entry.player_id, {}).get(number)
            if result is not None:
                results.append(result)
            players += result is not None or member.entry.plays(number)
    return team_sum(results, rule, players=players)


def member_results(members: Iterable[TeamMember], sums: Sums) -> list[SeriesSum]:
    """Return each member's results in the series in which they belong to the team."""
    return [
        result
        for member in members
        for number, result in sums.get(member.entry.player_id, {}).items()
        if member.covers(number)
    ]
