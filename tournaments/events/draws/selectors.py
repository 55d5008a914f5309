"""Reading what a draw depends on: who plays, who met whom, who stands where."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.events.draws.drawing import (
    BY_RANKING,
    DrawPart,
    DrawQuestion,
    DrawWish,
    picks_for,
)
from tournaments.events.draws.halls import (
    NO_NUMBER,
    Hall,
    SeatedTable,
    entries_of,
    hall_of,
    plays_in,
    start_number_of,
    start_numbers_by_player,
)
from tournaments.events.models import ApartPair, Entry, Event, Series, TeamMember
from tournaments.events.standings.selectors import standings_of
from tournaments.seating.problem import Entrant, SeriesTables
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.words.choices import DrawMode, EventKind, Ranking, SheetState

MOST_THREES = 2


def question_of(event: Event, wish: DrawWish) -> DrawQuestion:
    """Put together everything the wished draw depends on. At most fifteen queries.

    Raises ``ValidationError`` when nobody is there, when a list of several series to
    draw was typed on, or when there is no standing to draw by.
    """
    entries = entries_of(event)
    hall = hall_of(event)
    series = {each.number: each for each in event.series.all()}
    require_drawable(wish, series, hall)
    numbers = start_numbers_by_player(entries)
    apart = [
        (numbers[first], numbers[second])
        for first, second in ApartPair.objects.filter(event=event).values_list(
            "first__player", "second__player"
        )
    ]
    sits = extra_three_sits(event, [entry.player_id for entry in entries])
    parts = draw_parts(entries, wish, hall, sits, apart)
    return DrawQuestion(
        wish=wish,
        parts=tuple(parts),
        history=tables_of_other_series(hall, wish, numbers),
        ranking=start_numbers_by_rank(event, wish, parts[0], entries),
    )


def require_drawable(wish: DrawWish, series: Mapping[int, Series], hall: Hall) -> None:
    """Refuse series that do not exist, are closed or are being played."""
    if not wish.first <= wish.last:
        raise ValidationError(_("The last series is before the first."), code="order")
    if wish.mode in BY_RANKING and wish.first < wish.last:
        raise ValidationError(
            _("Only the next series can be drawn by standing."), code="one-series"
        )
    for number in range(wish.first, wish.last + 1):
        require_waiting(number, series, hall)
        require_free(number, wish, hall.get(number, ()))


def require_waiting(number: int, series: Mapping[int, Series], hall: Hall) -> None:
    """Refuse a series that does not exist, is closed or whose clock runs."""
    if number not in series:
        raise ValidationError(
            _("There is no series %(number)s."),
            code="no-series",
            params={"number": number},
        )
    if series[number].closed_at:
        raise ValidationError(
            _("Series %(number)s is closed."),
            code="closed",
            params={"number": number},
        )
    if series[number].clock_started_at and hall.get(number):
        raise ValidationError(
            _("Series %(number)s is being played: its clock is running."),
            code="clock",
            params={"number": number},
        )


def require_free(number: int, wish: DrawWish, tables: Sequence[SeatedTable]) -> None:
    """Refuse a series with tables, unless they may go, or with lists begun."""
    untouched = [table for table in tables if table.is_untouched]
    if untouched and not wish.replace:
        raise ValidationError(
            _("Series %(number)s has tables already; say whether they may go."),
            code="tables",
            params={"number": number},
        )
    if len(untouched) < len(tables) and wish.first < wish.last:
        raise ValidationError(
            _(
                "Lists of series %(number)s have been typed. Draw what is left of "
                "it alone, or the later series."
            ),
            code="begun",
            params={"number": number},
        )


def draw_parts(
    entries: Sequence[Entry],
    wish: DrawWish,
    hall: Hall,
    sits: Mapping[int, int],
    apart: Iterable[tuple[int, int]],
) -> list[DrawPart]:
    """Cut the series to draw wherever somebody comes or goes. No query."""
    pairs = sorted((min(pair), max(pair)) for pair in apart)
    others = [number for number in hall if not wish.first <= number <= wish.last]
    parts: list[DrawPart] = []
    players = {
        number: keys_to_seat(entries, wish, number, hall.get(number, ()))
        for number in range(wish.first, wish.last + 1)
    }
    for people, group in groupby(players, key=lambda number: players[number]):
        series = tuple(group)
        kept = sorted(
            table.number for table in hall.get(series[0], ()) if not table.is_untouched
        )
        known = {entry.start_number for entry in entries if entry.pk in people}
        parts.append(
            DrawPart(
                series=series,
                entrants=tuple(
                    entrant_of(entry, wish, sits, kept)
                    for entry in entries
                    if entry.pk in people
                ),
                picks=picks_for(len(series), has_history=bool(parts or others)),
                apart=tuple(pair for pair in pairs if known.issuperset(pair)),
                kept=tuple(kept),
            )
        )
    return parts


def keys_to_seat(
    entries: Iterable[Entry],
    wish: DrawWish,
    number: int,
    tables: Iterable[SeatedTable],
) -> frozenset[int]:
    """Return the keys of the entries to seat in a series; refuse when there is none.

    People at a table that is being played stay there.
    """
    busy = {
        player for table in tables if not table.is_untouched for player in table.players
    }
    there = [
        entry
        for entry in entries
        if plays_in(entry, number, with_registered=wish.with_registered)
    ]
    free = frozenset(entry.pk for entry in there if entry.player_id not in busy)
    if there and not free:
        raise ValidationError(
            _("Everybody who is here plays in series %(number)s already."),
            code="busy",
            params={"number": number},
        )
    if not free:
        raise ValidationError(
            _("Nobody is here for series %(number)s. Who plays today?"),
            code="nobody",
            params={"number": number},
        )
    return free


def entrant_of(
    entry: Entry, wish: DrawWish, sits: Mapping[int, int], kept: Sequence[int]
) -> Entrant:
    """Return an entry as the planner wants it; it counts only the free tables."""
    club = entry.player.club
    table = entry.fixed_table
    if table is not None:
        table = None if table in kept else table - sum(n < table for n in kept)
    return Entrant(
        number=entry.start_number,
        club=club.name if club and wish.clubs_apart else None,
        **teams_apart(entry, wish),
        table=table,
        three_sits=sits.get(entry.player_id, 0),
    )


def teams_apart(entry: Entry, wish: DrawWish) -> dict[str, Any]:
    """Return the teams of an entry as the planner wants them. No query."""
    names = [team_label(member) for member in entry.memberships.all()]
    if not names or not wish.teams_apart:
        return {}
    return {"team": names[0], "more_teams": tuple(names[1:])}


def team_label(member: TeamMember) -> str:
    """Return what no other team of the event is called."""
    if member.contest.number == 1:
        return member.team.name
    return f"{member.contest.number}: {member.team.name}"


def tables_of_other_series(
    hall: Hall, wish: DrawWish, numbers: Mapping[int, int]
) -> tuple[SeriesTables, ...]:
    """Return the tables of all other series; the one before the draw comes last."""
    others = [number for number in hall if not wish.first <= number <= wish.last]
    others.sort(key=lambda number: (number < wish.first, number))
    return tuple(
        tuple(
            tuple(start_number_of(player, numbers) for player in table.players)
            for table in hall[number]
        )
        for number in others
    )


def extra_three_sits(event: Event, players: Sequence[int]) -> dict[int, int]:
    """Return how much more often than others each sat at a table of three. One query.

    More than two do not count: the planner would rather let the same people meet
    again than seat them there.
    """
    sat = three_sits_this_year(event, players)
    least = min((sat[player] for player in players), default=0)
    return {player: min(sat[player] - least, MOST_THREES) for player in players if sat}


def three_sits_this_year(event: Event, players: Sequence[int]) -> Counter[int]:
    """Return how often each sat at a table of three this year. One query.

    The evenings of the same year before this one count; a tournament knows none.
    """
    if event.kind != EventKind.EVENING:
        return Counter()
    sheets = ScoreSheet.objects.filter(
        series__event__kind=EventKind.EVENING,
        series__event__date__gte=date(event.date.year, 1, 1),
        series__event__date__lt=event.date,
        table_size=3,
    ).exclude(state=SheetState.EMPTY)
    known = set(players)
    seats = Seat.objects.filter(sheet__in=sheets).values_list("player", flat=True)
    return Counter(player for player in seats.order_by() if player in known)


def strength_group_of(entry: Entry) -> int | None:
    """Return the strength group of an entry: its own, or the one of the person."""
    own: int | None = entry.group
    return entry.player.group if own is None else own


def start_numbers_by_rank(
    event: Event, wish: DrawWish, part: DrawPart, entries: Iterable[Entry]
) -> tuple[int, ...]:
    """Return the start numbers of a part, best first; empty if none is needed.

    In strength groups the group comes before the standing. Raises
    ``ValidationError`` when there is neither.
    """
    if wish.mode not in BY_RANKING:
        return ()
    numbers = {entrant.number for entrant in part.entrants}
    people = [entry for entry in entries if entry.start_number in numbers]
    standings = standings_of(
        event, ranking=Ranking.EVERYBODY, through=wish.first - 1 or None
    )
    places = {line.entry.player_id: at for at, line in enumerate(standings.places)}
    has_groups = wish.mode == DrawMode.GROUPS and any(
        strength_group_of(entry) is not None for entry in people
    )
    if not places and not has_groups:
        raise ValidationError(
            _("No list is finished yet, so there is no standing to draw by."),
            code="no-standing",
        )
    last = len(places)

    def rank(entry: Entry) -> tuple[int, int, int]:
        group = strength_group_of(entry) if has_groups else 0
        if group is None:
            group = NO_NUMBER
        return (group, places.get(entry.player_id, last), entry.start_number)

    return tuple(entry.start_number for entry in sorted(people, key=rank))
