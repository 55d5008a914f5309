"""Forms for entries: a person, one entry, a substitute, check-in, registration."""

import re
from collections import Counter
from datetime import datetime, time, timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.events.entrants import (
    LONGEST_NAME,
    MOST_OFFERED,
    NAME_FIELD,
    ambiguous_name,
    labels_matching,
    labels_of,
    labels_text,
    unknown_name,
)
from tournaments.events.entries import registration_services, services
from tournaments.events.entries.places import can_tell
from tournaments.events.entries.recognition import NEW
from tournaments.events.entries.reply_services import set_reply_word
from tournaments.events.models import Entry, Event, Registration
from tournaments.events.teams.selectors import contests_of
from tournaments.events.teams.services import move_to_team
from tournaments.people.models import Player
from tournaments.people.names.lines import typed_name
from tournaments.people.names.names import (
    PersonName,
    Visitor,
    fold,
    read_member_number,
    tidy,
)
from tournaments.people.selectors import namesakes_of, typed_problem
from tournaments.sheets.models import Seat
from tournaments.web.fields import DayField, TimeField
from tournaments.web.forms import (
    ActionForm,
    ActionModelForm,
    MakesOnce,
    WholeNumberField,
    code_field,
)
from tournaments.web.numbers import whole_number
from tournaments.words.choices import EntryStatus
from tournaments.words.formats import clock_time, weekday_date

# A start card says "…/events/3/me/14/", or "…/seats/K7F/2/" of people who only have a
# seat; a scanner set to another keyboard layout sends other punctuation.
CARD = re.compile(
    r"(?:.*events\D+(?P<event>\d+)\W+me\W+)?(?P<number>\d{1,9})\W?", re.IGNORECASE
)
SEAT = re.compile(r".*seats\W+(?P<code>[a-z0-9]+)\W+(?P<place>\d)\W?", re.IGNORECASE)


class PersonForm(ActionForm):
    """One field for a person: a part of the name, or a guest in one line.

    Sets ``found``, ``player`` or ``visitor``. Unclear input comes back with buttons:
    ``offers`` are the people it may mean, ``unknown`` is a name that nobody has.
    """

    who = forms.CharField(label=_("Name or start number"), max_length=LONGEST_NAME)

    found = player = visitor = None
    offers = ()
    unknown = ""

    def set_up(self):
        self.fields["who"].widget.attrs |= NAME_FIELD | {"list": "people"}

    def clean_who(self):
        text = tidy(self.cleaned_data["who"])
        if not text:
            raise ValidationError(self.fields["who"].error_messages["required"])
        for find in (self.find_by_button, self.find_by_seat, self.find_by_number):
            if find(text):
                return text
        if not self.is_new:
            self.find_by_name(text)
        if not (self.found or self.player):
            self.set_visitor(text)
        return text

    @property
    def is_guest(self):
        """Whether a new person is a guest; else a button made them a member."""
        return self.data.get("new_member") != self.data.get("who")

    @property
    def is_new(self):
        """Whether a button said that this is a new person."""
        is_new_guest = self.data.get("new_guest") == self.data.get("who")
        return is_new_guest or not self.is_guest

    def find_by_button(self, _text):
        """Set the person of the pressed button; return whether there is one."""
        key = self.data.get("person", "")
        if not re.fullmatch(r"[0-9]{1,18}", key):
            return False
        player = Player.objects.filter(pk=key).first()
        if player:
            self.set_person(player)
        return bool(player)

    def set_person(self, player):
        """Set ``found`` if the person has one in the event, else ``player``."""
        entries = {
            entry.player_id: entry for entry in self.door.entries_by_number.values()
        }
        self.found = entries.get(player.pk)
        self.player = None if self.found else player

    def find_by_seat(self, text):
        """Set the person of a scanned seat; return whether the text is a seat."""
        card = SEAT.fullmatch(text)
        if not card:
            return False
        seats = Seat.objects.filter(series__event=self.event, place=card["place"])
        seat = seats.filter(sheet__code=card["code"].upper()).first()
        if seat is None:
            raise card_of_another_event()
        self.set_person(seat.player)
        return True

    def find_by_number(self, text):
        """Set the entry of a typed or scanned number; return whether it is a number."""
        card = CARD.fullmatch(text)
        if not card:
            return False
        if card["event"] and whole_number(card["event"]) != self.event.pk:
            raise card_of_another_event()
        self.found = self.door.entries_by_number.get(int(card["number"]))
        if not self.found:
            text = _("Nobody has start number %(number)s.")
            raise ValidationError(text % {"number": card["number"]})
        return True

    def find_by_name(self, text):
        """Set the person whom ``text`` means; offer a choice if there are several.

        So it is if somebody who is here already has the name as well.
        """
        expected, others = self.door.expected_entries, self.door.other_players
        labels = labels_matching(text, expected) or labels_matching(text, others)
        here = labels_matching(text, self.door.present_entries)
        if len(labels) == 1 and not here:
            self.found = expected.get(labels[0])
            self.player = others.get(labels[0])
        elif labels:
            keys = {label: player.pk for label, player in others.items()}
            keys |= {label: entry.player_id for label, entry in expected.items()}
            self.offers = [(keys[label], label) for label in labels[:MOST_OFFERED]]
            raise ambiguous_name(text, [*labels, *here])
        else:
            self.find_present(text)

    def find_present(self, text):
        """Set the entry of a person who is here already; the service deals with it.

        A name that several of them share makes nobody new.
        """
        entries = self.door.present_entries
        labels = labels_matching(text, entries)
        if len(labels) > 1:
            words = _("%(people)s are here already. Please type more of the name.")
            raise ValidationError(words % {"people": labels_text(labels)})
        if labels:
            self.found = entries[labels[0]]

    def set_visitor(self, text):
        """Set the visitor described by ``text``, or the person if one is known."""
        read = typed_name(text, self.clubs)
        if problem := typed_problem(read.name):
            raise ValidationError(problem)
        if len(read.club) > 120:
            raise ValidationError(_("A club has at most 120 letters."))
        if self.find_namesake(read, text):
            return
        if (read.may_tell_apart or not read.club) and not self.is_new:
            self.unknown = text
            raise unknown_name(text)
        self.visitor = Visitor(name=read.name, club=read.club)

    def find_namesake(self, read, text):
        """Set the namesake in the same club, if there is one; ask about others."""
        namesakes = list(namesakes_of(read.name))
        club, key = fold(read.club), read.name.key
        clubmates = [
            each
            for each in namesakes
            if each.name_key == key and club and club == fold(str(each.club or ""))
        ]
        if len(clubmates) == 1 and not read.may_tell_apart:
            self.set_person(clubmates[0])
            return True
        if namesakes and not self.is_new:
            labels = labels_of(namesakes[:MOST_OFFERED], with_clubs=True)
            self.offers = [(each.pk, label) for label, each in labels.items()]
            self.unknown = text
            text = _("Somebody of this name is known. Is it one of them?")
            raise ValidationError(text)
        return False


