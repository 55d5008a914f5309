"""Reading everybody's result in each series: finished lists and adjustments."""

import datetime
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import Count, Max, Prefetch, Q, QuerySet, Sum
from django.utils.crypto import salted_hmac

from scoring.house.rules import HouseRules
from scoring.ranking.standings import Criterion, Placed, by_chain, lots_that_count, rank
from tournaments.events.accounts import winners_in
from tournaments.events.models import Adjustment, Event, LotDraw, LotTicket, TeamContest
from tournaments.people.models import Player
from tournaments.people.names.mentions import mentions_for_reader
from tournaments.scope.scope import RESULTS, withheld_until
from tournaments.sheets.models import ListTally, Result
from tournaments.sheets.models.programme import Series
from tournaments.sheets.selectors import people_seated_in
from tournaments.words.choices import Gender, PrizeMode, Ranking, SheetState


class SeriesSum(NamedTuple):
    """The result of one person in one series."""

    lists: int = 0
    game_points: int = 0
    total: int = 0
    won: int = 0
    lost: int = 0


EVENT = "sheet__series__event"


def list_rows(*, published_only: bool) -> QuerySet[ListTally]:
    """Return the tallies of all lists, or only those of published events."""
    rows = ListTally.objects.order_by()
    return rows.filter(**{f"{EVENT}__is_published": True}) if published_only else rows


Sums = dict[int, dict[int, SeriesSum]]
NOTHING = SeriesSum()


def result_sums(event: Event) -> Sums:
    return sums_by_event([event])[event.pk]


def sums_by_event(events: Iterable[Event]) -> dict[int, Sums]:
    """Add up the result rows of many events, each as in ``result_sums``."""
    sums: dict[int, Sums] = {event.pk: {} for event in events}
    rows = (
        Result.objects.filter(series__event__in=sums)
        .order_by()
        .values_list("series__event", "player_id", "series__number")
        .annotate(
            Count("sheet", distinct=True),
            *(Sum(name) for name in SeriesSum._fields if name != "lists"),
        )
    )
    for event, player, number, *numbers in rows:
        sums[event].setdefault(player, {})[number] = SeriesSum(*numbers)
    return sums


def adjustments_of(event: Event) -> list[Adjustment]:
    """Return the referee's decisions, with the names that the reader may see."""
    rows = Adjustment.objects.filter(series__event=event)
    adjustments = list(rows.select_related("series", "player").order_by("pk"))
    if adjustments:
        mentions = mentions_for_reader(people_seated_in([event.pk]))
        for each in adjustments:
            each.reason = mentions.public_text(each.reason)
            each.decided_by = mentions.public_text(each.decided_by)
    return adjustments


def adjust_sums(sums: Sums, adjustments: Iterable[Adjustment]) -> list[Adjustment]:
    """Add the referee's decisions (rules 2.5) about finished lists, and return these.

    A decision counts on the person's list of that series, so not while it is open.
    """
    counted = []
    for each in adjustments:
        own, number = sums.get(each.player_id, {}), each.series.number
        if before := own.get(number):
            own[number] = before._replace(
                total=before.total + each.points,
                won=before.won + each.won,
                lost=before.lost + each.lost,
            )
            counted.append(each)
    return counted


def standing_adjustments(adjustments: Iterable[Adjustment]) -> list[Adjustment]:
    """Return the decisions that stand, without those taken back and what did that."""
    adjustments = list(adjustments)
    taken_back = {each.reverts_id for each in adjustments}
    return [
        each
        for each in adjustments
        if each.reverts_id is None and each.pk not in taken_back
    ]


AGES = (Ranking.SENIORS, Ranking.JUNIORS, Ranking.YOUTH, Ranking.PUPILS)
FEWEST_OF_AN_AGE = 3


def classes_of(event: Event, player: Player) -> tuple[Ranking, ...]:
    """Return the rankings a person belongs to beside the single one (rules 6.5).

    The age of seniors and juniors counts on the first of January, that of youth and
    pupils on the day of the event, unless the event sets another day. People without
    a date of birth are in none of these classes. The limits are set by the event.
    """
    belongs = [
        (Ranking.WOMEN, player.gender == Gender.FEMALE),
        (Ranking.GUESTS, player.is_guest),
    ]
    if player.birth_date:
        new_year = event.date.replace(month=1, day=1)
        in_year = age_on(player.birth_date, event.age_date or new_year)
        at_start = age_on(player.birth_date, event.age_date or event.date)
        belongs += [
            (Ranking.SENIORS, in_year >= event.senior_age),
            (Ranking.JUNIORS, in_year < event.junior_age),
            (Ranking.YOUTH, at_start < event.youth_age),
            (Ranking.PUPILS, at_start < event.pupil_age),
        ]
    classes = {ranking for ranking, does in belongs if does}
    return tuple(ranking for ranking in Ranking if ranking in classes)


