"""The progress of an evening, as a path of steps, and the next thing to do."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import IntEnum
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.game.written_games import BASE_VALUE, BIDS, NULL_VALUE, Contract
from scoring.house.bylaws import RuleTopic, counts_values
from tournaments.events.draws.selectors import (
    Prints,
    at_tables,
    last_print,
    outdated_lists,
    prints_of,
)
from tournaments.events.entrants import FEWEST_SEATS, count_seated, seats_of_absentees
from tournaments.events.entries.selectors import seating_gaps
from tournaments.events.models import Event, Prize, Series
from tournaments.events.money.awards import overpaid_text, prize_list
from tournaments.events.money.selectors import OpenMoney, unpaid_money
from tournaments.events.planning.selectors import next_day
from tournaments.events.results import all_is_played
from tournaments.sheets.models import ArrivedList, ScoreSheet
from tournaments.sheets.models.programme import has_house_rules
from tournaments.web.access import may_open, writes_something
from tournaments.web.answers import NextStep, allowed_step
from tournaments.words.choices import (
    EntryStatus,
    EventKind,
    PrizeMode,
    SheetState,
    SystemChoice,
)
from tournaments.words.citations import ties_words
from tournaments.words.formats import enumeration, money, series_name, weekday_date
from tournaments.words.house_options import (
    TOPIC_TEXT,
    Coefficient,
    RuleSection,
    coefficients_of,
    rule_sections,
)
from tournaments.words.problems import contract_name, null_text

# The order in which lists are typed: first one that differs, then one begun.
URGENCY = (
    SheetState.DIFFERS,
    SheetState.CHECKED,
    SheetState.PROVED,
    SheetState.TYPING,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesState:
    """A series with its lists; ``misfit`` is an empty one whose people do not play.

    ``printed_at`` is when its lists were last printed, while any of the event is empty.
    """

    series: Series
    sheets: tuple[ScoreSheet, ...]
    misfit: ScoreSheet | None
    printed_at: datetime | None

    @property
    def empty(self) -> list[ScoreSheet]:
        return [sheet for sheet in self.sheets if sheet.state == SheetState.EMPTY]

    @property
    def is_unprinted(self) -> bool:
        """Whether empty lists were not printed since the draw of the series.

        Those of a series that has begun are missed where lists are printed at all.
        """
        drawn_at = self.series.drawn_at  # type: ignore[attr-defined]
        if self.printed_at is None:
            return bool(self.empty) and not self.is_begun
        return bool(self.empty and drawn_at and self.printed_at < drawn_at)

    @property
    def finished(self) -> int:
        return sum(sheet.is_finished for sheet in self.sheets)

    @property
    def is_begun(self) -> bool:
        """Whether anything was typed, or the clock of the series was started."""
        has_entries = len(self.empty) < len(self.sheets)
        return bool(has_entries or self.series.clock_started_at)

    @property
    def is_waiting(self) -> bool:
        """Whether the series has an unfinished list."""
        return self.finished < len(self.sheets)

    @property
    def urgent(self) -> ScoreSheet:
        """The list to be typed next."""
        waiting = [sheet for sheet in self.sheets if not sheet.is_finished]
        ranks = {str(state): rank for rank, state in enumerate(URGENCY)}
        return min(waiting, key=lambda sheet: ranks.get(sheet.state, len(ranks)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of an event; ``open_prizes`` is None if no prize can be booked.

    ``is_ahead`` is true for a tournament of a later day, for which people register.
    """

    event: Event
    states: tuple[SeriesState, ...]
    people: int
    plans_prizes: bool
    open_prizes: int | None = None
    overpaid: str = ""  # who got prizes that are not theirs any more
    unpaid: OpenMoney | None = None
    is_ahead: bool
    arrived: int  # whole lists that wait for a decision
    has_printed: bool  # any lists, while it matters
    outdated: Sequence[ScoreSheet] = ()  # printed lists of tables that changed since

    @property
    def drawn(self) -> int:
        return sum(bool(state.sheets) for state in self.states)

    @property
    def lists(self) -> int:
        return sum(len(state.sheets) for state in self.states)

    @property
    def finished(self) -> int:
        return sum(state.finished for state in self.states)

    @property
    def unproved(self) -> str:
        """The finished lists that nothing supports, in words."""
        return enumeration(
            [
                f"{state.series.number}/{sheet.table_number}"
                for state in self.states
                for sheet in state.sheets
                if sheet.is_unproved
            ]
        )

    @property
    def is_played(self) -> bool:
        """Whether nothing is left to play or to type."""
        return all_is_played(
            lists=self.lists,
            finished=self.finished,
            undrawn=len(self.states) - self.drawn,
            is_released=self.event.is_released,
        )


