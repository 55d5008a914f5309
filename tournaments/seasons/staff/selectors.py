"""Reading what only the club sees: seats at tables of three, corrections of lists."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.events.standings.fields import people_by_pk
from tournaments.people.models import Player
from tournaments.people.names.names import fold
from tournaments.seasons.evenings import SeasonLists, season_lists
from tournaments.seasons.models import Season
from tournaments.sheets.models import Seat
from tournaments.words.choices import SheetState

WRITERS_PLACE = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreesShare:
    """The number of a player's lists that are from tables of three."""

    player: Player
    lists: int
    threes: int

    @property
    def percent(self) -> int:
        return round(100 * self.threes / self.lists)


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """The lists that a player wrote, and the errors on them.

    ``wrong_lines`` counts lines miscalculated on paper, ``wrong_totals`` the lists
    whose totals did not agree; ``wrong_lists`` are the lists with either.
    """

    player: Player
    lists: int
    wrong_lists: int
    wrong_lines: int
    wrong_totals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffTables:
    """The two tables of a season that only the club sees."""

    shares: tuple[ThreesShare, ...]
    writers: tuple[Writer, ...]


def staff_tables(season: Season, *, user: object) -> StaffTables:
    """Return both tables of a season, by name. Six queries, however many lists."""
    played = season_lists(season, user=user)
    rows = writer_rows(played)
    keys = {result.person for result in played.results} | {row[0] for row in rows}
    people = people_by_pk(keys)
    return StaffTables(
        shares=threes_shares(played, people), writers=list_writers(rows, people)
    )


def threes_shares(
    played: SeasonLists, people: dict[int, Player]
) -> tuple[ThreesShare, ...]:
    """Return the share of tables of three by player, the most first. No query."""
    lists = Counter(result.person for result in played.results)
    threes = Counter(result.person for result in played.results if result.players == 3)
    shares = [
        ThreesShare(player=people[pk], lists=count, threes=threes[pk])
        for pk, count in lists.items()
    ]
    return tuple(
        sorted(
            shares, key=lambda share: (-share.threes, fold(share.player.sorted_name))
        )
    )


WriterRow = tuple[int, int, str]


def writer_rows(played: SeasonLists) -> list[WriterRow]:
    """Return writer, wrong lines and reason of a mismatch of each list. One query.

    The player at place 1 writes the list (rules 4.4). Lists of totals only are left
    out, as errors cannot be found in them.
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


def list_writers(
    rows: Iterable[WriterRow], people: dict[int, Player]
) -> tuple[Writer, ...]:
    """Return the writers by name, as needing help is no ranking. No query."""
    lists_by_writer: dict[int, list[tuple[int, bool]]] = {}
    for pk, lines, reason in rows:
        lists_by_writer.setdefault(pk, []).append((lines, bool(reason)))
    writers = [
        Writer(
            player=people[pk],
            lists=len(lists),
            wrong_lists=sum(bool(lines or differs) for lines, differs in lists),
            wrong_lines=sum(lines for lines, _differs in lists),
            wrong_totals=sum(differs for _lines, differs in lists),
        )
        for pk, lists in lists_by_writer.items()
    ]
    return tuple(sorted(writers, key=lambda writer: fold(writer.player.sorted_name)))