def classes_in(
    event: Event, people: Mapping[int, Player]
) -> dict[int, tuple[Ranking, ...]]:
    """Return everybody's classes; one of an age needs enough people not to tell it."""
    classes = {pk: classes_of(event, player) for pk, player in people.items()}
    sizes = Counter(ranking for own in classes.values() for ranking in own)
    small = {ranking for ranking in AGES if sizes[ranking] < FEWEST_OF_AN_AGE}
    return {
        pk: tuple(ranking for ranking in own if ranking not in small)
        for pk, own in classes.items()
    }


def age_on(birth: datetime.date, day: datetime.date) -> int:
    """Return the age on ``day`` of somebody born on ``birth``.

    >>> age_on(datetime.date(1966, 3, 1), datetime.date(2026, 2, 28))
    59
    """
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def lists_needed(events: Iterable[Event]) -> dict[int, int]:
    """Return by event how many lists must be finished by now for a place."""
    least = {event.pk: event.least_lists for event in events if event.least_lists}
    if not least:
        return {}
    finished = Q(sheets__state=SheetState.FINISHED)
    series = Series.objects.filter(event__in=least).annotate(
        lists=Count("sheets"), finished=Count("sheets", filter=finished)
    )
    still_open = Counter(
        row.event_id
        for row in series
        if not row.lists or row.finished < row.lists or withheld_until(row, RESULTS)
    )
    return {pk: lists - still_open[pk] for pk, lists in least.items()}


def all_is_played(
    *, lists: int, finished: int, undrawn: int, is_released: bool = False
) -> bool:
    """Return whether nothing is left to play or to type.

    A series without tables is still to be played, unless the results were released
    without it.

    >>> all_is_played(lists=4, finished=4, undrawn=1)
    False
    >>> all_is_played(lists=4, finished=4, undrawn=1, is_released=True)
    True
    """
    return 0 < lists == finished and (not undrawn or is_released)


Progress = Any  # an event ``with_progress``, or its ``Standings``


