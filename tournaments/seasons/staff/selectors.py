"""Reading what the club alone looks at: who sat in threes, whose lists needed help."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.events.standings.fields import people_by_pk
from tournaments.people.models import Player
from tournaments.people.names.names import fold
from tournaments.seasons.models import Season
from tournaments.seasons.played import SeasonLists, season_lists
from tournaments.sheets.models import Seat
from tournaments.words.choices import SheetState

WRITERS_PLACE = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How many of somebody's lists were those of a table of three."""

    player: Player
    lists: int
    threes: int

    @property
    def percent(self) -> int:
        return round(100 * self.threes / self.lists)


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """The lists that somebody kept, and what was wrong on them.

    ``lines`` are those in which the paper reckoned wrongly, ``totals`` the lists whose
    totals did not agree; ``touched`` are the lists with either.
    """

    player: Player
    lists: int
    touched: int
    lines: int
    totals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """What the club sees behind a season."""

    shares: tuple[Share, ...]
    writers: tuple[Writer, ...]


def behind_of(season: Season, *, user: object) -> Behind:
    """Return both tables of a season, by name. Six queries, however many lists."""
    played = season_lists(season, user=user)
    rows = rows_of_writers(played)
    keys = {one.person for one in played.results} | {row[0] for row in rows}
    people = people_by_pk(keys)
    return Behind(shares=shares_of(played, people), writers=writers_of(rows, people))


def shares_of(played: SeasonLists, people: dict[int, Player]) -> tuple[Share, ...]:
    """Return who sat at tables of three, the most first. No query."""
    lists = Counter(one.person for one in played.results)
    threes = Counter(one.person for one in played.results if one.players == 3)
    shares = [
        Share(player=people[pk], lists=count, threes=threes[pk])
        for pk, count in lists.items()
    ]
    return tuple(
        sorted(shares, key=lambda one: (-one.threes, fold(one.player.sorted_name)))
    )


WriterRow = tuple[int, int, str]


def rows_of_writers(played: SeasonLists) -> list[WriterRow]:
    """Return who kept each list, its wrong lines, and why totals differ. One query.

    Whoever sits at place 1 keeps the list (rules 4.4). Where only the totals were
    typed nothing could be found.
    """
    seats = Seat.objects.filter(
        place=WRITERS_PLACE,
        sheet__state=SheetState.FINISHED,
        sheet__totals_only=False,
        series__event__in=[evening.event_id for evening in played.evenings],
    )
    wrong = Count("sheet__games", filter=Q(sheet__games__paper_wrong=True))
    return list(
        seats.order_by("pk")
        .annotate(wrong=wrong)
        .values_list("player", "wrong", "sheet__mismatch_reason")
    )


def writers_of(
    rows: Iterable[WriterRow], people: dict[int, Player]
) -> tuple[Writer, ...]:
    """Return the writers by name: who needs help is no ranking. No query."""
    kept: dict[int, list[tuple[int, bool]]] = {}
    for pk, lines, reason in rows:
        kept.setdefault(pk, []).append((lines, bool(reason)))
    writers = [
        Writer(
            player=people[pk],
            lists=len(own),
            touched=sum(bool(lines or differs) for lines, differs in own),
            lines=sum(lines for lines, _differs in own),
            totals=sum(differs for _lines, differs in own),
        )
        for pk, own in kept.items()
    ]
    return tuple(sorted(writers, key=lambda one: fold(one.player.sorted_name)))