def progress_of(event: Event) -> Progress:
    # Counted in the query of the series, because an event always has one.
    arrived = ArrivedList.objects.waiting().filter(event=OuterRef("event"))
    counted = arrived.order_by().values("event").annotate(number=Count("pk"))
    by_table = Prefetch("sheets", ScoreSheet.objects.order_by("table_number"))
    rows = event.series.annotate(
        arrived=Subquery(counted.values("number")),
        misfit=Subquery(seats_of_absentees().values("sheet")[:1]),
        drawn_at=F("draw__at"),
        prizes=Exists(Prize.objects.filter(event=OuterRef("event"))),
    )
    all_series = list(rows.prefetch_related(by_table))
    prints = prints_that_matter(event, all_series)
    progress = Progress(
        event=event,
        states=tuple(
            SeriesState(
                series=series,
                sheets=(sheets := tuple(series.sheets.all())),
                misfit=next(
                    (each for each in sheets if each.pk == series.misfit), None
                ),
                printed_at=last_print(prints, series.number),
            )
            for series in all_series
        ),
        people=count_people(event, all_series),
        plans_prizes=event.prize_mode == PrizeMode.FIELD
        or any(series.prizes for series in all_series),
        is_ahead=event.kind != EventKind.EVENING and event.date > timezone.localdate(),
        arrived=next((series.arrived or 0 for series in all_series), 0),
        has_printed=bool(prints),
        outdated=outdated_lists(event, prints),
    )
    return with_money(progress) if progress.is_played else progress


def with_money(progress: Progress) -> Progress:
    """Add what is open of prizes and dues, once everything is played."""
    prizes = prize_list(progress.event)
    can_be_booked = any(line.key for line in prizes.lines)
    still_open = len(prizes.open_lines) if can_be_booked else None
    return replace(
        progress,
        open_prizes=still_open,
        overpaid=overpaid_text(prizes),
        unpaid=unpaid_money(progress.event),
    )


def prints_that_matter(event: Event, all_series: Sequence[Series]) -> Prints:
    """Return when lists were printed; only asked while one is empty.

    A page that reads the log is drawn anew for each reader.
    """
    states = ({sheet.state for sheet in series.sheets.all()} for series in all_series)
    return prints_of(event) if {str(SheetState.EMPTY)} in states else {}


def count_people(event: Event, series: Sequence[Series]) -> int:
    """Count the people who are here, and at the end all who came.

    If nobody checked in, it is those at a table.
    """
    is_over = all(
        sheets and all(sheet.is_finished for sheet in sheets)
        for sheets in (row.sheets.all() for row in series)
    )
    came = event.entries.attending()
    if not is_over:
        came = came.filter(status=EntryStatus.PRESENT)
    return came.count() or count_seated(event)


class Stage(IntEnum):
    CHECK_IN = 1
    DRAW = 2
    PRINT = 3
    TYPE = 4
    STANDINGS = 5
    PRIZES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class EventStep(NextStep):
    """The next step of an event, and its stage on the path.

    ``mends`` is the series whose tables it makes fit, 0 if it does something else.
    """

    stage: Stage
    mends: int = 0