def card_of_another_event():
    return ValidationError(_("This start card belongs to another event."))


class SubstituteForm(PersonForm):
    from_series = forms.TypedChoiceField(label=_("From series"), coerce=int)

    def set_up(self):
        super().set_up()
        self.fields["who"].label = _("Substitute")
        self.fields["who"].widget.attrs["data-combobox"] = ""
        offer_series(self.fields["from_series"], self.series, self.first)

    def clean(self):
        super().clean()
        if self.found:
            text = _("%(player)s takes part already, with start number %(number)s.")
            words = {"player": self.found.player, "number": self.found.start_number}
            self.add_error("who", text % words)

    def act(self):
        return services.replace_person(
            entry=self.entry,
            player=self.player,
            visitor=self.visitor,
            from_series=self.cleaned_data["from_series"],
            by=self.by,
        )

    def said(self, successor):
        words = {
            "successor": successor.player,
            "player": self.entry.player,
            "number": successor.start_number,
        }
        return _("%(successor)s plays for %(player)s: start number %(number)s.") % words


def offer_series(field, series, initial):
    field.choices = [(number, number) for number in series]
    field.initial = initial


class EntryForm(ActionModelForm):
    fixed_table = WholeNumberField(
        _("Fixed table"),
        1,
        999,
        help_text=_("For somebody who cannot move about."),
        required=False,
    )
    group = WholeNumberField(
        _("Strength group"),
        1,
        99,
        help_text=_(
            "For a draw by groups; 1 is the strongest. Left empty, the person's own."
        ),
        required=False,
    )

    class Meta:
        model = Entry
        fields = ["start_number", "from_series", "until_series", "fixed_table", "group"]

    def set_up(self):
        teams = {
            each.contest_id: each.team_id for each in self.instance.memberships.all()
        }
        self.contests = {}
        for contest in contests_of(self.instance.event):
            name = f"team_{contest.number}"
            self.contests[name] = contest
            self.fields[name] = forms.ModelChoiceField(
                label=contest.name,
                queryset=contest.teams.all(),
                required=False,
                initial=teams.get(contest.pk),
                empty_label=_("no team"),
            )

    def team_fields(self):
        return [self[name] for name in self.contests]

    @transaction.atomic
    def act(self):
        entry = services.save_entry(entry=self.instance)
        for name, contest in self.contests.items():
            move_to_team(entry=entry, contest=contest, team=self.cleaned_data[name])
        return entry


