"""Reading the rankings of an event, all made of the same lists."""

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, Q, Subquery
from django.urls import reverse

from scoring.game.written_games import Contract
from scoring.house.rules import HouseRules
from scoring.ranking.standings import Criterion, Placed, read_ties
from tournaments.events.models import Adjustment, Entry, Event, TeamContest, TeamMember
from tournaments.events.results import (
    DrawnLots,
    LastPlaces,
    ListRow,
    Note,
    RankingChoice,
    SeriesSum,
    StandingRow,
    Sums,
    adjust_sums,
    adjustments_of,
    all_is_played,
    classes_in,
    drawn_lots,
    last_prize_places,
    lists_in_all,
    lists_needed,
    rank_rows,
    result_sums,
    share_played,
    standing_adjustments,
    sums_by_event,
)
from tournaments.events.teams.selectors import contests_of, members_of, team_rows
from tournaments.people.models import Player
from tournaments.scope.scope import DRAW, RESULTS, withheld_until
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import EventKind, Proof, Ranking, SheetState
from tournaments.words.formats import number


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Everybody who has a result, and what else the rankings need.

    ``numbers`` are the series to show, ``played_numbers`` those with any result.
    ``listed`` are the lists as they were played; in ``sums`` the ``decisions`` of the
    referee about them are added. Whoever has fewer than ``lists_needed`` lists takes no
    place.
    """

    event: Event
    numbers: tuple[int, ...]
    played_numbers: tuple[int, ...]
    rows: list[StandingRow]
    listed: Sums
    decisions: list[Adjustment]
    sums: Sums
    notes: tuple[Note, ...]
    lots: DrawnLots
    rules: HouseRules
    lists_needed: int
    contests: list[TeamContest]
    members: list[TeamMember]


def field_of(
    event: Event, *, series: int | None = None, through: int | None = None
) -> Field:
    """Return the field of ``event``, by name."""
    numbers = tuple(
        number
        for number in event.series.values_list("number", flat=True)
        if series in (None, number) and (through is None or number <= through)
    )
    listed = result_sums(event)
    played = tuple(sorted({number for own in listed.values() for number in own}))
    sums = {pk: dict(own) for pk, own in listed.items()}
    decisions = adjustments_of(event)
    counted = adjust_sums(sums, decisions)
    if series or through:
        listed, sums = in_series(listed, numbers), in_series(sums, numbers)
    notes = tuple(
        Note(number, adjustment)
        for number, adjustment in enumerate(standing_adjustments(counted), 1)
        if adjustment.series.number in numbers
    )
    # The teams of a league are ranked by match points, which the league computes.
    contests = [] if event.league_match else contests_of(event)
    numbers = () if series else numbers  # the total of one series says it all
    needed = {} if series or through else lists_needed([event])
    return Field(
        event=event,
        numbers=numbers,
        played_numbers=played,
        rows=standing_rows(event, numbers, sums, notes),
        listed=listed,
        decisions=decisions,
        sums=sums,
        notes=notes,
        lots=drawn_lots([event.pk]),
        rules=event.as_rules(),
        lists_needed=needed.get(event.pk, 0),
        contests=contests,
        members=members_of(contests) if contests else [],
    )


def in_series(sums: Sums, numbers: Collection[int]) -> Sums:
    """Return the sums of some series, of the people who have any."""
    some = {
        pk: {number: own[number] for number in own if number in numbers}
        for pk, own in sums.items()
    }
    return {pk: own for pk, own in some.items() if own}


def standing_rows(
    event: Event, numbers: tuple[int, ...], sums: Sums, notes: tuple[Note, ...]
) -> list[StandingRow]:
    left = Entry.objects.filter(
        event=event, player=OuterRef("pk"), until_series__isnull=False
    )
    people = people_by_pk(sums, until_series=Subquery(left.values("until_series")[:1]))
    totals_of = totals_function(event, sums)
    clubs = clubs_beside(event, people.values())
    classes = classes_in(event, people)
    rows = [
        StandingRow(
            **totals_of(own),
            **person_columns(people[pk], clubs),
            per_series=tuple(
                own[number].total if number in own else None for number in numbers
            ),
            until_series=people[pk].until_series,
            classes=classes[pk],
            notes=tuple(
                note.number for note in notes if note.adjustment.player_id == pk
            ),
        )
        for pk, own in sums.items()
    ]
    rows.sort(key=lambda row: row.name_key)
    return rows


def totals_function(
    event: Event, sums: Sums
) -> Callable[[dict[int, SeriesSum]], dict[str, Any]]:
    """Return a function that adds up one person's results in ``event``.

    It returns every column that may decide a place except the lot, which does not
    come from the sums.
    """
    best_of = min if event.as_rules().lowest_wins else max
    last = max((number for own in sums.values() for number in own), default=0)

    def totals_of(own: dict[int, SeriesSum]) -> dict[str, Any]:
        lists, game_points, total, won, lost = map(sum, zip(*own.values(), strict=True))
        return {
            "lists": lists,
            "game_points": game_points,
            "total": total,
            "won": won,
            "lost": lost,
            "best_list": best_of(result.total for result in own.values()),
            "last_series": own[last].total if last in own else 0,
        }

    return totals_of


def person_columns(player: Player, clubs: Container[int] = ()) -> dict[str, Any]:
    """Return the columns about the person, as the reader may see them."""
    # The club of a hidden person would give them away.
    club = player.club.name if player.club and player.has_page else ""
    return {
        "player_id": player.pk,
        "player": player.sorted_name,
        "name_key": player.sort_key,
        "has_page": player.has_page,
        "club": club,
        "club_beside": club if player.pk in clubs else "",
        "is_guest": player.is_guest,
    }


def clubs_beside(event: Event, people: Iterable[Player]) -> set[int]:
    """Return the keys of those whose club is worth a word beside their name.

    At a club evening these are guests; nobody's is if all are of one club.
    """
    shown = [player for player in people if player.club_id and player.has_page]
    if len({player.club_id for player in shown}) <= 1:
        return set()
    of_all = event.kind != EventKind.EVENING
    return {player.pk for player in shown if of_all or player.is_guest}


def people_by_pk(pks: Iterable[int], **annotations: Subquery) -> dict[int, Any]:
    """Return people with their clubs, and what else is asked for."""
    players = Player.objects.filter(pk__in=list(pks)).select_related("club")
    players = players.annotate(**annotations)
    return {player.pk: player for player in players}


BEST_LISTS = 50
LIST_CHAIN = (Criterion.TOTAL, Criterion.WON, Criterion.FEWER_LOST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """One ranking of an event; provisional until it is released.

    ``places`` holds rows of people, of teams (``Ranking.TEAMS``, those of ``contest``)
    or of single lists (``Ranking.LISTS``). ``choices`` and ``series_choices`` are the
    available rankings. ``chain`` has the criteria in order; ``decided_by`` of a place
    is a position in it. Where missing lists would help, whoever has fewer than
    ``most_lists`` comes behind; it is 0 elsewhere. The ``unranked`` have fewer than
    ``lists_needed``, and no place. The ``withheld`` are the numbers of series
    that the reader may not see, with the moment from which they may. The ``reopened``
    are the lists that are corrected after the results were announced, in words. Of the
    series ``under_way`` some lists are finished, but not all.
    """

    ranking: Ranking
    series: int | None
    series_numbers: tuple[int, ...]
    places: list[Placed]
    finished: int
    lists: int
    unproved: int
    undrawn: int
    drawn: int
    withheld: tuple[tuple[int, datetime], ...]
    is_released: bool
    announced_at: datetime | None
    corrected_at: datetime | None
    reopened: tuple[str, ...]
    under_way: tuple[int, ...]
    chain: tuple[Criterion, ...]
    choices: tuple[RankingChoice, ...]
    series_choices: tuple[int, ...]
    contest: TeamContest | None
    notes: tuple[Note, ...]
    prize_places: int
    lowest_wins: bool
    most_lists: int
    lists_needed: int
    unranked: tuple[StandingRow, ...]
    is_former: bool

    @property
    def word(self) -> str:
        return self.contest.word if self.contest else str(self.ranking)

    @property
    def label(self) -> str:
        return self.contest.label if self.contest else str(self.ranking.label)

    @property
    def is_complete(self) -> bool:
        return all_is_played(
            lists=self.lists,
            finished=self.finished,
            undrawn=self.undrawn + len(self.withheld),
            is_released=self.is_released,
        )

    @property
    def in_all(self) -> int:
        """The lists once every series has tables, without those of withheld series."""
        return lists_in_all(self)

    @property
    def share(self) -> int:
        """The share of finished lists in percent."""
        return share_played(self)

    @property
    def is_provisional(self) -> bool:
        return not (self.is_released and self.is_complete)

    @property
    def prize_total(self) -> int | None:
        """The total of the last place with a prize, if somebody has it."""
        if 0 < self.prize_places <= len(self.places):
            return self.places[self.prize_places - 1].entry.total
        return None

    @property
    def shows_clubs(self) -> bool:
        return any(line.entry.club_beside for line in self.places)


def standings_of(
    event: Event,
    *,
    ranking: str = Ranking.SINGLE,
    series: int | None = None,
    through: int | None = None,
) -> Standings:
    """Rank everybody who finished a list.

    There is one more query if the event has team rankings. ``ranking`` is one of
    ``Ranking`` or the word of a team ranking; ``KeyError`` for others. ``series`` ranks
    one series alone, ``through`` the series up to a number. If guests are ranked apart,
    the single ranking is without them, and ``EVERYBODY`` has all. Ties are broken by
    the chain of the event or of the team ranking (rules 5.6); those still equal share a
    place.
    """
    field = field_of(event, series=series, through=through)
    counts = list_counts(event, series)
    last_places = {} if series else last_prize_places(event, ranked=len(field.rows))
    return standings_in(field, ranking, counts, last_places, series)


def rankings_of(
    event: Event, rankings: Iterable[str] = (), *, also: Iterable[str | int] = ()
) -> list[Standings]:
    """Return several rankings of an event, or the single one and those of all teams.

    Of those that are wanted ``also``, a number stands for a series; what the event does
    not have is left out.
    """
    field = field_of(event)
    last_places = last_prize_places(event, ranked=len(field.rows))
    counts = list_counts(event)
    of_teams = [each.word for each in field.contests]
    words: list[str | int] = [*rankings] or [Ranking.SINGLE, *of_teams]
    known = {*Ranking.values, *field.numbers} - {Ranking.TEAMS}
    words += [word for word in also if word in known and word not in words]
    return [
        standings_in(series_field(field, word), Ranking.SINGLE, counts, {}, word)
        if isinstance(word, int)
        else standings_in(field, word, counts, last_places)
        for word in words
    ]


def series_field(field: Field, number: int) -> Field:
    """Return the field of one series, without asking for anything again."""
    sums = in_series(field.sums, (number,))
    totals_of = totals_function(field.event, sums)
    rows = [
        replace(row, per_series=(), **totals_of(sums[row.player_id]))
        for row in field.rows
        if row.player_id in sums
    ]
    return replace(field, sums=sums, rows=rows, numbers=(), lists_needed=0)


def standings_in(
    field: Field,
    ranking: str,
    counts: dict[str, Any],
    last_places: LastPlaces,
    series: int | None = None,
) -> Standings:
    event = field.event
    contest = next((each for each in field.contests if each.word == ranking), None)
    key = (event.pk, contest.pk if contest else None)
    if not contest and (ranking == Ranking.TEAMS or ranking not in Ranking.values):
        raise KeyError(ranking)
    kind = Ranking.TEAMS if contest else Ranking(ranking)
    chain = LIST_CHAIN if kind == Ranking.LISTS else chain_of(contest or event)
    rows, unranked = rows_and_unranked(field, kind, contest)
    places = rank_rows(rows, chain, field.lots.get(key, ()), field.rules)
    most_lists = max((row.lists_counted for row in rows), default=0)
    note_numbers = {number for row in (*rows, *unranked) for number in row.notes}
    return Standings(
        ranking=kind,
        contest=contest,
        series=series,
        series_numbers=field.numbers,
        places=places[:BEST_LISTS] if kind == Ranking.LISTS else places,
        is_released=event.is_released,
        announced_at=event.announced_at,
        corrected_at=event.corrected_at,
        chain=chain,
        choices=ranking_choices(field),
        series_choices=field.played_numbers,
        notes=tuple(note for note in field.notes if note.number in note_numbers),
        prize_places=last_places.get(contest.pk if contest else kind, 0),
        lowest_wins=field.rules.lowest_wins,
        most_lists=most_lists if field.rules.rewards_absence else 0,
        lists_needed=field.lists_needed,
        unranked=unranked,
        is_former=bool(event.source),
        **counts,
    )


def rows_and_unranked(
    field: Field, kind: Ranking, contest: TeamContest | None
) -> tuple[list[Any], tuple[StandingRow, ...]]:
    """Return the rows that take a place, and those with too few lists."""
    if contest:
        rows_of_teams = team_rows(
            field.members,
            contest,
            field.sums,
            numbers=field.numbers,
            notes=field.notes,
            lowest_wins=field.rules.lowest_wins,
        )
        return rows_of_teams, ()
    rows: list[Any] = rows_in_ranking(field, kind)
    if kind == Ranking.LISTS:
        return rows, ()
    needed = field.lists_needed
    return (
        [row for row in rows if row.lists >= needed],
        tuple(row for row in rows if row.lists < needed),
    )


def rows_in_ranking(
    field: Field, ranking: Ranking
) -> list[StandingRow] | list[ListRow]:
    if ranking == Ranking.LISTS:
        return list_rows(field)
    if ranking == Ranking.EVERYBODY:
        return field.rows
    if ranking == Ranking.SINGLE:
        apart = field.event.guests_apart
        return [row for row in field.rows if not (apart and row.is_guest)]
    return [row for row in field.rows if ranking in row.classes]


def list_rows(field: Field) -> list[ListRow]:
    """Return each list as it was played: as on the list itself and in the records."""
    same = ("player_id", "player", "name_key", "has_page", "club", "club_beside")
    return [
        ListRow(
            **{name: getattr(row, name) for name in same},
            series=number,
            total=result.total,
            won=result.won,
            lost=result.lost,
            notes=tuple(
                note.number
                for note in field.notes
                if note.number in row.notes and note.adjustment.series.number == number
            ),
        )
        for row in field.rows
        for number, result in sorted(field.listed[row.player_id].items())
    ]


def chain_of(ranked: Event | TeamContest) -> tuple[Criterion, ...]:
    """Return the criteria of a ranking, in order; the lot is last."""
    return (Criterion.TOTAL, *read_ties(ranked.tie_chain))


def ranking_choices(field: Field) -> tuple[RankingChoice, ...]:
    """Return the rankings that are not empty, and all team rankings."""
    present = {ranking for row in field.rows for ranking in row.classes}
    if field.rows:
        present |= {Ranking.SINGLE, Ranking.LISTS}
    if field.event.guests_apart and Ranking.GUESTS in present:
        present.add(Ranking.EVERYBODY)
    choices: list[RankingChoice] = []
    for ranking in Ranking:
        if ranking == Ranking.TEAMS:
            choices += [
                RankingChoice(each.word, each.label, each) for each in field.contests
            ]
        elif ranking in present:
            choices.append(RankingChoice(ranking.value, str(ranking.label)))
    return tuple(choices)


def reopened_lists(event: Event) -> tuple[str, ...]:
    """Return the lists that do not count while announced results are corrected."""
    if event.is_released or not event.announced_at:
        return ()
    sheets = ScoreSheet.objects.filter(series__event=event, finished_at=None)
    sheets = sheets.select_related("series").order_by("series__number", "table_number")
    return tuple(sheet.long_name for sheet in sheets)


def list_counts(event: Event, series: int | None = None) -> dict[str, Any]:
    """Return the numbers of lists and of drawn series, and which do not count."""
    rows = event.series.order_by("number")
    if series:
        rows = rows.filter(number=series)
    finished = Q(sheets__state=SheetState.FINISHED)
    rows = rows.annotate(
        lists=Count("sheets"),
        finished=Count("sheets", filter=finished),
        unproved=Count(
            "sheets",
            # Nobody can check the lists of former years.
            filter=finished & Q(sheets__proof=Proof.NONE, sheets__stands_for=None),
        ),
    )
    visible, withheld = [], []
    for row in rows:
        if until := withheld_until(row, DRAW, RESULTS):
            withheld.append((row.number, until))
        else:
            visible.append(row)
    drawn = sum(bool(row.lists) for row in visible)
    return {
        "lists": sum(row.lists for row in visible),
        "finished": sum(row.finished for row in visible),
        "unproved": sum(row.unproved for row in visible),
        "drawn": drawn,
        "undrawn": len(visible) - drawn,
        "withheld": tuple(withheld),
        "reopened": reopened_lists(event),
        "under_way": tuple(
            row.number for row in visible if 0 < row.finished < row.lists
        ),
    }


class EventTie(NamedTuple):
    """People or teams on one place whom no criterion but a lot can separate."""

    place: int
    lines: list[Placed]


def ties_in(standings: Standings) -> list[EventTie]:
    """Return the places of a ranking for which lots may be drawn."""
    if Criterion.LOT not in standings.chain:
        return []
    shared = [line for line in standings.places if line.shared]
    groups = groupby(shared, attrgetter("place"))
    return [EventTie(place, list(lines)) for place, lines in groups]


def leaders_of(events: Sequence[Event], *, places: int) -> dict[int, list[Placed]]:
    """Return the first ``places`` of the single ranking of each event, by its key.

    They are ranked as in ``standings_of``, but only with what a list of events shows.
    All who share the last of these places are included.
    """
    sums = sums_by_event(events)
    adjustments = Adjustment.objects.filter(series__event__in=sums)
    for adjustment in adjustments.select_related("series"):
        adjust_sums(sums[adjustment.series.event_id], [adjustment])
    people = people_by_pk({pk for own in sums.values() for pk in own})
    lots, needed = drawn_lots(sums), lists_needed(events)
    leaders = {}
    for event in events:
        own_sums = sums[event.pk]
        totals_of = totals_function(event, own_sums)
        clubs = clubs_beside(event, [people[pk] for pk in own_sums])
        rows = [
            StandingRow(**totals_of(own), **person_columns(people[pk], clubs))
            for pk, own in own_sums.items()
            if not (event.guests_apart and people[pk].is_guest)
        ]
        rows = [row for row in rows if row.lists >= needed.get(event.pk, 0)]
        rows.sort(key=lambda row: row.name_key)
        draws = lots.get((event.pk, None), ())
        ranked = rank_rows(rows, chain_of(event), draws, event.as_rules())
        leaders[event.pk] = [line for line in ranked if line.place <= places]
    return leaders


SUITS = (Contract.CLUBS, Contract.SPADES, Contract.HEARTS)
PODIUM = len(SUITS)


@dataclass(slots=True, kw_only=True)
class RankCard:
    """A place as a card: clubs for the first, then spades and hearts."""

    place: int
    suit: Contract
    name: str
    note: str
    points: str
    url: str


def podium_of(places: Iterable[Placed]) -> list[RankCard]:
    """Return the cards of the first three places, one each if a place is shared.

    ``places`` holds rows of people.
    """
    first = [line for line in places if line.place <= PODIUM]
    return [
        RankCard(
            place=line.place,
            suit=SUITS[line.place - 1],
            name=line.entry.name,
            note=line.entry.club_beside,
            points=number(line.entry.total),
            url=person_url(line.entry.player_id) if line.entry.has_page else "",
        )
        for line in first
    ]


def person_url(pk: int) -> str:
    return reverse("people:detail", args=[pk])
