"""Reading what a draw depends on: the players, their meetings and their standing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
    apart_in_start_numbers,
    hall_of,
    start_numbers_by_player,
    tables_of_other_series,
)
from tournaments.events.entrants import entries_of
from tournaments.events.models import ATTENDING, Entry, Event, Series, TeamMember
from tournaments.events.standings.selectors import standings_of
from tournaments.seating.problem import Entrant
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.words.choices import (
    DrawMode,
    EntryStatus,
    EventKind,
    Ranking,
    SheetState,
)

MOST_THREES = 2
REFUSALS = {
    "no-series": gettext_lazy("There is no series %(number)s."),
    "closed": gettext_lazy("Series %(number)s is closed."),
    "clock": gettext_lazy("Series %(number)s is being played: its clock is running."),
    "tables": gettext_lazy(
        "Series %(number)s has tables already; say whether they may go."
    ),
    "begun": gettext_lazy(
        "Lists of series %(number)s have been typed. Draw what is left of "
        "it alone, or the later series."
    ),
    "busy": gettext_lazy("Everybody who is here plays in series %(number)s already."),
    "nobody": gettext_lazy("Nobody is here for series %(number)s. Who plays today?"),
}


def question_of(event: Event, wish: DrawWish) -> DrawQuestion:
    """Return everything the wished draw depends on. At most fifteen queries.

    Raises ``ValidationError`` when no player is present, when a list was begun in one
    of several series to draw, and when there is no standing to draw by.
    """
    entries = list(entries_of(event))
    hall = hall_of(event)
    series_by_number = {series.number: series for series in event.series.all()}
    require_drawable(wish, series_by_number, hall)
    numbers = start_numbers_by_player(entries)
    apart = apart_in_start_numbers(event, numbers)
    sits = extra_three_sits(event, [entry.player_id for entry in entries])
    parts = draw_parts(entries, wish, hall, sits, apart)
    return DrawQuestion(
        wish=wish,
        parts=tuple(parts),
        history=tables_of_other_series(hall, wish.numbers, numbers),
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
    for number in wish.numbers:
        if code := refusal_code(number, wish, series, hall.get(number, ())):
            raise series_refusal(code, number)


def refusal_code(
    number: int,
    wish: DrawWish,
    series: Mapping[int, Series],
    tables: Sequence[SeatedTable],
) -> str:
    """Return why a series cannot be drawn, as a code of ``REFUSALS``; else empty."""
    if number not in series:
        return "no-series"
    if series[number].closed_at:
        return "closed"
    if series[number].clock_started_at and tables:
        return "clock"
    untouched = sum(table.is_untouched for table in tables)
    if untouched and not wish.replace:
        return "tables"
    if untouched < len(tables) and wish.first < wish.last:
        return "begun"
    return ""


def series_refusal(code: str, number: int) -> ValidationError:
    """Return the refusal to draw series ``number``."""
    return ValidationError(REFUSALS[code], code=code, params={"number": number})


def draw_parts(
    entries: Sequence[Entry],
    wish: DrawWish,
    hall: Hall,
    sits: Mapping[int, int],
    apart: Iterable[tuple[int, int]],
) -> list[DrawPart]:
    """Return the series to draw, cut wherever a player comes or goes. No query."""
    pairs = sorted((min(pair), max(pair)) for pair in apart)
    has_other_series = any(number not in wish.numbers for number in hall)
    parts: list[DrawPart] = []
    keys = {
        number: keys_to_seat(entries, wish, number, hall.get(number, ()))
        for number in wish.numbers
    }
    for people, group in groupby(keys, key=lambda number: keys[number]):
        series = tuple(group)
        kept_tables = sorted(
            table.number for table in hall.get(series[0], ()) if not table.is_untouched
        )
        seated = [entry for entry in entries if entry.pk in people]
        numbers = {entry.start_number for entry in seated}
        parts.append(
            DrawPart(
                series=series,
                entrants=tuple(
                    entrant_to_seat(entry, wish, sits, kept_tables) for entry in seated
                ),
                picks=picks_for(
                    len(series), has_history=bool(parts) or has_other_series
                ),
                apart=tuple(pair for pair in pairs if numbers.issuperset(pair)),
                kept=tuple(kept_tables),
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

    Players at a table whose list has begun stay there.
    """
    busy = {
        player for table in tables if not table.is_untouched for player in table.players
    }
    playing = [
        entry for entry in entries if plays_in(entry, number, wish.with_registered)
    ]
    free = frozenset(entry.pk for entry in playing if entry.player_id not in busy)
    if not free:
        raise series_refusal("busy" if playing else "nobody", number)
    return free