class LeaveForm(ActionForm):
    service = services.mark_left

    after_series = forms.TypedChoiceField(label=_("Leaves after series"), coerce=int)

    def set_up(self):
        least = self.entry.from_series - 1
        series = [number for number in self.series if number >= least]
        offer_series(self.fields["after_series"], series, max(self.first - 1, 1))

    def said(self, entry):
        text = _("%(player)s leaves after series %(series)s; what was played stays.")
        return text % {"player": entry.player, "series": entry.until_series}


class DoorForm(PersonForm):
    """Check in a person who is expected, or add one who is not."""

    from_series = forms.TypedChoiceField(
        label=_("Plays from series"), coerce=int, required=False, empty_value=None
    )

    def set_up(self):
        super().set_up()
        self.fields["who"].widget.attrs["autofocus"] = True
        offer_series(self.fields["from_series"], self.series, self.series[0])
        # Sent again, because the first request or its answer got lost.
        self.is_again = "again" in self.data

    def find_by_name(self, text):
        if self.is_again:
            self.find_present(text)
        if not self.found:
            super().find_by_name(text)

    def act(self):
        series = self.cleaned_data.get("from_series")
        if self.is_again and self.found and self.found.status == EntryStatus.PRESENT:
            return self.found
        if self.found:
            return services.mark_present(entry=self.found, from_series=series)
        if self.player:
            return services.add_entry(
                event=self.event, player=self.player, from_series=series
            )
        return services.add_visitor_entry(
            event=self.event,
            visitor=self.visitor,
            is_guest=self.is_guest,
            from_series=series,
        )

    def said(self, entry):
        """Greet with name, start number, a late first series, and team or club."""
        text = _("%(player)s is here: start number %(number)s.")
        if entry.from_series > 1:
            text = _(
                "%(player)s is here: start number %(number)s, from series %(series)s."
            )
        words = {
            "player": entry.player,
            "number": entry.start_number,
            "series": entry.from_series,
        }
        club = entry.player.club if entry.player.is_guest else ""
        belongs_to = entry.team_names or str(club or "")
        return " ".join(filter(None, (text % words, belongs_to and f"({belongs_to})")))


STRIKE = "strike"
EVENING = time(18)  # of the day before, when a registration closes unless told


class OpeningForm(ActionModelForm):
    """Until when players enter themselves, and how many."""

    day = DayField(
        label=_("Open until"),
        required=False,
        help_text=_("Left empty, nobody can enter any more."),
    )
    time = TimeField(label=_("Time"), required=False)
    field_order = ["day", "time", "places"]

    class Meta:
        model = Event
        fields = ["places"]
        help_texts = {
            "places": _("Left empty, there is no limit and no waiting list."),
        }

    def set_up(self):
        before = datetime.combine(self.instance.date - timedelta(days=1), EVENING)
        until = self.instance.open_until or timezone.make_aware(before)
        if self.instance.open_until or until > timezone.now():
            until = timezone.localtime(until)
            self.initial |= {"day": until.date(), "time": f"{until:%H:%M}"}

    def clean(self):
        values = super().clean()
        day, clock = values.get("day"), values.get("time")
        if not self.errors and bool(day) != bool(clock):
            missing = "time" if day else "day"
            self.add_error(missing, self.fields[missing].error_messages["required"])
        self.open_until = None
        if day and clock:
            until = datetime.combine(day, time.fromisoformat(clock))
            self.open_until = timezone.make_aware(until)
        return values

    def act(self):
        self.instance.open_until = self.open_until
        return registration_services.open_registration(event=self.instance)

    def said(self, event):
        text, until = _("The registration is closed."), event.open_until
        if until and until > timezone.now():
            text = _("Open until %(day)s, %(time)s.")
        words = {"day": weekday_date(until), "time": clock_time(until)}
        return f"{super().said(event)} {text % words}"