class PathStep(NamedTuple):
    label: str
    text: str
    url: str
    is_done: bool
    is_next: bool


def step_for(event: Event, user: Any, series: int = 0) -> EventStep | None:
    """Return the next step that ``user`` may take; leagues plan their matches."""
    if not writes_something(user) or event.league_match:
        return None
    return allowed_step(next_step(progress_of(event), series), user)


def next_step(progress: Progress, series: int = 0) -> EventStep | None:
    """Return the next thing to do; None when nothing is left.

    On the page of a ``series`` its own open lists come first.
    """
    if progress.arrived:
        return EventStep(
            stage=Stage.TYPE,
            title=arrived_text(progress.arrived),
            text=_("From phones, files and other laptops."),
            action=pgettext("objection", "Look at it"),
            url=reverse("files:arrivals", args=[progress.event.pk]),
        )
    if progress.is_played:
        return result_step(progress)
    own = [each for each in progress.states if each.series.number == series]
    for state in (*own, *progress.states):
        if state.is_waiting:
            return lists_step(progress, state)
        if not (state.sheets or progress.event.is_released):
            return tables_step(progress, state)
    return None


def tables_step(progress: Progress, state: SeriesState) -> EventStep:
    """Return the step that gives a series its tables; before it, people must come."""
    pk, number = progress.event.pk, state.series.number
    check_in, action = reverse("events:check_in", args=[pk]), _("Check-in")
    if progress.is_ahead and progress.people < FEWEST_SEATS:
        return EventStep(
            stage=Stage.CHECK_IN,
            title=_("Who takes part?"),
            action=_("Register many"),
            url=reverse("files:import-entries", args=[pk]),
            also=action,
            also_url=check_in,
        )
    if progress.people < FEWEST_SEATS:
        return EventStep(
            stage=Stage.CHECK_IN,
            title=_("Who is here?"),
            action=action,
            url=check_in,
            also=_("Seat the tables"),
            also_url=reverse("events:add-table", args=[pk, number]),
        )
    draw = reverse("events:draw", args=[pk])
    step = EventStep(
        stage=Stage.DRAW,
        title=_("Draw series %(number)s") % {"number": number},
        text=people_text(progress.people),
        action=_("Draw the tables"),
        url=f"{draw}?series={number}",
    )
    if progress.event.kind != EventKind.EVENING:
        return step
    other, usual = _("Draw differently"), {"as_usual": "yes"}
    return replace(step, post=usual, url=draw, also=other, also_url=draw)


def lists_step(progress: Progress, state: SeriesState) -> EventStep:
    """Return the step for the open lists of a series: print them or type them."""
    sheet = state.urgent
    words = {"series": state.series.number, "table": sheet.table_number}
    if state.misfit and not state.is_begun:
        return mending_step(progress.event, state, state.misfit)
    unprinted = next_unprinted(progress, state)
    if not (progress.outdated or unprinted):
        return EventStep(
            stage=Stage.TYPE,
            title=sheet.long_name,
            text=sheet.state_label,
            action=_("Type the list"),
            url=sheet.get_absolute_url(),
        )
    title, text, papers = papers_to_print(progress, unprinted or state)
    return EventStep(
        stage=Stage.PRINT,
        title=title,
        text=text,
        action=_("Print (PDF)"),
        url=f"{reverse('papers:printed', args=[progress.event.pk])}?{papers}",
        is_file=True,
        also=_("Type series %(series)s, table %(table)s") % words,
        also_url=sheet.get_absolute_url(),
    )


def next_unprinted(progress: Progress, state: SeriesState) -> SeriesState | None:
    """Return the series to print lists of: ``state``, or another if any were."""
    others = progress.states if progress.has_printed else ()
    return next((each for each in (state, *others) if each.is_unprinted), None)


