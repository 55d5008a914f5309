"""Forms for the people at the tables."""

import re
from functools import partial

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from tournaments.events.draws.selectors import waste_text
from tournaments.events.entrants import (
    FEWEST_SEATS,
    LONGEST_NAME,
    MOST_OFFERED,
    NAME_FIELD,
    label_meant,
    labels_matching,
    unknown_name,
)
from tournaments.events.log import locked_event
from tournaments.events.models import Series
from tournaments.events.seats import services
from tournaments.events.seats.selectors import entries_off_fixed_table
from tournaments.people.models import Player
from tournaments.people.services import add_player_named
from tournaments.sheets.models import Seat
from tournaments.web.fields import lines_input, read_each, read_lines, refuse_many
from tournaments.web.forms import ActionForm
from tournaments.words.choices import SheetState

MOST_SEATS = 5
MOST_TABLES = 60


class SeatingForm(ActionForm):
    """Finds the people of a table by their typed names, or says who is not found."""

    def find(self, text):
        """Return the person whom ``text`` means. Raises ``ValidationError``."""
        free, seated = self.choices.free, self.choices.seated
        label = label_meant(text, [*free, *seated])
        if label is None:
            raise unknown_name(text)
        if label in free:
            return free[label]
        words = {"player": label, "table": seated[label]}
        refusal = _("%(player)s sits at table %(table)s in this series already.")
        raise ValidationError(refusal, "seated", words)


def name_field(place):
    label = format_lazy("{} {}", pgettext_lazy("seat", "Place"), place)
    attrs = {"list": "free-players"} | NAME_FIELD | {"data-combobox": ""}
    widget = forms.TextInput(attrs=attrs)
    return forms.CharField(
        label=label, max_length=LONGEST_NAME, required=False, widget=widget
    )


class TableForm(SeatingForm):
    """Three to five people of one table, each typed as a part of the name.

    Without a script, an ambiguous name comes back with a button for each person it may
    mean, and an unknown name with buttons that add the person. Players move up to a
    place left empty.
    """

    player_1 = name_field(1)
    player_2 = name_field(2)
    player_3 = name_field(3)
    player_4 = name_field(4)
    player_5 = name_field(5)

    def set_up(self):
        super().set_up()
        self.offers, self.unknown = {}, {}

    def clean(self):
        super().clean()
        names = self.seat_names()
        empty = [name for name in names if self.cleaned_data.get(name) == ""]
        players = []
        for name in names:
            text = self.cleaned_data.get(name)
            person = self.person_in(name, text) if text else None
            if person in players:
                self.add_error(name, _("%(player)s is named twice.") % {"player": text})
            elif person:
                players.append(person)
        if len(names) - len(empty) < FEWEST_SEATS:
            self.add_error(empty[0], _("Three to five players sit at a table."))
        self.cleaned_data["players"] = players

    def person_in(self, name, text):
        """Return the person of a field, or what adds them; None after an error."""
        is_guest = text in self.added_guests()
        try:
            return self.find(text)
        except ValidationError as refusal:
            if refusal.code == "several":
                labels = labels_matching(text, self.choices.free)
                self.offers[name] = labels[:MOST_OFFERED]
            elif refusal.code == "unknown":
                if is_guest or text in self.added_members():
                    return partial(add_player_named, name=text, is_guest=is_guest)
                self.unknown[name] = text
            self.add_error(name, refusal)
            return None

    def new_people(self, kind):
        """Return the names of the people to add as members or as guests."""
        listed = getattr(self.data, "getlist", None)
        return [text.strip() for text in listed(kind)] if listed else []

    def added_guests(self):
        return self.new_people("new_guest")

    def added_members(self):
        return self.new_people("new_member")

    def rows(self):
        names = self.seat_names()
        first = next((name for name in names if name in self.errors), "player_1")
        self.fields[first].widget.attrs["autofocus"] = True
        return [
            (self[name], self.offers.get(name, ()), self.unknown.get(name, ""))
            for name in names
        ]

    def seat_names(self):
        return [name for name in self.fields if name.startswith("player_")]

    def act(self):
        with transaction.atomic():
            players = [
                person if isinstance(person, Player) else person()
                for person in self.cleaned_data["players"]
            ]
            return self.seat(players)

    def seat(self, players):
        return services.open_table(series=self.series, players=players, by=self.by)

    def said(self, sheet):
        return _("%(table)s is seated.") % {"table": sheet}