class RegistrationForm(MakesOnce, ActionModelForm):
    """What a stranger says of themselves; sent twice from one page, it is one."""

    # People do not see this field, programs that fill in everything do.
    website = forms.CharField(
        label=_("Leave this field empty"),
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "tabindex": "-1"}),
    )

    class Meta:
        model = Registration
        fields = ["first_name", "last_name", "club", "number", "mail"]
        widgets = {
            "first_name": forms.TextInput({"autocomplete": "given-name"}),
            "last_name": forms.TextInput({"autocomplete": "family-name"}),
            "club": forms.TextInput({"autocomplete": "organization"}),
            "number": forms.TextInput({"autocomplete": "off"}),
            "mail": forms.EmailInput({"autocomplete": "email"}),
        }
        help_texts = {
            "number": _("If you have one: it tells you from namesakes."),
            "mail": _("Only for the confirmation; deleted after the event."),
        }

    made = None

    def set_up(self):
        super().set_up()
        self.fields["first_name"].required = True
        if not can_tell():
            del self.fields["mail"]

    def clean(self):
        values = super().clean()
        names = [tidy(values.get(f"{each}_name", "")) for each in ("first", "last")]
        values |= dict(zip(("first_name", "last_name"), names, strict=True))
        values["club"] = tidy(values.get("club", ""))
        if values.pop("website", ""):
            self.add_error("website", _("Please leave this field empty."))
        if not self.errors:
            if problem := typed_problem(PersonName(*names)):
                raise ValidationError(problem)
            self.made = self.made_already(
                *map(fold, (*names, values["club"])), values["number"]
            )
        return values

    def clean_number(self):
        return read_member_number(self.cleaned_data["number"])

    def act(self):
        return self.made or registration_services.register(registration=self.instance)


class TakeInForm(ActionForm):
    """What each registration becomes: somebody known, somebody new, or nobody."""

    def set_up(self):
        for each in self.recognised:
            self.fields[f"as_{each.row.pk}"] = forms.ChoiceField(
                label=str(each.row),
                required=False,
                initial="" if each.row.is_waiting else each.answer,
                choices=[
                    ("", _("later")),
                    *((player.pk, player.label) for player in each.candidates),
                    (NEW, _("somebody new")),
                    (STRIKE, _("strike out")),
                ],
            )

    def has_namesakes(self):
        return any(each.namesake for each in self.recognised)

    def rows(self):
        return [(each, self[f"as_{each.row.pk}"]) for each in self.recognised]

    def clean(self):
        """Read the answers; ``only`` is the button of one row.

        ``rest`` strikes out all, up to the last one that was shown.
        """
        values, only = super().clean(), self.data.get("only")
        last = whole_number(self.data.get("rest")) or 0
        self.people, self.struck = {}, set()
        for each in self.recognised:
            answer = values.get(f"as_{each.row.pk}", "")
            if each.row.pk <= last:
                answer = STRIKE
            elif not answer and self.data.get("namesakes") and not each.row.is_waiting:
                answer = each.namesake
            if not answer or (only and only != str(each.row.pk)):
                continue
            if answer == STRIKE:
                self.struck.add(each.row.pk)
            else:
                known = {str(player.pk): player for player in each.candidates}
                self.people[each.row.pk] = known.get(answer)
        self.refuse_twins()
        if not self.errors and not (self.people or self.struck):
            raise ValidationError(_("Nothing is chosen yet."))
        return values

    def refuse_twins(self):
        """Name the rows that are the same person, or somebody who takes part."""
        times = Counter(self.people.values())
        entered = set(self.event.entries.values_list("player", flat=True))
        for key, player in self.people.items():
            if player and player.pk in entered:
                self.add_error(f"as_{key}", _("Takes part already: strike this out."))
            elif player and times[player] > 1:
                self.add_error(f"as_{key}", _("Chosen twice: strike out one of them."))

    def act(self):
        self.taken = registration_services.take_in(
            event=self.event, people=self.people, struck=self.struck
        )
        return True

    def said(self, _result):
        text = ngettext(
            "%(count)d person is on the list of entries.",
            "%(count)d people are on the list of entries.",
            len(self.taken),
        )
        texts = [text % {"count": len(self.taken)}] if self.taken else []
        if self.struck:
            texts.append(_("Struck out: %(count)s.") % {"count": len(self.struck)})
        return " ".join(map(str, texts))


class ReplyWordForm(ActionForm):
    """The word that people say before they see who comes."""

    service = set_reply_word

    word = forms.CharField(
        label=_("Password to say first"),
        max_length=40,
        required=False,
        help_text=_("Left empty, the link is enough."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class SayWordForm(forms.Form):
    """The word of the club, in capitals or not."""

    code = code_field(_("Password to say first"))

    def __init__(self, data=None, *, word=""):
        super().__init__(data)
        self.word = word

    def clean_code(self):
        if fold(tidy(self.cleaned_data["code"])) != fold(self.word):
            raise ValidationError(_("That is not the word."))
        return self.cleaned_data["code"]
