"""What the secretary does next, as the club's page says it."""

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.events.planning.selectors import EventLine
from tournaments.home.selectors import Home
from tournaments.people.models import Player
from tournaments.sheets.models import ScoreSheet
from tournaments.web.next_step import NextStep
from tournaments.words.choices import SheetState


def next_step(home: Home) -> NextStep:
    """Return the secretary's next step: a list that differs goes first. One query."""
    for line in home.running:
        if sheet := differing(line):
            return NextStep(
                title=_("Series %(series)s, table %(table)s: the list differs")
                % {"series": sheet.series.number, "table": sheet.table_number},
                text=line.event.name,
                action=_("Look at the list"),
                url=reverse("sheets:detail", args=[sheet.pk]),
            )
        return NextStep(
            title=line.event.name,
            text=_("%(finished)s of %(lists)s lists are finished.")
            % {"finished": line.finished, "lists": line.lists},
            action=_("Go on"),
            url=line.event.get_absolute_url(),
        )
    if home.coming and home.coming.is_today:
        return NextStep(
            title=home.coming.event.name,
            text=_("Today: who is here?"),
            action=_("Check in"),
            url=reverse("events:check_in", args=[home.coming.event.pk]),
        )
    if not home.lines:
        return first_step()
    return NextStep(
        title=_("Everything is typed"),
        text=_("The next evening takes over what the last one had."),
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


def differing(line: EventLine) -> ScoreSheet | None:
    """Return the first list of an event that differs from its paper. One query."""
    lists: QuerySet[ScoreSheet] = ScoreSheet.objects.filter(
        series__event=line.event, state=SheetState.DIFFERS
    )
    ordered = lists.order_by("series__number", "table_number")
    return ordered.select_related("series").first()