class SeatsForm(TableForm):
    """Change the people at a table; once games are typed, with a reason."""

    changes = "sheet"

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("The games stay with the places; the correction can be undone."),
        max_length=300,
    )

    def set_up(self):
        super().set_up()
        self.has_games = self.sheet.state != SheetState.EMPTY
        self.players_before = set(self.sheet.seats.values_list("player", flat=True))
        if not self.has_games:
            del self.fields["reason"]

    def save(self, commit=True):
        with transaction.atomic():
            # Before the list, as everywhere.
            locked_event(self.sheet.series.event_id)
            return super().save()

    def seat(self, players):
        reason = self.cleaned_data.get("reason", "")
        return services.change_seats(
            sheet=self.sheet, players=players, by=self.by, reason=reason
        )

    said = ActionForm.said

    def warnings(self, _sheet):
        yield from filter(None, [waste_text(self.sheet.series.event)])
        for entry in entries_off_fixed_table(self.sheet, self.players_before):
            text = _(
                "%(player)s has a fixed place at table %(table)s and sits elsewhere."
            )
            yield text % {"player": entry.player, "table": entry.fixed_table}


class ManyTablesForm(SeatingForm):
    """Several tables at once, one per line, with commas between the names."""

    service = services.open_tables

    tables = forms.CharField(
        label=_("One table a line, the players with commas between"),
        help_text=_("With semicolons between, “Meier, Hans” is one player."),
        max_length=20_000,
        widget=lines_input(rows=4),
    )

    def clean_tables(self):
        text = self.cleaned_data["tables"]
        lines = [line for line in text.splitlines() if line.strip(" ,;")]
        if not lines:
            raise ValidationError(self.fields["tables"].error_messages["required"])
        refuse_many(lines, MOST_TABLES, _("At most %(most)s at once."))
        self.named = set()
        self.cleaned_data["seatings"] = read_lines(lines, self.players_in)
        return text

    def players_in(self, line):
        players = read_each(names_in(line), self.find_once)
        if not FEWEST_SEATS <= len(players) <= MOST_SEATS:
            raise ValidationError(_("Three to five players sit at a table."))
        return players

    def find_once(self, text):
        player = self.find(text)
        if player in self.named:
            raise ValidationError(_("%(player)s is named twice.") % {"player": player})
        self.named.add(player)
        return player

    def said(self, sheets):
        return seated_text(sheets)


def seated_text(sheets):
    count = len(sheets)
    text = ngettext("%(count)d table is seated.", "%(count)d tables are seated.", count)
    return text % {"count": count}


def names_in(line):
    """Return the names of a line; commas separate them unless another sign does.

    >>> names_in("Anna, Bernd"), names_in("Ohm, Anna; Uhl, Bernd;")
    (['Anna', 'Bernd'], ['Ohm, Anna', 'Uhl, Bernd'])
    """
    line = line.strip(" ,;\t")
    parts = re.split(r"[;\t]", line)
    names = parts if len(parts) > 1 else line.split(",")
    return [name for name in map(str.strip, names) if name]


class CopyTablesForm(ActionForm):
    service = services.copy_tables

    source = forms.ModelChoiceField(queryset=Series.objects.none())

    def set_up(self):
        self.fields["source"].queryset = self.earlier

    def said(self, sheets):
        return seated_text(sheets)

    def warnings(self, _sheets):
        gone = services.people_gone(self.series)
        seats = Seat.objects.filter(series=self.cleaned_data["source"], player__in=gone)
        names = ", ".join(seat.player.name for seat in seats.select_related("player"))
        if names:
            yield _("Gone, and not seated again: %(names)s.") % {"names": names}