def plays_in(entry: Entry, number: int, with_registered: bool) -> bool:
    """Return whether a player is to be seated in series ``number``. No query."""
    is_here = entry.status in ATTENDING or (
        with_registered and entry.status == EntryStatus.REGISTERED
    )
    has_come = entry.from_series <= number
    has_left = entry.until_series is not None and entry.until_series < number
    return is_here and has_come and not has_left


def entrant_to_seat(
    entry: Entry, wish: DrawWish, sits: Mapping[int, int], kept_tables: Sequence[int]
) -> Entrant:
    """Return an entry for the planner, which counts only the free tables."""
    table = entry.fixed_table
    if table is not None:
        table = (
            None
            if table in kept_tables
            else table - sum(n < table for n in kept_tables)
        )
    three_sits = sits.get(entry.player_id, 0)
    return replace(entrant_of(entry, wish), table=table, three_sits=three_sits)


def entrant_of(entry: Entry, wish: DrawWish) -> Entrant:
    """Return an entry with the club and teams that ``wish`` keeps apart. No query."""
    club = entry.player.club
    members = entry.memberships.all() if wish.teams_apart else ()
    teams = [team_label(member) for member in members]
    return Entrant(
        number=entry.start_number,
        club=club.name if club and wish.clubs_apart else None,
        team=teams[0] if teams else None,
        more_teams=tuple(teams[1:]),
    )


def team_label(member: TeamMember) -> str:
    """Return a name for a team that no other team of the event has."""
    if member.contest.number == 1:
        return member.team.name
    return f"{member.contest.number}: {member.team.name}"


def extra_three_sits(event: Event, players: Sequence[int]) -> dict[int, int]:
    """Return how much more often than others each sat at a table of three. One query.

    More than two do not count: the planner would rather let the same people meet
    again than seat them there.
    """
    sits = three_sits_this_year(event, players)
    least = min((sits[player] for player in players), default=0)
    return {player: min(sits[player] - least, MOST_THREES) for player in players}


def three_sits_this_year(event: Event, players: Sequence[int]) -> Counter[int]:
    """Return how often each player sat at a table of three this year. One query.

    The evenings of the same year before this one count; for a tournament, nothing does.
    """
    if event.kind != EventKind.EVENING:
        return Counter()
    sheets = ScoreSheet.objects.filter(
        series__event__kind=EventKind.EVENING,
        series__event__date__gte=date(event.date.year, 1, 1),
        series__event__date__lt=event.date,
        table_size=3,
    ).exclude(state=SheetState.EMPTY)
    wanted = set(players)
    seats = Seat.objects.filter(sheet__in=sheets).values_list("player", flat=True)
    return Counter(player for player in seats.order_by() if player in wanted)


def strength_group_of(entry: Entry) -> int | None:
    """Return the strength group of an entry: its own, or else that of the person."""
    group: int | None = entry.group
    return entry.player.group if group is None else group


def start_numbers_by_rank(
    event: Event, wish: DrawWish, part: DrawPart, entries: Iterable[Entry]
) -> tuple[int, ...]:
    """Return the start numbers of a part, best first; empty if no ranking is needed.

    A draw by groups ranks by strength group first, then by standing. Raises
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