def papers_to_print(progress: Progress, state: SeriesState) -> tuple[str, str, str]:
    """Return heading, text and query of what is to be printed next."""
    papers = "papers=draw-by-table&papers=lists"
    unprinted = [each for each in progress.states if each.is_unprinted]
    names = [series_name(state.series.number)]
    sheets = state.empty
    if progress.outdated:
        # With what was drawn since, because all counts as printed afterwards.
        names = at_tables(progress.outdated)
        names += [series_name(each.series.number) for each in unprinted]
        sheets = [*progress.outdated, *chain(*(each.empty for each in unprinted))]
    elif all(each.is_unprinted for each in progress.states if each.sheets):
        names = [series_name(each.series.number) for each in unprinted]
        sheets = [*chain(*(each.sheets for each in unprinted))]
    else:
        papers += f"&series={state.series.number}"
    if progress.outdated or state.is_begun:
        papers += "&lists=" + ",".join(sheet.code for sheet in sheets)
    title = _("Print the lists")
    text = ngettext(
        "%(lists)s list, and who sits where for the wall",
        "%(lists)s lists, and who sits where for the wall",
        len(sheets),
    )
    text %= {"lists": len(sheets)}
    if progress.outdated:
        text = "{}. {}".format(text, _("What was printed of them no longer holds."))
    if len(progress.states) > 1:
        title = f"{title}: {enumeration(names)}"
    return title, text, papers


def mending_step(event: Event, state: SeriesState, sheet: ScoreSheet) -> EventStep:
    """Return the step of mending the tables of a series.

    Somebody who waits takes over; else a table changes, or is drawn anew before the
    release.
    """
    number, gaps = state.series.number, seating_gaps(event)
    gone = (each.absentees for each in gaps.vacancies if each.series == number)
    names = ", ".join(map(str, chain.from_iterable(gone)))
    step = EventStep(
        stage=Stage.DRAW,
        title=_("Series %(number)s: the tables no longer fit.") % {"number": number},
        text="{} {}".format(_("Seated, but gone:"), names) if names else "",
        action="",
        url="",
        mends=number,
    )
    takers = (each for each in gaps.latecomers if each.vacant and each.can_join)
    if late := next(takers, None):
        at = [event.pk, late.entry.start_number]
        url = reverse("events:seat_latecomer", args=at)
        return replace(step, action=late.takeover, url=url, post={"back": "detail"})
    change = (
        _("Change players of table %(table)s") % {"table": sheet.table_number},
        reverse("events:change-seats", args=[sheet.pk]),
    )
    draw = gaps.redraw or ("", "")
    is_crowded = sheet.table_size > FEWEST_SEATS
    first, second = (change, draw) if is_crowded or not gaps.redraw else (draw, change)
    return replace(
        step, action=first[0], url=first[1], also=second[0], also_url=second[1]
    )


def result_step(progress: Progress) -> EventStep | None:
    event = progress.event
    publish = {"published": "yes"}
    if event.is_released and event.is_published:
        return money_step(progress)
    if event.is_released:
        return EventStep(
            stage=Stage.STANDINGS,
            title=_("Publish"),
            text=_("So far visitors see nothing of it."),
            action=_("Publish"),
            url=reverse("events:publish", args=[event.pk]),
            post=publish,
        )
    text = _("All lists are finished.")
    if progress.unproved:
        text = _("All lists are finished. Not proved yet: %(lists)s (series/table).")
    return EventStep(
        stage=Stage.STANDINGS,
        title=_("Announce the results"),
        text=text % {"lists": progress.unproved},
        action=_("Announce"),
        url=reverse("events:release", args=[event.pk]),
        post={"released": "yes", **publish},
        also=_("Look at the standings"),
        also_url=reverse("events:standings", args=[event.pk]),
    )


