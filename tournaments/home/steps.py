"""What the secretary does next, as the club's page says it."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.events.seats.selectors import evenings_for
from tournaments.home.selectors import Home
from tournaments.people.models import Player, User
from tournaments.sheets.models import ScoreSheet
from tournaments.web.next_step import NextStep
from tournaments.words.choices import SheetState


def next_step(home: Home, user: User | AnonymousUser) -> NextStep:
    """Return the secretary's next step: a list that differs goes first.

    Three queries at most.
    """
    sheet = first_that_differs(user)
    if sheet:
        return NextStep(
            title=_("Series %(series)s, table %(table)s: the list differs")
            % {"series": sheet.series.number, "table": sheet.table_number},
            text=sheet.series.event.name,
            action=_("Look at the list"),
            url=reverse("sheets:detail", args=[sheet.pk]),
        )
    if event := first_begun(user):
        return NextStep(
            title=event.name,
            text=_("%(finished)s of %(lists)s lists are finished.")
            % {"finished": event.finished, "lists": event.lists},
            action=_("Go on"),
            url=event.get_absolute_url(),
        )
    if home.coming and home.coming.is_today:
        return NextStep(
            title=home.coming.event.name,
            text=_("Today: who is here?"),
            action=_("Check in"),
            url=reverse("events:check_in", args=[home.coming.event.pk]),
        )
    if home.last and home.last.is_fresh and not home.last.is_final:
        return NextStep(
            title=home.last.event.name,
            text=_("All lists are finished, the results are not released yet."),
            action=_("Look at the results"),
            url=home.last.event.get_absolute_url(),
        )
    if not home.rows:
        return first_step()
    return NextStep(
        title=_("The next evening"),
        text=_("It takes over what the last one had."),
        action=_("New evening"),
        url=reverse("events:create"),
    )


def first_step() -> NextStep:
    """Return where a new club begins: with its people, then an evening. One query."""
    if not Player.objects.members().exists():
        return NextStep(
            title=_("Who is in the club?"),
            text=_("Paste the names of the members, from wherever they are."),
            action=_("Add members"),
            url=reverse("people:paste"),
        )
    return NextStep(
        title=_("No evening yet"),
        text=_("Create the first one, seat the tables and type their lists."),
        action=_("New evening"),
        url=reverse("events:create"),
    )


def first_that_differs(user: User | AnonymousUser) -> ScoreSheet | None:
    """Return a list that differs from its paper, of the latest event. One query."""
    lists: QuerySet[ScoreSheet] = ScoreSheet.objects.filter(
        series__event__in=Event.objects.visible_to(user), state=SheetState.DIFFERS
    )
    ordered = lists.order_by("-series__event__date", "series__number", "table_number")
    return ordered.select_related("series__event").first()


def first_begun(user: User | AnonymousUser) -> Any:
    """Return the latest event up to today with lists to type. One query."""
    events: QuerySet[Any] = evenings_for(user)
    begun = events.filter(lists__gt=F("finished"))
    return begun.filter(date__lte=timezone.localdate()).first()
