"""Reading a league team with its people, and the league games of one person."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from operator import attrgetter
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.leagues.table import (
    Imbalance,
    Ladder,
    LeagueMark,
    LeagueRow,
    SumCheck,
    league_ladder,
    match_day_table,
    single_ranking,
)
from tournaments.events.models import Entry, Event
from tournaments.events.standings.selectors import people_by_pk
from tournaments.leagues.matches import LeagueList, Match
from tournaments.leagues.models import (
    Division,
    GroupReopening,
    GroupTeam,
    League,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.leagues.ranking import (
    LeagueTable,
    complete_results,
    division_matches,
    possible_games,
    table_of_matches,
)
from tournaments.people.models import Player
from tournaments.people.names.mentions import mentions_for_reader
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.sheets.selectors import people_seated_in
from tournaments.words.choices import EntryStatus, GroupState

PRESET_NAMES: Mapping[str, Promise] = {
    "DSKV": gettext_lazy("DSkV: teams of four, 3:0 to 0:3"),
    "ISPA": gettext_lazy("ISPA: teams of eight, 6:0 to 0:6"),
}
"""The names of the presets of ``scoring.leagues.rules``, by their keys."""

MARK_TEXT: Mapping[LeagueMark, Promise] = {
    LeagueMark.PROMOTED: gettext_lazy("promotion place"),
    LeagueMark.RELEGATED: gettext_lazy("relegation place"),
    LeagueMark.OPEN: gettext_lazy("open"),
    LeagueMark.WITHDRAWN: gettext_lazy("withdrawn"),
}
MARK_SIGN: Mapping[LeagueMark, str] = {
    LeagueMark.PROMOTED: "▲",
    LeagueMark.RELEGATED: "▼",
    LeagueMark.OPEN: "?",
    LeagueMark.WITHDRAWN: "×",
}
"""Marks have a sign and a word, as colour alone is not enough."""

SUM_TEXT: Mapping[SumCheck, Promise] = {
    SumCheck.PAIR: gettext_lazy(
        "%(team)s: plus and minus do not make what was possible, off by %(by)s."
    ),
    SumCheck.PLUS: gettext_lazy(
        "The plus points do not make half of what was possible, off by %(by)s."
    ),
    SumCheck.MINUS: gettext_lazy(
        "The minus points do not make half of what was possible, off by %(by)s."
    ),
}


def division_text(division: Division) -> str:
    """Return a division with its league, or one name if both have the same."""
    return " ".join(dict.fromkeys((division.league.name, division.name)))


def match_day_text(day: MatchDay) -> str:
    """Return a match day with its division, for places that do not show it."""
    return f"{division_text(day.division)}, {day}"


def match_points_text(value: Fraction) -> str:
    """Return match points: whole, or with the half point of a shared place.

    >>> match_points_text(Fraction(3)), match_points_text(Fraction(3, 1) - 3)
    ('3', '0')
    """
    if value.denominator == 1:
        return str(int(value)).replace("-", "−")
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return formats.number_format(exact, 1, use_l10n=True).replace("-", "−")


def pair(plus: Fraction, minus: Fraction) -> str:
    """Return both columns of match points in their usual form (rules 6.2).

    >>> pair(Fraction(7), Fraction(2))
    '7:2'
    """
    return f"{match_points_text(plus)}:{match_points_text(minus)}"


def imbalance_text(imbalance: Imbalance, teams: Mapping[int, str]) -> str:
    """Return a failed sum check as a sentence; ``teams`` are names by key."""
    return SUM_TEXT[imbalance.check] % {
        "by": match_points_text(imbalance.by),
        "team": teams.get(imbalance.team or 0, ""),
    }


def mark_text(mark: LeagueMark | None) -> str:
    """Return sign and word of a mark; empty if there is none."""
    return f"{MARK_SIGN[mark]} {MARK_TEXT[mark]}" if mark else ""


def team_letter(number: int) -> str:
    """Return the letter of a team in a seat plan: A for the first (rules 6.1).

    >>> team_letter(1), team_letter(4)
    ('A', 'D')
    """
    return chr(ord("A") + number - 1)


def points_scale(step: int, teams: int = 4) -> str:
    """Return the match points of the places in a series, best first (rules 6.2).

    >>> points_scale(1), points_scale(2)
    ('3:0, 2:1, 1:2, 0:3', '6:0, 4:2, 2:4, 0:6')
    """
    most = step * (teams - 1)
    return ", ".join(f"{most - step * place}:{step * place}" for place in range(teams))


def partial_league_text(is_partial: bool) -> str:
    """Return a note on numbers that leave out unpublished matches."""
    if not is_partial:
        return ""
    return _("Only published matches count here; there are more.")


def unconfirmed_text(numbers: Any) -> str:
    """Return how many of the matches that count are confirmed; empty for all."""
    if not numbers.is_provisional:
        return ""
    words = ngettext(
        "Provisional: the only match is not confirmed by a second person.",
        "Provisional: a second person has confirmed %(confirmed)s of %(counted)s "
        "matches.",
        numbers.counted,
    )
    confirmed = numbers.counted - len(numbers.open_groups)
    return words % {"confirmed": confirmed, "counted": numbers.counted}


def league_file_note(numbers: Any) -> str:
    """Return what a file of league numbers says below them."""
    notes = unconfirmed_text(numbers), partial_league_text(numbers.is_partial)
    return " ".join(filter(None, notes))


def sums_text(plus: Fraction, minus: Fraction) -> str:
    """Return the sums of a series or a match day.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     sums_text(Fraction(6), Fraction(6))
    'Sum 6:6'
    """
    return _("Sum %(pair)s") % {"pair": pair(plus, minus)}


USUAL_GROUP = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionDays:
    """The table of a division with the results of each match day.

    ``cells`` are by team and number of the match day, without withdrawn teams.
    ``ladder`` has the places after each day, ``upcoming`` the matches of the next day.
    """

    table: LeagueTable
    days: tuple[int, ...]
    cells: dict[tuple[int, int], tuple[Match, LeagueRow]]
    ladder: Ladder
    upcoming: tuple[Match, ...] = ()


def division_days(division: Division, *, user: object) -> DivisionDays:
    """Return the table of a division by match days for ``user``. Nine queries."""
    matches = division_matches(division, user=user)
    table = table_of_matches(division, matches)
    cells = {
        (row.team, match.number): (match, row)
        for match in matches
        for row in day_rows(match, table)
    }
    planned = [match for match in matches if match.state == GroupState.PLANNED]
    number = min((match.number for match in planned), default=0)
    return DivisionDays(
        table=table,
        days=tuple(sorted({day for _team, day in cells})),
        cells=cells,
        ladder=league_ladder(
            complete_results(matches),
            [line.team.pk for line in table.lines],
            table.rule,
            withdrawn=table.withdrawn,
        ),
        upcoming=tuple(match for match in planned if match.number == number),
    )


def upcoming_match_days(*, user: object, since: date) -> QuerySet[MatchDay]:
    """Return the match days from ``since`` on without an event that ``user`` sees."""
    visible = MatchGroup.objects.filter(event__in=Event.objects.visible_to(user))
    days = MatchDay.objects.filter(
        date__gte=since, division__league__in=League.objects.visible_to(user)
    )
    return days.exclude(groups__in=visible).select_related("division__league")


def day_rows(match: Match, table: LeagueTable) -> tuple[LeagueRow, ...]:
    """Return the rows of one match without withdrawn teams."""
    withdrawn = table.withdrawn
    results = [
        result for result in complete_results([match]) if result.team not in withdrawn
    ]
    return match_day_table(results, match.number, match.group.number, table.rule)


def proposed_groups(division: Division) -> dict[int, tuple[int, list[int]]]:
    """Return groups for the next match day: by number its host and its teams.

    Teams that have met least often are put together, and the one that was host least
    often is host. Surplus teams are left out. Two queries.
    """
    teams = [team.pk for team in division.teams.all() if not team.withdrawn_on]
    sides = GroupTeam.objects.filter(group__match_day__division=division)
    teams_by_group: dict[int, list[int]] = {}
    hosts: Counter[int] = Counter()
    for group, team, host in sides.values_list("group", "team", "group__host"):
        teams_by_group.setdefault(group, []).append(team)
        hosts[team] += team == host
    meetings = Counter(
        frozenset(pair)
        for group in teams_by_group.values()
        for pair in combinations(sorted(group), 2)
    )
    return arrange_groups(teams, meetings, hosts)


def arrange_groups(
    teams: Sequence[int], meetings: Counter[frozenset[int]], hosts: Counter[int]
) -> dict[int, tuple[int, list[int]]]:
    """Return groups with few repeated meetings, each with its host, by number.

    >>> arrange_groups([1, 2, 3, 4, 5], Counter(), Counter({1: 1}))
    {1: (2, [1, 2, 3, 4])}
    """
    remaining = list(teams)
    groups: dict[int, tuple[int, list[int]]] = {}
    for number, size in enumerate(group_sizes(len(teams)), 1):
        group = [remaining.pop(0)]
        while len(group) < size:
            opponent = min(
                remaining, key=lambda team: meeting_weight(team, group, meetings)
            )
            remaining.remove(opponent)
            group.append(opponent)
        groups[number] = (min(group, key=lambda team: hosts[team]), group)
    return groups


def meeting_weight(
    team: int, group: Sequence[int], meetings: Counter[frozenset[int]]
) -> int:
    """Return the sum of the squared numbers of meetings with the teams of a group.

    >>> meeting_weight(3, [1, 2], Counter({frozenset((1, 3)): 2}))
    4
    """
    return sum(meetings[frozenset((team, other))] ** 2 for other in group)


def group_sizes(teams: int) -> list[int]:
    """Return the sizes of the groups: fours, and threes if that leaves none over.

    >>> group_sizes(16), group_sizes(7), group_sizes(9), group_sizes(5), group_sizes(2)
    ([4, 4, 4, 4], [4, 3], [3, 3, 3], [4], [])
    """
    threes = -teams % USUAL_GROUP
    fours = (teams - 3 * threes) // USUAL_GROUP
    if fours < 0:
        return [USUAL_GROUP] * (teams // USUAL_GROUP) or ([3] if teams == 3 else [])
    return [USUAL_GROUP] * fours + [3] * threes


def related_leagues(league: League, *, in_category: bool) -> QuerySet[League]:
    """Return the leagues of the federation and season of ``league``, including it.

    With ``in_category`` only those of the same event category (rules 6.3).
    """
    leagues = League.objects.filter(
        federation__iexact=league.federation, season__iexact=league.season
    )
    return leagues.filter(category__iexact=league.category) if in_category else leagues


def appearances(players: Collection[int]) -> QuerySet[Entry, Any]:
    """Return when ``players`` were set up to play for a team, by match day. One query.

    The rows name ``player``, ``league_pk``, ``team_pk``, ``team_name``, ``group_pk``
    and ``match_day``. People who did not come are left out.
    """
    side = "teams__league_side"
    entries = Entry.objects.filter(
        player__in=list(players), teams__league_side__isnull=False
    ).exclude(status__in=[EntryStatus.ABSENT, EntryStatus.REGISTERED])
    return (
        entries.annotate(
            league_pk=F(f"{side}__team__division__league"),
            team_pk=F(f"{side}__team"),
            team_name=F(f"{side}__team__name"),
            group_pk=F(f"{side}__group"),
            match_day=F(f"{side}__group__match_day__number"),
        )
        .order_by("match_day", "pk")
        .values_list(
            *("player", "league_pk", "team_pk", "team_name", "group_pk", "match_day"),
            named=True,
        )
    )


def team_page(team: LeagueTeam, *, user: object) -> dict[str, Any]:
    """Return what the page of a team shows to ``user``. Twelve queries.

    ``people`` with place and results, ``matches`` with opponents and row of the day.
    """
    division = Division.objects.select_related("league").get(pk=team.division_id)
    matches = division_matches(division, user=user)
    table = table_of_matches(division, matches)
    (line,) = (team_line for team_line in table.lines if team_line.team.pk == team.pk)
    team_matches = [match for match in matches if team in match.teams]
    lists = [row for match in team_matches for row in match.player_lists()]
    own_lists = [row for row in lists if row.team == team.pk]
    possible = possible_games(division, matches)
    rows = single_ranking(own_lists, possible, division.as_rule())
    places = {place.player_id: place for place in team.line_up.order_by("position")}
    results = {row.person: row for row in rows}
    seated = [row.player_id for match in team_matches for row in match.lists]
    people = people_by_pk([*places, *results, *seated])
    reason = line.team.withdrawn_reason
    if reason:
        reason = mentions_for_reader(Q(pk__in=list(people))).public_text(reason)
    return {
        "team": line.team,
        "division": division,
        "line": line,
        "is_partial": table.is_partial,
        "people": [
            (people[pk], places.get(pk), results.get(pk))
            for pk in dict.fromkeys([*places, *results])
        ],
        "matches": [
            (
                match,
                [other for other in match.teams if other != team],
                {row.team: row for row in day_rows(match, table)}.get(team.pk),
            )
            for match in team_matches
        ],
        "withdrawn_reason": reason,
    }


def group_reopenings(group: MatchGroup) -> list[GroupReopening]:
    """Return the reopenings of a group, with the names that the reader may see.

    One query, two for visitors if there are any; none before the group is set up.
    """
    if group.event_id is None:
        return []
    reopenings = list(group.reopenings.select_related("by"))
    if reopenings:
        mentions = mentions_for_reader(people_seated_in([group.event_id]))
        for reopening in reopenings:
            reopening.reason = mentions.public_text(reopening.reason)
    return reopenings


def games_in_division(
    division: Division, player: Player, *, user: object
) -> list[tuple[Match, LeagueTeam, LeagueList]]:
    """Return a person's lists in a division that ``user`` may read, the latest first.

    Eight queries.
    """
    matches = division_matches(division, user=user)
    matches.sort(key=attrgetter("date"), reverse=True)
    return [
        (match, team, row)
        for match in matches
        for row in match.lists
        for team in match.teams
        if (row.player_id, row.team_id) == (player.pk, team.pk)
    ]


SeatCells = list[tuple[Seat | None, str]]


def seat_plan(group: MatchGroup) -> dict[int, list[tuple[ScoreSheet, SeatCells]]]:
    """Return the lists of a group by series, with their seats. Four queries.

    Each seat has the letter of its team in the plan; at a table of three the fourth is
    None.
    """
    if group.event_id is None:
        return {}
    letters: dict[int, str] = {}
    members = group.sides.values_list("event_team__entries__player", "pk")
    order: dict[int, str] = {}
    for player, side in members.order_by("order", "pk"):
        letter = order.setdefault(side, team_letter(len(order) + 1))
        if player is not None:
            letters[player] = letter
    sheets = (
        ScoreSheet.objects.filter(series__event=group.event_id)
        .select_related("series")
        .prefetch_related("seats__player")
        .order_by("series__number", "table_number")
    )
    plan: dict[int, list[tuple[ScoreSheet, SeatCells]]] = {}
    for sheet in sheets:
        seats = sheet.seats.all()
        cells = [(seat, letters.get(seat.player_id, "")) for seat in seats]
        free = [(None, "")] * (4 - len(cells))
        plan.setdefault(sheet.series.number, []).append((sheet, [*cells, *free]))
    return plan


GroupSide = Any
"""A ``GroupTeam`` with its letter and its people of the day, by ``group_sides``."""


def group_sides(group: MatchGroup) -> list[GroupSide]:
    """Return the teams of a group by their letters. Five queries.

    Each has its ``line_up`` of the day and its ``entries``; who of them is ``playing``,
    and the ``bench`` of those who may but do not.
    """
    match_day = group.match_day.number
    sides: list[GroupSide] = list(
        group.sides.select_related("team")
        .prefetch_related("team__line_up__player", "event_team__entries__player")
        .order_by("order", "pk")
    )
    for number, side in enumerate(sides, 1):
        places = side.team.line_up.all()
        side.letter = team_letter(number)
        side.line_up = [place for place in places if place.plays_on(match_day)]
        side.entries = list(side.event_team.entries.all()) if side.event_team else []
        present = [each for each in side.entries if each.status == EntryStatus.PRESENT]
        side.playing = [entry.player for entry in present]
        on_day = [place.player for place in side.line_up]
        side.bench = [player for player in on_day if player not in side.playing]
    return sides