def money_step(progress: Progress) -> EventStep | None:
    pk = progress.event.pk
    title, text, action, page = "", "", _("Prizes"), "events:prizes"
    if progress.open_prizes:
        text = f"{prizes_text(progress.open_prizes)}. {progress.overpaid}".rstrip(". ")
        title = _("Hand out the prizes")
    elif progress.overpaid:
        title, text = _("The prizes have changed"), progress.overpaid
    elif progress.unpaid:
        title = _("Not paid yet: %(amount)s")
        title %= {"amount": money(progress.unpaid.total)}
        text, action, page = progress.unpaid.text, _("Money"), "events:money"
        if not progress.unpaid.total:
            title = _("To be given back: %(amount)s")
            title %= {"amount": money(progress.unpaid.excess)}
    url = reverse(page, args=[pk])
    step = EventStep(stage=Stage.PRIZES, title=title, text=text, action=action, url=url)
    return step if title else None


def next_evening() -> NextStep:
    """Return the step that opens an evening as it is proposed, or in another way."""
    day = next_day(start=timezone.localdate())
    return NextStep(
        title=_("The next evening: %(day)s") % {"day": weekday_date(day)},
        text=_("As usual; the name, the rules and the place may still be changed."),
        action=_("Open the evening"),
        url=reverse("events:create"),
        post={"as_usual": day.isoformat()},
        also=_("Another day, or different"),
        also_url=reverse("events:create"),
    )


def path_of(progress: Progress, user: Any) -> list[PathStep]:
    """Return the steps of an event, with links to the pages open to ``user``.

    Prizes that nobody planned are no step; what is missing then is money.
    """
    following = next_step(progress)
    stage_now = following.stage if following else None
    done = stages_done(progress) - {stage_now}
    texts = texts_of(progress)
    steps = [
        (Stage.CHECK_IN, _("Check-in"), "events:check_in"),
        (Stage.DRAW, _("Draw"), "events:draw"),
        (Stage.PRINT, _("Print"), "papers:print"),
        (Stage.TYPE, pgettext("step", "Type"), "events:detail"),
        (Stage.STANDINGS, _("Standings"), "events:standings"),
    ]
    if progress.plans_prizes:
        steps.append((Stage.PRIZES, _("Prizes"), "events:prizes"))
    elif stage_now == Stage.PRIZES:
        steps.append((Stage.PRIZES, _("Money"), "events:money"))
    return [
        PathStep(
            label=label,
            text=texts.get(stage, ""),
            url=reverse(name, args=[progress.event.pk]) if may_open(user, name) else "",
            is_done=stage in done,
            is_next=stage == stage_now,
        )
        for stage, label, name in steps
    ]


def stages_done(progress: Progress) -> set[Stage]:
    """Return the steps with nothing left to do."""
    event = progress.event
    is_public = event.is_released and event.is_published
    done = {
        Stage.CHECK_IN: progress.drawn > 0,
        Stage.DRAW: progress.is_played or progress.drawn == len(progress.states),
        Stage.PRINT: all(
            state.sheets and not state.is_unprinted for state in progress.states
        ),
        Stage.TYPE: progress.is_played,
        Stage.STANDINGS: progress.is_played and is_public,
        Stage.PRIZES: progress.open_prizes == 0
        and is_public
        and not (progress.overpaid or progress.unpaid),
    }
    return {stage for stage, is_done in done.items() if is_done}


def texts_of(progress: Progress) -> dict[Stage, str]:
    texts = {
        Stage.CHECK_IN: people_text(progress.people),
        Stage.DRAW: drawn_series_text(progress.drawn, len(progress.states)),
    }
    if progress.lists:
        words = {"finished": progress.finished, "lists": progress.lists}
        texts[Stage.TYPE] = _("%(finished)s of %(lists)s lists") % words
    if progress.arrived:
        parts = (texts.get(Stage.TYPE, ""), arrived_text(progress.arrived))
        texts[Stage.TYPE] = " · ".join(filter(None, parts))
    if progress.finished:
        is_final = progress.is_played and progress.event.is_released
        texts[Stage.STANDINGS] = _("released") if is_final else _("provisional")
    if progress.open_prizes is not None:
        texts[Stage.PRIZES] = prizes_text(progress.open_prizes)
    return texts


def people_text(people: int) -> str:
    if not people:
        return _("nobody yet")
    words = ngettext("%(people)s person", "%(people)s people", people)
    return words % {"people": people}