def lists_in_all(progress: Progress) -> int:
    """Return the number of lists once every series has its tables.

    A series without tables is expected to have as many lists as the average of the
    others.

    >>> from types import SimpleNamespace
    >>> lists_in_all(SimpleNamespace(lists=16, undrawn=1, drawn=2))
    24
    """
    lists, drawn = progress.lists, progress.drawn
    return lists + (lists * progress.undrawn // drawn if drawn else 0)


def share_played(progress: Progress) -> int:
    """Return the share of finished lists in percent."""
    return 100 * progress.finished // max(1, lists_in_all(progress))


LastPlaces = dict[int | str, int]
"""By the key of the team ranking, or the word of a ranking of people."""


def last_prize_places(event: Event, *, ranked: int) -> LastPlaces:
    """Return the last place with a prize in each ranking that has prizes.

    Where the size of the field decides, those who came count, or else all who are
    ``ranked``.
    """
    prizes = event.prizes.exclude(ranking=Ranking.LISTS).order_by()
    rows = prizes.values_list("contest", "ranking").annotate(Max("place"))
    places: LastPlaces = {contest or ranking: last for contest, ranking, last in rows}
    if event.prize_mode == PrizeMode.FIELD:
        people = event.entries.attending().count() or ranked
        places[Ranking.SINGLE] = winners_in(people, event.prize_percent)
    return places


Row = Any  # of people or of teams
Draws = Collection[Mapping[int, int]]
"""The lots of people or teams in each draw of a ranking, the oldest first."""
DrawnLots = Mapping[tuple[int, int | None], Draws]
"""By event and team ranking; None for the rankings of people."""


def rank_rows(
    rows: list[Row], chain: Sequence[Criterion], draws: Draws, rules: HouseRules
) -> list[Placed]:
    """Return the places of the rows of a ranking, with the lots that count."""
    if Criterion.LOT in chain and draws:
        key = order_under(rules, [each for each in chain if each != Criterion.LOT])
        ties: dict[Hashable, set[int]] = {}
        for row in rows:
            ties.setdefault(key(row), set()).add(row.owner)
        lots = lots_that_count(ties.values(), draws)
        rows = [replace(row, lot=lots.get(row.owner, 0)) for row in rows]
    return rank(rows, by=order_under(rules, chain))


def order_under(
    rules: HouseRules, chain: Sequence[Criterion]
) -> Callable[[Row], tuple[Any, ...]]:
    """Return the key that ranks rows: what is good depends on the house rules."""
    return by_chain(
        chain, lowest_wins=rules.lowest_wins, lists_first=rules.rewards_absence
    )


def drawn_lots(events: Iterable[int]) -> DrawnLots:
    """Return the lots drawn in events and not taken back."""
    tickets = LotTicket.objects.filter(
        draw__event__in=events, draw__taken_back_at=None
    ).order_by("draw")
    columns = ("draw__event", "draw__contest", "draw", "entry__player", "team", "lot")
    lots: dict[tuple[int, int | None], dict[int, dict[int, int]]] = {}
    for event, contest, draw, person, team, lot in tickets.values_list(*columns):
        of_ranking = lots.setdefault((event, contest), {})
        of_ranking.setdefault(draw, {})[person or team] = lot
    return {key: list(draws.values()) for key, draws in lots.items()}


def lots_of(event: Event) -> QuerySet[LotDraw]:
    tickets = LotTicket.objects.select_related("entry__player", "team")
    draws = LotDraw.objects.filter(event=event).order_by("-pk")
    draws = draws.select_related("by", "contest", "taken_back_by")
    return draws.prefetch_related(Prefetch("tickets", tickets))


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRow:
    """What the rows of all rankings have; ``notes`` are numbers of footnotes.

    ``club_beside`` is the club if it is worth a word beside the name.
    """

    name_key: str
    total: int
    won: int
    lost: int
    club: str = ""
    club_beside: str = ""
    per_series: tuple[int | None, ...] = ()
    lists: int = 1
    notes: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        raise NotImplementedError

    @property
    def owner(self) -> int:
        """The key of the person or team."""
        raise NotImplementedError

    @property
    def lists_counted(self) -> int:
        return self.lists

    @property
    def anchor(self) -> str:
        """Where the row stands on the page; keys would tell who was added when."""
        return "p" + salted_hmac("row of a ranking", str(self.owner)).hexdigest()[:8]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow(RankedRow):
    """A row of one person. Hidden people have no page for visitors."""

    player_id: int
    player: str
    has_page: bool

    @property
    def name(self) -> str:
        return self.player

    @property
    def owner(self) -> int:
        return self.player_id


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow(PersonRow):
    """The result of one person in an event.

    ``classes`` are the rankings the person belongs to beside the single one;
    ``until_series`` is the last series of somebody who left before the end.
    """

    is_guest: bool
    game_points: int
    best_list: int
    last_series: int = 0
    until_series: int | None = None
    lot: int = 0
    classes: tuple[Ranking, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow(PersonRow):
    """The result of one person in one series."""

    series: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow(RankedRow):
    """The result of a team; ``best_list`` is the best series of the whole team.

    ``counted`` lists are in the total; a scaled team has as many as a full one.
    ``scaled`` are the series in which a short team counts as a full one.
    ``names_members``: the name of the team consists of the names of its members.
    """

    team_id: int
    team: str
    members: tuple[str, ...]
    game_points: int
    best_list: int
    last_series: int
    lot: int = 0
    names_members: bool
    counted: int
    scaled: tuple[int, ...]

    @property
    def name(self) -> str:
        return self.team

    @property
    def owner(self) -> int:
        return self.team_id

    @property
    def lists_counted(self) -> int:
        return self.counted

    @property
    def unnamed(self) -> tuple[str, ...]:
        """Return the members to show beside the team, unless its name has them."""
        return () if self.names_members else self.members


class Note(NamedTuple):
    """A footnote with a decision of the referee."""

    number: int
    adjustment: Adjustment


class RankingChoice(NamedTuple):
    """An available ranking: its word in addresses, its name, its team contest."""

    word: str
    label: str
    contest: TeamContest | None = None
