"""The evening as a path: the state of each step, and the one thing to do next."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.events.overview.progress import Progress, Round
from tournaments.web.access import opens
from tournaments.web.next_step import NextStep

FEWEST = 3


class Stage(IntEnum):
    """The steps of an evening, in order."""

    CHECK_IN = 1
    DRAW = 2
    PRINT = 3
    TYPE = 4
    STANDINGS = 5
    PRIZES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class EventStep(NextStep):
    """The next step of an event, and where on its path it is."""

    stage: Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class PathStep:
    """A step of the path with its state in words."""

    label: str
    text: str
    url: str
    is_done: bool
    is_next: bool


def next_step(progress: Progress) -> EventStep | None:
    """Return the one thing to do next; None when nothing is left. No query."""
    if progress.arrived:
        return step_of_arrivals(progress)
    if progress.is_played:
        return step_of_result(progress)
    for each in progress.rounds:
        if each.is_waiting:
            return step_of_lists(progress, each)
        if not each.sheets:
            return step_of_tables(progress, each)
    return None


def step_of_arrivals(progress: Progress) -> EventStep:
    """Return how lists that came from elsewhere get onto the lists here."""
    return EventStep(
        stage=Stage.TYPE,
        title=arrived_text(progress.arrived),
        text=_("From phones, files and other laptops."),
        action=_("Look at them"),
        url=reverse("files:arrivals", args=[progress.event.pk]),
    )


def step_of_tables(progress: Progress, each: Round) -> EventStep:
    """Return how a series without tables gets them: first somebody must be here."""
    pk = progress.event.pk
    if progress.is_ahead and progress.people < FEWEST:
        return EventStep(
            stage=Stage.CHECK_IN,
            title=_("Who takes part?"),
            action=_("Register many"),
            url=reverse("events:register", args=[pk]),
            also=_("Check-in"),
            also_url=reverse("events:check_in", args=[pk]),
        )
    if progress.people < FEWEST:
        return EventStep(
            stage=Stage.CHECK_IN,
            title=_("Who is here?"),
            action=_("Check-in"),
            url=reverse("events:check_in", args=[pk]),
            also=_("Seat the tables by hand"),
            also_url=reverse("events:add-table", args=[pk, each.series.number]),
        )
    return EventStep(
        stage=Stage.DRAW,
        title=_("Draw series %(number)s") % {"number": each.series.number},
        text=people_text(progress.people),
        action=_("Draw the tables"),
        url=f"{reverse('events:draw', args=[pk])}?series={each.series.number}",
    )


def step_of_lists(progress: Progress, each: Round) -> EventStep:
    """Return what the lists of a series wait for: paper, or somebody who types."""
    sheet = each.urgent
    number = each.series.number
    words = {"series": number, "table": sheet.table_number}
    if each.is_begun:
        return EventStep(
            stage=Stage.TYPE,
            title=_("Series %(series)s, table %(table)s") % words,
            text=sheet.state_label,
            action=_("Type the list"),
            url=sheet.get_absolute_url(),
        )
    return EventStep(
        stage=Stage.PRINT,
        title=_("Print the lists of series %(number)s") % {"number": number},
        text=tables_text(len(each.sheets)),
        action=_("Print"),
        url=reverse("papers:print", args=[progress.event.pk]),
        also=_("Type the list of table %(table)s") % words,
        also_url=sheet.get_absolute_url(),
    )


def step_of_result(progress: Progress) -> EventStep | None:
    """Return what is left when all is played."""
    event = progress.event
    lists = _("All lists are finished. Released, the result is no longer provisional.")
    if not event.is_released:
        return EventStep(
            stage=Stage.STANDINGS,
            title=_("Release the results"),
            text=lists,
            action=_("Release"),
            url=reverse("events:release", args=[event.pk]),
            post={"released": "yes"},
            also=_("Look at the standings"),
            also_url=reverse("events:standings", args=[event.pk]),
        )
    if not event.is_published:
        return EventStep(
            stage=Stage.STANDINGS,
            title=_("Publish"),
            text=_("So far visitors see nothing of it."),
            action=_("Publish"),
            url=reverse("events:publish", args=[event.pk]),
            post={"published": "yes"},
        )
    if progress.open_prizes:
        return EventStep(
            stage=Stage.PRIZES,
            title=_("Hand out the prizes"),
            text=prizes_text(progress.open_prizes),
            action=_("Prizes"),
            url=reverse("events:prizes", args=[event.pk]),
        )
    return None


def next_evening() -> NextStep:
    """Return what follows when nothing is left to do."""
    return NextStep(
        title=_("The next evening"),
        text=_("It takes over what the last one had."),
        action=_("New evening"),
        url=reverse("events:create"),
    )


def path_of(progress: Progress, user: Any) -> list[PathStep]:
    """Return the steps of an event with their states. No query.

    A step that is not open to ``user`` leads nowhere.
    """
    following = next_step(progress)
    done = stages_done(progress)
    texts = texts_of(progress)
    return [
        PathStep(
            label=label,
            text=texts.get(stage, ""),
            url=reverse(name, args=[progress.event.pk]) if opens(user, name) else "",
            is_done=stage in done,
            is_next=following is not None and following.stage == stage,
        )
        for stage, label, name in (
            (Stage.CHECK_IN, _("Check-in"), "events:check_in"),
            (Stage.DRAW, _("Draw"), "events:draw"),
            (Stage.PRINT, _("Print"), "papers:print"),
            (Stage.TYPE, pgettext("step", "Type"), "events:detail"),
            (Stage.STANDINGS, _("Standings"), "events:standings"),
            (Stage.PRIZES, _("Prizes"), "events:prizes"),
        )
    ]


def stages_done(progress: Progress) -> set[Stage]:
    """Return the steps behind which nothing is left to do.

    Whether paper was printed nobody knows, so that step is never called done.
    """
    event = progress.event
    everywhere = len(progress.rounds)
    is_out = event.is_released and event.is_published
    done = {
        Stage.CHECK_IN: progress.drawn > 0,
        Stage.DRAW: progress.is_played or progress.drawn == everywhere,
        Stage.TYPE: progress.is_played,
        Stage.STANDINGS: progress.is_played and is_out,
        Stage.PRIZES: progress.is_played and not progress.open_prizes and is_out,
    }
    return {stage for stage, is_done in done.items() if is_done}


def texts_of(progress: Progress) -> dict[Stage, str]:
    """Return how far each step is, in words."""
    texts = {
        Stage.CHECK_IN: people_text(progress.people),
        Stage.DRAW: series_text(progress.drawn, len(progress.rounds)),
    }
    if progress.lists:
        words = {"finished": progress.finished, "lists": progress.lists}
        texts[Stage.TYPE] = _("%(finished)s of %(lists)s lists") % words
    if progress.arrived:
        waiting = (texts.get(Stage.TYPE, ""), arrived_text(progress.arrived))
        texts[Stage.TYPE] = " · ".join(filter(None, waiting))
    if progress.finished:
        is_final = progress.is_played and progress.event.is_released
        texts[Stage.STANDINGS] = _("released") if is_final else _("provisional")
    if progress.is_played:
        texts[Stage.PRIZES] = prizes_text(progress.open_prizes)
    return texts


def people_text(people: int) -> str:
    """Return how many people are here."""
    if not people:
        return _("nobody yet")
    words = ngettext("%(people)s person", "%(people)s people", people)
    return words % {"people": people}


def arrived_text(arrived: int) -> str:
    """Return how many whole lists wait."""
    words = ngettext(
        "%(count)s list has arrived", "%(count)s lists have arrived", arrived
    )
    return words % {"count": arrived}


def series_text(drawn: int, series: int) -> str:
    """Return how many series have tables."""
    words = ngettext(
        "%(drawn)s of %(all)s series", "%(drawn)s of %(all)s series", series
    )
    return words % {"drawn": drawn, "all": series}


def tables_text(tables: int) -> str:
    """Return how many tables there are."""
    words = ngettext("%(tables)s table", "%(tables)s tables", tables)
    return words % {"tables": tables}


def prizes_text(prizes: int | None) -> str:
    """Return how many prizes have still to be handed out."""
    if prizes is None:
        return pgettext("prizes", "none")
    if not prizes:
        return _("handed out")
    words = ngettext("%(prizes)s is open", "%(prizes)s are open", prizes)
    return words % {"prizes": prizes}
