"""Reading lists from the database: one, or many at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Q,
    QuerySet,
)
from django.utils import timezone

from scoring.house.rules import OPTIONS, HouseRules
from tournaments.people.models import Player
from tournaments.people.privacy.mentions import NOBODY, Mentions, mentions_for_reader
from tournaments.programme.models import RuleSet, Series
from tournaments.programme.rule_sets import rules_in
from tournaments.scope.prepared import Prepared
from tournaments.scope.withheld import released
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
from tournaments.words.choices import CHANGES_THE_RESULT, Action

EVENT = "sheet__series__event"
ANSWERING_ACTIONS = (Action.INSERT, Action.REPLACE, Action.DELETE, Action.ACCEPT)


# Read again with every line that is typed.
SEATS = Prepared(lambda pk: ScoreSheet(pk=pk).seats.select_related("player"))
GAMES = Prepared(lambda pk: ScoreSheet(pk=pk).games.all())
SUBSTITUTIONS = Prepared(
    lambda pk: ScoreSheet(pk=pk).substitutions.select_related("player")
)


def may_be_record() -> Q:
    """Return the condition that a tally may be a record.

    Not the result of a former year whose own parts add up to something else.
    """
    return Q(sheet__stands_for=None) | Q(sheet__mismatch_reason="")


def list_is_public() -> ExpressionWrapper:
    """Return whether everybody may read a list: published, and nothing withheld."""
    shown = Q(**{f"{EVENT}__is_published": True}) & released("sheet__series")
    return ExpressionWrapper(shown, output_field=BooleanField())


def event_is_public() -> ExpressionWrapper:
    """Return whether everybody may read all lists of the event of a list."""
    now = timezone.now()
    withheld = Q(draw_from__gt=now) | Q(results_from__gt=now)
    part = Series.objects.order_by().filter(withheld, event=OuterRef(EVENT))
    shown = Q(**{f"{EVENT}__is_published": True}) & ~Q(Exists(part))
    return ExpressionWrapper(shown, output_field=BooleanField())


def ledger_of(sheet: ScoreSheet) -> Ledger:
    """Read a list: seats with players, lines, substitutes. Three queries.

    Unless the list comes ``with_event()`` two or three more for the rules.
    """
    ledger = Ledger(
        sheet=sheet,
        seats=SEATS.rows(sheet.pk),
        games=GAMES.rows(sheet.pk),
        substitutions=SUBSTITUTIONS.rows(sheet.pk),
        rules=rules_of_list(sheet),
    )
    for seat in ledger.seats:
        seat.sheet = sheet
    for change in ledger.substitutions:
        change.sheet = sheet
    return ledger


def ledgers_of(sheets: Iterable[ScoreSheet]) -> list[Ledger]:
    """Read many lists at once. Three queries, however many lists.

    The sheets should come ``with_event()``; the rules are those of the event.
    """
    ledgers = {
        sheet.pk: Ledger(
            sheet=sheet,
            seats=[],
            games=[],
            substitutions=[],
            rules=rules_of_list(sheet),
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
        ledgers[change.sheet_id].substitutions.append(change)
    return list(ledgers.values())


def rules_of_list(sheet: ScoreSheet) -> HouseRules:
    """Return the rules a list is kept by: those of its event, its own list system."""
    return rules_in(sheet.series.event.rule_set, sheet.as_system())


def mentions_on(ledgers: Iterable[Ledger]) -> Mentions:
    """Return how people are called in the remarks and reasons of lists.

    One query for visitors if there are any, however many lists.
    """
    events = {
        ledger.sheet.series.event_id
        for ledger in ledgers
        if ledger.sheet.mismatch_reason or any(game.remark for game in ledger.games)
    }
    return mentions_for_reader(people_seated_in(events)) if events else NOBODY


def people_seated_in(events: Iterable[int]) -> Q:
    """Return what finds the people who sat at a table of ``events``, given by key."""
    seats = Seat.objects.filter(series__event__in=events)
    changes = Substitution.objects.filter(sheet__series__event__in=events)
    return Q(pk__in=seats.values("player")) | Q(pk__in=changes.values("player"))


def rule_sets() -> QuerySet[RuleSet]:
    """Return the house rules of the club by name. One query."""
    return RuleSet.objects.of_the_club()


def plays_by_the_isko(path: str = "rule_set") -> Q:
    """Return what finds the events without house rules; ``path`` leads to theirs.

    Playing for money is no house rule, and a line of options ends with it.
    """
    found = Q(**{f"{path}__isnull": True}) | Q(**{f"{path}__options": ""})
    for name, option in OPTIONS.items():
        if not option.is_house_rule:
            start = name.replace("_", "-")
            found |= Q(**{f"{path}__options__startswith": start})
    return found


def current_rules(rule_set: RuleSet | None) -> RuleSet | None:
    """Return what the club plays today under the name of ``rule_set``. One query.

    Frozen rules whose name the club has given up are returned as they are.
    """
    if rule_set is None or not rule_set.is_frozen:
        return rule_set
    return rule_sets().filter(name=rule_set.name).first() or rule_set


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """The lists before and behind one, in the order of series and tables."""

    previous: ScoreSheet | None
    following: ScoreSheet | None


EVENT_SHEETS = Prepared(
    lambda event: (
        ScoreSheet.objects.filter(series__event=event)
        .select_related("series")
        .only(
            "table_number", "state", "proof", "series__number", "series__results_from"
        )
        .order_by("series__number", "table_number")
    )
)


def event_sheets(sheet: ScoreSheet) -> list[ScoreSheet]:
    """Return the lists of the event of ``sheet`` that are read, in order. One query.

    With no more than table, series and state.
    """
    rows = EVENT_SHEETS.rows(sheet.series.event_id)
    return [each for each in rows if each.is_readable]


def neighbours_of(sheet: ScoreSheet, sheets: Sequence[ScoreSheet]) -> Neighbours:
    """Return the lists before and behind ``sheet`` among ``sheets``. No query."""
    index = next(i for i, other in enumerate(sheets) if other.pk == sheet.pk)
    return Neighbours(
        previous=sheets[index - 1] if index else None,
        following=sheets[index + 1] if index + 1 < len(sheets) else None,
    )


def next_open_sheet(
    sheet: ScoreSheet, sheets: Sequence[ScoreSheet]
) -> ScoreSheet | None:
    """Return the list of the same series to type after ``sheet``. No query.

    Later tables come first, then those that were left out.
    """
    series = [other for other in sheets if other.series_id == sheet.series_id]
    index = next(i for i, other in enumerate(series) if other.pk == sheet.pk)
    later = (*series[index + 1 :], *series[:index])
    return next((other for other in later if not other.is_finished), None)


def substitute_candidates(name: str) -> list[Player]:
    """Return who may be meant as a substitute: nobody, one, or two. One query."""
    return list(Player.objects.active().matching(name)[:2])


def changes_on(sheet: ScoreSheet) -> QuerySet[Change]:
    """Return every change of a list, the latest first. One query."""
    return sheet.changes.select_related("by").order_by("-pk")


def has_arrived_version(sheet: ScoreSheet) -> bool:
    """Return whether a version from elsewhere waits for a decision. One query."""
    waiting = ArrivedList.objects.waiting()
    return waiting.filter(event=sheet.series.event_id, code=sheet.code).exists()


def objections_to(sheet: ScoreSheet) -> list[Verdict]:
    """Return what a second person wants looked at again and nobody has. One query."""
    return list(unanswered_verdicts().filter(sheet=sheet).select_related("by"))


def unanswered_verdicts() -> QuerySet[Verdict]:
    """Return what second persons want looked at again and nobody has.

    An objection to a line is answered by a change of that line, one to the list by
    any change of a line; all of them by a later word that the list is right.
    """
    later = Change.objects.filter(
        sheet=OuterRef("sheet"),
        step__gt=OuterRef("revision"),
        action__in=ANSWERING_ACTIONS,
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
    """What those at a table say of their list; words on an older state are ``void``."""

    seats: int
    valid: tuple[Confirmation, ...]
    void: tuple[Confirmation, ...] = ()

    @property
    def confirmed(self) -> int:
        """How many say that the list as it stands is right."""
        return sum(word.is_right for word in self.valid)

    @property
    def objections(self) -> tuple[Confirmation, ...]:
        return tuple(word for word in self.valid if not word.is_right)


def is_void() -> Exists:
    """Return what finds words on a list whose result was changed since."""
    return Exists(
        Change.objects.filter(
            sheet=OuterRef("sheet"),
            step__gt=OuterRef("revision"),
            action__in=CHANGES_THE_RESULT,
        )
    )


CONFIRMATIONS: Prepared[Any] = Prepared(
    lambda pk: (
        ScoreSheet(pk=pk)
        .confirmations.select_related("player")
        .annotate(is_void=is_void())
        .order_by("pk")
    )
)


def table_confirmations(sheet: ScoreSheet) -> TableConfirmations:
    """Return the last word of each place on a list. One query."""
    last = {word.place: word for word in CONFIRMATIONS.rows(sheet.pk)}
    words = sorted(last.values(), key=lambda word: word.place)
    return TableConfirmations(
        seats=sheet.table_size,
        valid=tuple(word for word in words if not word.is_void),
        void=tuple(word for word in words if word.is_void),
    )


def latest_confirmations() -> QuerySet[Confirmation]:
    """Return the last words of places on their list as it stands."""
    newer = Confirmation.objects.filter(
        sheet=OuterRef("sheet"), place=OuterRef("place"), pk__gt=OuterRef("pk")
    )
    return Confirmation.objects.filter(~is_void(), ~Exists(newer))


def valid_confirmations() -> QuerySet[Confirmation]:
    """Return the last words of places that their list, as it stands, is right."""
    return latest_confirmations().filter(is_right=True)


def unanswered_objections() -> QuerySet[Confirmation]:
    """Return objections of players that hold; a reason for the list answers them."""
    return latest_confirmations().filter(is_right=False, sheet__mismatch_reason="")


def check_codes_of(sheets: Iterable[ScoreSheet]) -> dict[int, str]:
    """Return the check codes of finished lists by their keys. One query if any is."""
    finished = [sheet.pk for sheet in sheets if sheet.is_finished]
    if not finished:
        return {}
    versions = ListVersion.objects.filter(sheet__in=finished).order_by("number")
    return dict(versions.values_list("sheet", "code"))


def verdicts_on(sheet: ScoreSheet) -> QuerySet[Verdict]:
    """Return what second persons said about a list, the latest first. One query."""
    return sheet.verdicts.select_related("by").order_by("-pk")


def second_list_of(sheet: ScoreSheet) -> SecondList | None:
    """Return the second list of the table, if one was typed. One query."""
    return SecondList.objects.filter(sheet=sheet).select_related("by").first()


def changes_since(sheet: ScoreSheet, revision: int) -> list[tuple[str, int | None]]:
    """Return action and line or place of every change after ``revision``. One query."""
    later = sheet.changes.filter(step__gt=revision)
    return list(later.values_list("action", "number"))


def sheet_by_name(
    name: str, *, sheets: QuerySet[ScoreSheet], beside: ScoreSheet | None
) -> ScoreSheet | None:
    """Return the list that ``name`` means among ``sheets``: at most one query.

    A code means one list of all; "2" table 2 of the series of ``beside``, "1/2"
    table 2 of series 1 of the same event.
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
    """Return whether ``text`` is the number of a table or of a series."""
    return text.isascii() and text.isdigit() and len(text) <= 3