def arrived_text(arrived: int) -> str:
    words = ngettext(
        "%(count)s list has arrived", "%(count)s lists have arrived", arrived
    )
    return words % {"count": arrived}


def drawn_series_text(drawn: int, series: int) -> str:
    words = ngettext(
        "%(drawn)s of %(all)s series", "%(drawn)s of %(all)s series", series
    )
    return words % {"drawn": drawn, "all": series}


def prizes_text(prizes: int) -> str:
    """Return the number of prizes still to be handed out in words."""
    if not prizes:
        return _("handed out")
    words = ngettext("%(prizes)s is open", "%(prizes)s are open", prizes)
    return words % {"prizes": prizes}


class BaseValue(NamedTuple):
    """The value of a contract in game points; ``contract`` is None for a Null."""

    name: str
    value: int
    contract: Contract | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """All rules that are hung up on the wall.

    ``bids`` is empty without bidding, ``house_name`` with the official rules (ISkO),
    ``coefficients`` unless a target is played for (rules 7.6).
    """

    system: str
    house_name: str
    sections: tuple[RuleSection, ...]
    values: tuple[BaseValue, ...]
    bids: tuple[int, ...]
    coefficients: tuple[Coefficient, ...] = ()


def event_rules(event: Event) -> EventRules:
    rules = event.as_rules()
    sections = {section.topic: section for section in rule_sections(rules)}
    house_rules = sections.get(RuleTopic.LIST)
    sections[RuleTopic.LIST] = RuleSection(
        topic=RuleTopic.LIST,
        title=str(TOPIC_TEXT[RuleTopic.LIST]),
        sentences=list_sentences(event)
        + (house_rules.sentences if house_rules else ()),
    )
    rule_set = event.rule_set
    return EventRules(
        system=system_name(event),
        house_name=rule_set.name if rule_set and has_house_rules(rule_set) else "",
        sections=tuple(sections.values()),
        values=contract_values() if counts_values(rules) else (),
        bids=BIDS if RuleTopic.BIDS in sections else (),
        coefficients=coefficients_of(rules),
    )


def system_name(event: Event) -> str:
    """Return the system of the lists; other totals know no bonus (7.5, 7.6)."""
    return str(SystemChoice(event.as_rules().list_system).label)


def contract_values() -> tuple[BaseValue, ...]:
    """Return the suits, Grand and the four Null games with their values."""
    return (
        *(
            BaseValue(contract_name(trump), BASE_VALUE[trump], trump)
            for trump in BASE_VALUE
        ),
        *(
            BaseValue(null_text(hand=hand, ouvert=ouvert), value)
            for (hand, ouvert), value in NULL_VALUE.items()
        ),
    )


def list_sentences(event: Event) -> tuple[str, ...]:
    """Return the length of a list, and what a place takes beside the total."""
    rounds, of_three = event.rounds, event.rounds_at(3)
    counts = {"rounds": rounds, "four": 4 * rounds, "three": 3 * of_three}
    length = ngettext(
        "One round: %(four)s games at a table of four, %(three)s at a table of three.",
        "%(rounds)s rounds: %(four)s games at a table of four, %(three)s at a "
        "table of three.",
        rounds,
    )
    if event.same_games:
        length = _(
            "%(rounds)s rounds at a table of four: %(four)s games; %(more)s at a table "
            "of three: %(three)s."
        )
    ties = _("Equal totals: %(criterion)s.")
    sentences = [
        length % {**counts, "more": of_three},
        ties % {"criterion": ties_words(event.tie_chain)},
    ]
    if event.as_rules().rewards_absence:
        sentences.append(_("Whoever has fewer lists stands behind."))
    if lists := event.least_lists:
        words = ngettext(
            "A place needs %(lists)s list.", "A place needs %(lists)s lists.", lists
        )
        sentences.append(words % {"lists": lists})
    return tuple(sentences)
