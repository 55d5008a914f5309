import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from tournaments.web.tables import PERSON, PLACE, LeanTable
from tournaments.words.choices import EntryStatus

STATUS_BADGES = {
    EntryStatus.REGISTERED: "open",
    EntryStatus.PRESENT: "checked",
    EntryStatus.ABSENT: "plain",
    EntryStatus.LEFT: "finished",
}


class EntryTable(LeanTable):
    """The entries by start number, with buttons for readers who may write."""

    start_number = tables.Column(_("No."), attrs=PLACE)
    player = tables.Column(_("Name"), order_by="player__name_key", attrs=PERSON)
    status = tables.Column(_("Status"))
    calls = tables.Column(_("Check-in"), orderable=False, empty_values=())
    club = tables.Column(_("Club"), order_by="player__club__name")
    team = tables.Column(_("Team"), accessor="team_names", order_by="first_team")

    caption = _("Who takes part")

    class Meta:
        attrs = {"class": "standings entries ranked-rows"}
        empty_text = _("Nobody.")

    def __init__(self, entries, *, with_calls, **kwargs):
        super().__init__(entries, **kwargs)
        if not with_calls:
            self.exclude = ("calls",)
        self.with_calls = with_calls

    def cells(self, record):
        player = record.player
        name = player.sorted_name
        if self.with_calls:
            address = reverse(
                "events:entry", args=[record.event_id, record.start_number]
            )
            name = format_html('<a href="{}">{}</a>', address, name)
        if record.origin:
            name = format_html("{} <small>{}</small>", name, record.origin)
        calls = [status_buttons(record)] if self.with_calls else []
        return [
            record.start_number,
            name,
            entry_status(record),
            *calls,
            player.club or "",
            record.team_names,
        ]


def entry_status(entry):
    """Return the status of an entry as a badge, with its series."""
    label = entry.get_status_display()
    if entry.status == EntryStatus.LEFT and entry.until_series is not None:
        label = _("until series %(number)s") % {"number": entry.until_series}
    elif entry.status == EntryStatus.PRESENT and entry.from_series > 1:
        label = _("from series %(number)s") % {"number": entry.from_series}
    return format_html(
        '<span class="badge badge-{}">{}</span>', STATUS_BADGES[entry.status], label
    )


def status_buttons(entry):
    """Return the buttons of a row, which send the start number."""
    buttons = [] if entry.status == EntryStatus.PRESENT else [("here", _("Here"))]
    if entry.status == EntryStatus.REGISTERED:
        buttons.append(("absent", _("Not here")))
    return format_html_join(
        " ",
        '<button class="plain" name="{}" value="{}">{}'
        '<span class="visually-hidden"> ({})</span></button>',
        ((verb, entry.start_number, label, entry.player) for verb, label in buttons),
    )
