"""What a finished list is worth a word for: bests, records, evenings, a Grand ouvert.

Nothing of it is stored. It is compared with what was played before, in five queries for
any number of lists, so that it stays true when a list is corrected or typed late.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.db.models import Count, Max, Q, QuerySet, Sum, TextChoices
from django.utils.translation import gettext_lazy as _

from tournaments.people.models import Player
from tournaments.sheets.models import ListTally, ScoreSheet, YearTally
from tournaments.sheets.models.programme import Event
from tournaments.sheets.selectors import EVENT, may_be_record, plays_by_the_isko
from tournaments.words.choices import EventKind
from tournaments.words.formats import number

EVENINGS = 100
FEWEST_OF_PERSON = 12  # lists before one may be the best of a person
FEWEST_OF_CLUB = 48  # and of the club, ever or in a year


class MilestoneKind(TextChoices):
    """The kinds of milestones, in the words in which they are said."""

    RECORD = "record", _("%(name)s: club record (%(value)s).")
    YEAR = "year", _("%(name)s: best list of the club this year (%(value)s).")
    PERSONAL = "personal", _("%(name)s: personal best (%(value)s).")
    EVENING = "evening", _("%(name)s plays the %(value)sth evening.")
    GRAND_OUVERT = "grand-ouvert", _("%(name)s has won a Grand ouvert.")


class Milestone(NamedTuple):
    """A milestone of a person: ``value`` are points, or evenings; 0 for a game."""

    kind: MilestoneKind
    player: Player
    value: int = 0

    @property
    def text(self) -> str:
        words = {"name": self.player.name, "value": number(self.value)}
        return str(self.kind.label) % words


def milestones_of_list(sheet: ScoreSheet) -> list[Milestone]:
    """Return what the list is worth a word for, as far as it was played before."""
    event = sheet.series.event
    return milestones(event, ListTally.objects.filter(sheet=sheet))


def milestones_of_event(event: Event) -> list[Milestone]:
    return milestones(event, ListTally.objects.filter(**{EVENT: event}))


def milestones(event: Event, rows: QuerySet[ListTally]) -> list[Milestone]:
    """Return the milestones among the rows of an event, one of points a person."""
    tallies = [*rows.filter(sheet__stands_for=None).select_related("player")]
    is_official = Event.objects.filter(plays_by_the_isko(), pk=event.pk).exists()
    sheets = {tally.sheet_id for tally in tallies}
    earlier = Q(**{f"{EVENT}__date__lt": event.date})
    beside = Q(**{EVENT: event}) & ~Q(sheet__in=sheets)
    careers = careers_of({tally.player_id for tally in tallies}, earlier, beside)
    found = [*evenings_in(event, tallies, careers)]
    if is_official and any(tally.total > 0 for tally in tallies):
        found += points_in(event, tallies, careers, earlier | beside)
    players = dict.fromkeys(
        tally.player for tally in tallies if vars(tally)["grand_ouverts"]
    )
    found += [Milestone(MilestoneKind.GRAND_OUVERT, player) for player in players]
    return found


class Career(NamedTuple):
    """What a person had before: the best list, how many, evenings, lists of today."""

    best: int | None = None
    single: int = 0
    evenings: int = 0
    today: int = 0


def careers_of(players: Collection[int], earlier: Q, beside: Q) -> dict[int, Career]:
    counted = single_lists()
    is_evening = earlier & Q(**{f"{EVENT}__kind": EventKind.EVENING})
    rows = ListTally.objects.filter(earlier | beside, player__in=players).order_by()
    values = rows.values("player").annotate(
        best=Max("total", filter=counted),
        single=Count("pk", filter=counted),
        evenings=Count(EVENT, filter=is_evening, distinct=True),
        today=Count("pk", filter=beside),
    )
    columns = ("player", *Career._fields)
    return {player: Career(*own) for player, *own in values.values_list(*columns)}


def single_lists() -> Q:
    official = plays_by_the_isko(f"{EVENT}__rule_set")
    return official & may_be_record() & Q(lists=1)


def evenings_in(
    event: Event, tallies: Collection[ListTally], careers: dict[int, Career]
) -> Iterator[Milestone]:
    """Yield who plays a round number of evenings, with their first list of it."""
    if event.kind != EventKind.EVENING:
        return
    for player in dict.fromkeys(tally.player for tally in tallies):
        career = careers.get(player.pk, Career())
        if not career.today and (career.evenings + 1) % EVENINGS == 0:
            yield Milestone(MilestoneKind.EVENING, player, career.evenings + 1)


def points_in(
    event: Event,
    tallies: Collection[ListTally],
    careers: dict[int, Career],
    before: Q,
) -> Iterator[Milestone]:
    """Yield the best lists of members: the club's ever, this year's, or their own."""
    best: dict[Player, int] = {}
    for tally in tallies:
        if not tally.player.is_guest:
            best[tally.player] = max(tally.total, best.get(tally.player, 0))
    most = max(best.values(), default=0)
    years = YearTally.objects.filter(player__is_guest=False, year__lt=event.date.year)
    ever = years.aggregate(most=Max("best_total"), lists=Sum("lists"))
    lists = ListTally.objects.filter(before, single_lists(), player__is_guest=False)
    lists = lists.filter(year=event.date.year)
    year = lists.aggregate(most=Max("total"), lists=Count("pk"))
    in_year, in_all = year["lists"], year["lists"] + (ever["lists"] or 0)
    top = max(year["most"] or 0, ever["most"] or 0)
    for player, total in best.items():
        career = careers.get(player.pk, Career())
        if total == most > top and in_all >= FEWEST_OF_CLUB:
            yield Milestone(MilestoneKind.RECORD, player, total)
        elif total == most > (year["most"] or 0) and in_year >= FEWEST_OF_CLUB:
            yield Milestone(MilestoneKind.YEAR, player, total)
        elif career.single >= FEWEST_OF_PERSON and total > (career.best or 0):
            yield Milestone(MilestoneKind.PERSONAL, player, total)
