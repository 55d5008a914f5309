"""Reading lists from the database: one, or many at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    Max,
    OuterRef,
    Q,
    QuerySet,
)
from django.utils import timezone

from scoring.house.rules import OPTIONS
from tournaments.people.models import Player
from tournaments.people.names.lines import certain_name
from tournaments.people.names.mentions import NO_MENTIONS, Mentions, mentions_for_reader
from tournaments.scope.scope import released_condition
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import (
    ArrivedList,
    Change,
    Confirmation,
    Game,
    ListVersion,
    ScoreSheet,
    Seat,
    SecondList,
    Substitution,
    Verdict,
)
from tournaments.sheets.models.programme import RuleSet, Series
from tournaments.words.choices import (
    CHANGES_ROWS,
    CHANGES_THE_RESULT,
    Action,
    EventKind,
    SheetState,
)

EVENT = "sheet__series__event"


def may_be_record() -> Q:
    """Return the condition that a tally may be a record.

    The result of a former year may not if its parts do not add up to its total, or if
    it is the total of a whole year.
    """
    is_of_year = Q(**{f"{EVENT}__kind": EventKind.CHAMPIONSHIP})
    return Q(sheet__stands_for=None) | (Q(sheet__mismatch_reason="") & ~is_of_year)


def list_is_public() -> ExpressionWrapper:
    """Return whether everybody may read a list: published, and nothing withheld."""
    condition = Q(**{f"{EVENT}__is_published": True}) & released_condition(
        "sheet__series"
    )
    return ExpressionWrapper(condition, output_field=BooleanField())


def event_is_public() -> ExpressionWrapper:
    """Return whether everybody may read all lists of the event of a list."""
    now = timezone.now()
    withheld = Q(draw_from__gt=now) | Q(results_from__gt=now)
    series = Series.objects.order_by().filter(withheld, event=OuterRef(EVENT))
    condition = Q(**{f"{EVENT}__is_published": True}) & ~Q(Exists(series))
    return ExpressionWrapper(condition, output_field=BooleanField())


def ledger_of(sheet: ScoreSheet) -> Ledger:
    """Read a list: seats with players, lines, substitutes. Three queries.

    One more for the players of substitutes, if there are any.
    Two or three more for the rules unless the list comes ``with_event()``.
    """
    return Ledger(
        sheet=sheet,
        seats=list(sheet.seats.select_related("player")),
        games=list(sheet.games.all()),
        # Mostly none: their players are asked for where there are some.
        substitutions=list(sheet.substitutions.prefetch_related("player")),
        rules=sheet.as_rules(),
    )


def ledgers_of(sheets: Iterable[ScoreSheet]) -> list[Ledger]:
    """Read many lists at once, which should come ``with_event()``. Three queries."""
    ledgers = {
        sheet.pk: Ledger(
            sheet=sheet,
            seats=[],
            games=[],
            substitutions=[],
            rules=sheet.as_rules(),
        )
        for sheet in sheets
    }
    for seat in Seat.objects.filter(sheet__in=ledgers).select_related("player"):
        ledgers[seat.sheet_id].seats.append(seat)
    for game in Game.objects.filter(sheet__in=ledgers):
        ledgers[game.sheet_id].games.append(game)
    for change in Substitution.objects.filter(sheet__in=ledgers).select_related(
        "player"
    ):
        ledger = ledgers[change.sheet_id]
        ledger.substitutions = [*ledger.substitutions, change]
    return list(ledgers.values())


def mentions_on(ledgers: Iterable[Ledger]) -> Mentions:
    """Return how the reader may see people named in remarks and reasons of lists.

    One query for visitors if there is any such text, however many lists.
    """
    events = {
        ledger.sheet.series.event_id
        for ledger in ledgers
        if ledger.sheet.mismatch_reason or any(game.remark for game in ledger.games)
    }
    return mentions_for_reader(people_seated_in(events)) if events else NO_MENTIONS


def people_seated_in(events: Iterable[int]) -> Q:
    """Return the condition that a person sat at a table of ``events``, given by key."""
    seats = Seat.objects.filter(series__event__in=events)
    changes = Substitution.objects.filter(sheet__series__event__in=events)
    return Q(pk__in=seats.values("player")) | Q(pk__in=changes.values("player"))


def rule_sets() -> QuerySet[RuleSet]:
    """Return the house rules of the club, ordered by name. One query."""
    return RuleSet.objects.of_the_club()


def plays_by_the_isko(path: str = "rule_set") -> Q:
    """Return the condition of no house rules; ``path`` leads to the rule set.

    Playing for money is no house rule; its options come last in a line of options.
    """
    condition = Q(**{f"{path}__isnull": True}) | Q(**{f"{path}__options": ""})
    for name, option in OPTIONS.items():
        if not option.is_house_rule:
            start = name.replace("_", "-")
            condition |= Q(**{f"{path}__options__startswith": start})
    return condition


def current_rules(rule_set: RuleSet | None) -> RuleSet | None:
    """Return the rules that the club plays today under the same name. One query.

    Frozen rules whose name the club no longer uses are returned as they are.
    """
    if rule_set is None or not rule_set.is_frozen:
        return rule_set
    return rule_sets().filter(name=rule_set.name).first() or rule_set


def event_sheets(sheet: ScoreSheet) -> list[ScoreSheet]:
    """Return the readable lists of the event of ``sheet``, in order. One query.

    They only have table, series and state.
    """
    rows = (
        ScoreSheet.objects.filter(series__event=sheet.series.event_id)
        .select_related("series")
        .only(
            *("table_number", "state", "proof", "stands_for"),
            *("series__number", "series__results_from"),
        )
        .order_by("series__number", "table_number")
    )
    return [row for row in rows if row.is_readable]


def neighbours_of(
    sheet: ScoreSheet, sheets: Sequence[ScoreSheet]
) -> dict[str, ScoreSheet | None]:
    """Return the lists before and after ``sheet`` among ``sheets``. No query."""
    index = next(i for i, other in enumerate(sheets) if other.pk == sheet.pk)
    return {
        "previous": sheets[index - 1] if index else None,
        "following": sheets[index + 1] if index + 1 < len(sheets) else None,
    }


def next_open_sheet(
    sheet: ScoreSheet, sheets: Sequence[ScoreSheet]
) -> ScoreSheet | None:
    """Return the list of the same series to type after ``sheet``. No query.

    Later tables come first, then earlier ones that were skipped.
    """
    series = [other for other in sheets if other.series_id == sheet.series_id]
    index = next(i for i, other in enumerate(series) if other.pk == sheet.pk)
    later = (*series[index + 1 :], *series[:index])
    return next((other for other in later if not other.is_finished), None)


def substitute_candidates(name: str) -> list[Player]:
    """Return at most two people whom ``name`` may mean. Two queries for nobody."""
    people = Player.objects.active()
    found = list(people.matching(name)[:2])
    return found or list(people.matching(certain_name(name))[:2])


def has_arrived_version(sheet: ScoreSheet) -> bool:
    """Return whether a version of the list from elsewhere is undecided. One query."""
    arrived = ArrivedList.objects.waiting().filter(code=sheet.code)
    return arrived.filter(event=sheet.series.event_id).exists()


def objections_to(sheet: ScoreSheet) -> list[Verdict]:
    """Return the unanswered objections of second persons to a list. One query."""
    return list(unanswered_verdicts().filter(sheet=sheet).select_related("by"))


def unanswered_verdicts() -> QuerySet[Verdict]:
    """Return the objections of second persons that nobody has answered.

    An objection to a line is answered by a change of that line, one to the list by any
    change of a line, and all of them by a later verdict that the list is right.
    """
    later = Change.objects.filter(
        sheet=OuterRef("sheet"), step__gt=OuterRef("revision"), action__in=CHANGES_ROWS
    )
    withdrawn = Verdict.objects.filter(
        sheet=OuterRef("sheet"), pk__gt=OuterRef("pk"), is_right=True
    )
    return (
        Verdict.objects.filter(is_right=False)
        .exclude(Exists(withdrawn))
        .exclude(Q(line__isnull=True) & Exists(later))
        .exclude(Exists(later.filter(number=OuterRef("line"))))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfirmations:
    """The confirmations of a table; those of an older list are ``void``."""

    seats: int
    valid: tuple[Confirmation, ...]
    void: tuple[Confirmation, ...] = ()

    @property
    def confirmed(self) -> int:
        """How many players say that the list is right as it stands."""
        return sum(confirmation.is_right for confirmation in self.valid)

    @property
    def are_of_all(self) -> bool:
        return self.confirmed == self.seats

    @property
    def objections(self) -> tuple[Confirmation, ...]:
        return tuple(word for word in self.valid if not word.is_right)


def table_confirmations(sheet: ScoreSheet) -> TableConfirmations:
    """Return the last confirmation of each place of a list.

    One query, two more if there are any.
    """
    words = sheet.confirmations.order_by().prefetch_related("player")
    latest = {word.place: word for word in sorted(words, key=attrgetter("place", "pk"))}
    if not latest:
        return TableConfirmations(seats=sheet.table_size, valid=())
    changes = sheet.changes.filter(action__in=CHANGES_THE_RESULT)
    changed = changes.aggregate(last=Max("step"))["last"] or 0
    return TableConfirmations(
        seats=sheet.table_size,
        valid=tuple(word for word in latest.values() if changed <= word.revision),
        void=tuple(word for word in latest.values() if changed > word.revision),
    )


def latest_confirmations() -> QuerySet[Confirmation]:
    """Return the last confirmations of places that are about the current list."""
    newer = Confirmation.objects.filter(
        sheet=OuterRef("sheet"), place=OuterRef("place"), pk__gt=OuterRef("pk")
    )
    changed = Change.objects.filter(
        sheet=OuterRef("sheet"),
        step__gt=OuterRef("revision"),
        action__in=CHANGES_THE_RESULT,
    )
    return Confirmation.objects.filter(~Exists(changed), ~Exists(newer))


def valid_confirmations() -> QuerySet[Confirmation]:
    """Return the confirmations that their list is right as it stands."""
    return latest_confirmations().filter(is_right=True)


def unanswered_objections() -> QuerySet[Confirmation]:
    """Return the objections of players that no reason for the list has answered."""
    return latest_confirmations().filter(is_right=False, sheet__mismatch_reason="")


def versions_of(sheets: Iterable[ScoreSheet]) -> dict[int, ListVersion]:
    """Return the last versions of finished lists by their keys. At most one query."""
    finished = [sheet.pk for sheet in sheets if sheet.is_finished]
    if not finished:
        return {}
    versions = ListVersion.objects.filter(sheet__in=finished).order_by("number")
    return {version.sheet_id: version for version in versions}


def second_list_of(sheet: ScoreSheet) -> SecondList | None:
    """Return the second list of the table, if there is one. One query."""
    return SecondList.objects.filter(sheet=sheet).select_related("by").first()


def sheet_by_name(
    name: str, *, sheets: QuerySet[ScoreSheet], beside: ScoreSheet | None
) -> ScoreSheet | None:
    """Return the list that ``name`` means among ``sheets``. At most one query.

    A code identifies a list; "2" is table 2 of the series of ``beside``, "1/2" table 2
    of series 1 of the same event.
    """
    series, slash, table = name.rpartition("/")
    if (
        beside is not None
        and is_small_number(table)
        and (is_small_number(series) or not slash)
    ):
        event = sheets.filter(series__event=beside.series.event_id)
        number = int(series) if slash else beside.series.number
        return event.filter(series__number=number, table_number=int(table)).first()
    # PostgreSQL cannot even be asked for a text with a null character in it.
    return sheets.filter(code=name.upper()).first() if name.isalnum() else None


def is_small_number(text: str) -> bool:
    """Return whether ``text`` may be the number of a table or a series."""
    return text.isascii() and text.isdigit() and len(text) <= 3


def untouched_sheets() -> QuerySet[ScoreSheet]:
    """Return the lists on which nothing was written; their seats may have changed."""
    written = Change.objects.filter(sheet=OuterRef("pk")).exclude(action=Action.SEATS)
    return ScoreSheet.objects.filter(
        ~Exists(Game.objects.filter(sheet=OuterRef("pk"))),
        ~Exists(written),
        state=SheetState.EMPTY,
        second_list__isnull=True,
        verdicts__isnull=True,
    )
