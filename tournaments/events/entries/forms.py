"""Forms about who takes part: finding a person, one entry, a substitute."""

import re
from dataclasses import replace

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.events.entrants import players_by_name_key
from tournaments.events.entries import services as entries_services
from tournaments.events.models import Entry
from tournaments.events.people import (
    LONGEST_NAME,
    MOST_OFFERED,
    NAME_FIELD,
    labels_text,
)
from tournaments.events.teams import services as teams_services
from tournaments.people.models import Player
from tournaments.people.names.names import fold, known_club, read_visitor, tidy
from tournaments.people.selectors import name_key, problem_with
from tournaments.web.asked import whole
from tournaments.web.forms import ServiceForm, ServiceModelForm

# A start card says "…/events/3/check-in/?number=14"; a scanner set to another
# keyboard spells the signs between the words in its own way.
CARD = re.compile(
    r"(?:.*events\D+(?P<event>\d+)\D+check\D+)?(?P<number>\d{1,9})\W?", re.IGNORECASE
)


class PersonForm(ServiceForm):
    """One field for a person: a part of the name, or a guest in one line.

    Sets ``entry``, ``player`` or ``visitor``. What is not clear comes back with
    buttons: ``offers`` are people it may be, ``unknown`` a name nobody has.
    """

    needs: tuple[str, ...] = ("event", "door", "clubs")

    who = forms.CharField(label=_("Name or start number"), max_length=LONGEST_NAME)

    entry = player = visitor = None
    is_guest = True
    offers = ()
    unknown = ""

    def set_up(self):
        self.club_names = tuple(self.clubs)
        self.clubs = {fold(club) for club in self.club_names}
        self.fields["who"].widget.attrs |= NAME_FIELD | {"list": "people"}

    def clean_who(self):
        text = tidy(self.cleaned_data["who"])
        if not text:
            raise ValidationError(
                self.fields["who"].error_messages["required"], code="required"
            )
        if self.chosen_person() or self.found_by_number(text):
            return text
        if not self.is_new(text):
            self.find_by_name(text)
        if not (self.entry or self.player):
            self.read_new(text)
        return text

    def is_new(self, text):
        """Tell whether a button said that this is somebody nobody knows."""
        self.is_guest = self.data.get("new_member") != self.data.get("who")
        return self.data.get("who") in (
            self.data.get("new_guest"),
            self.data.get("new_member"),
        )

    def chosen_person(self):
        """Find the person of the button that was pressed."""
        chosen = self.data.get("person", "")
        if not re.fullmatch(r"[0-9]{1,18}", chosen):
            return False
        player = Player.objects.filter(pk=chosen).first()
        return bool(player) and self.take(player)

    def take(self, player):
        """Remember a person as the entry they have, or as somebody new to the event."""
        entries = {
            each.player_id: each for each in self.door.entries_by_number.values()
        }
        self.entry = entries.get(player.pk)
        self.player = None if self.entry else player
        return True

    def found_by_number(self, text):
        """Find an entry by its start number, typed or scanned from a card."""
        read = CARD.fullmatch(text)
        if not read:
            return False
        if read["event"] and whole(read["event"]) != self.event.pk:
            raise ValidationError(
                _("This start card belongs to another event."), code="card"
            )
        self.entry = self.door.entries_by_number.get(int(read["number"]))
        if not self.entry:
            raise ValidationError(
                _("Nobody has start number %(number)s."),
                code="number",
                params={"number": read["number"]},
            )
        return True

    def find_by_name(self, text):
        """Find who is called so; several are offered, who is here already is named."""
        labels = self.door.matches(text)
        if len(labels) == 1:
            self.entry = self.door.expected_entries.get(labels[0])
            self.player = self.door.other_players.get(labels[0])
        elif labels:
            people = {**self.door.other_players}
            people |= {
                at: each.player for at, each in self.door.expected_entries.items()
            }
            self.offer([(people[label], label) for label in labels[:MOST_OFFERED]])
            raise ValidationError(
                _("“%(text)s” may be %(people)s. Please choose."),
                code="several",
                params={"text": text, "people": labels_text(labels)},
            )
        else:
            self.find_here(text)

    def offer(self, people):
        self.offers = [(player.pk, label) for player, label in people]

    def find_here(self, text):
        """Find who is here already; what to do with them the service knows."""
        here = self.door.present_matches(text)
        if len(here) == 1:
            self.entry = here[0]

    def read_new(self, text):
        """Read a guest in one line, but nobody twice."""
        visitor = read_visitor(text, clubs=self.clubs)
        visitor = replace(visitor, club=known_club(visitor.club, self.club_names))
        if problem := problem_with(visitor.name):
            raise ValidationError(problem, code="name")
        if len(visitor.club) > 120:
            raise ValidationError(_("A club has at most 120 letters."), code="club")
        if self.found_namesake(visitor, text):
            return
        if not visitor.club and not self.is_new(text):
            self.unknown = text
            raise ValidationError(
                _("Nobody here is called “%(text)s”."),
                code="unknown",
                params={"text": text},
            )
        self.visitor = visitor

    def found_namesake(self, visitor, text):
        """Take the namesake of the same club; ask about others of the same name."""
        namesakes = players_by_name_key([visitor.name]).get(name_key(visitor.name), [])
        club = fold(visitor.club)
        same = [each for each in namesakes if club and club == club_key(each)]
        if len(same) == 1:
            return self.take(same[0])
        if namesakes and not self.is_new(text):
            self.offer(
                [(each, label_with_club(each)) for each in namesakes[:MOST_OFFERED]]
            )
            self.unknown = text
            raise ValidationError(
                _("Somebody of this name is known. Is it one of them?"), code="namesake"
            )
        return False


def club_key(player):
    """Return the folded name of a person's club."""
    return fold(player.club.name) if player.club else ""


def label_with_club(player):
    """Return a name with the club, as a choice between namesakes."""
    return f"{player.name} ({player.club})" if player.club else player.name


class SubstituteForm(PersonForm):
    """Somebody plays for a person who goes, from a series on."""

    needs = (*PersonForm.needs, "leaver", "series", "by")

    from_series = forms.TypedChoiceField(label=_("From series"), coerce=int)

    def set_up(self):
        super().set_up()
        self.fields["who"].label = _("Substitute")
        self.fields["who"].widget.attrs["data-combobox"] = ""
        self.fields["from_series"].choices = [(each, each) for each in self.series]

    def clean(self):
        super().clean()
        if self.entry:
            taken = _("%(player)s takes part already, with start number %(number)s.")
            self.add_error(
                "who",
                taken
                % {
                    "player": self.entry.player,
                    "number": self.entry.start_number,
                },
            )

    def act(self):
        return entries_services.replace_person(
            entry=self.leaver,
            player=self.player,
            visitor=self.visitor,
            from_series=self.cleaned_data["from_series"],
            by=self.by,
        )


class EntryForm(ServiceModelForm):
    """Start number, team, series and wishes of one entry."""

    needs = ("contests",)

    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        help_text=_("For somebody who cannot move about."),
        min_value=1,
        max_value=999,
        required=False,
    )
    group = forms.IntegerField(
        label=_("Strength group"),
        help_text=_(
            "For a draw by groups; 1 is the strongest. Left empty, the person's own."
        ),
        min_value=1,
        max_value=99,
        required=False,
    )

    class Meta:
        model = Entry
        fields = [
            "start_number",
            "from_series",
            "until_series",
            "fixed_table",
            "group",
        ]

    def set_up(self):
        own = {
            each.contest_id: each.team_id for each in self.instance.memberships.all()
        }
        for contest in self.contests:
            self.fields[team_field(contest)] = forms.ModelChoiceField(
                label=contest.name,
                queryset=contest.teams.all(),
                required=False,
                initial=own.get(contest.pk),
                empty_label=_("no team"),
            )

    def team_fields(self):
        """Return the choice of a team in each team ranking."""
        return [self[team_field(contest)] for contest in self.contests]

    def act(self):
        with transaction.atomic():
            entry = entries_services.save_entry(entry=self.instance)
            for contest in self.contests:
                teams_services.move_to_team(
                    entry=entry,
                    contest=contest,
                    team=self.cleaned_data[team_field(contest)],
                )
        return entry


def team_field(contest):
    """Return the name of the field that chooses a team of ``contest``."""
    return f"team_{contest.number}"


class LeaveForm(ServiceForm):
    """Somebody goes home after a series."""

    needs = ("entry", "series")

    after_series = forms.TypedChoiceField(label=_("Leaves after series"), coerce=int)

    def set_up(self):
        self.fields["after_series"].choices = [
            (each, each) for each in self.series if each >= self.entry.from_series - 1
        ]

    def act(self):
        return entries_services.mark_left(
            entry=self.entry, after_series=self.cleaned_data["after_series"]
        )
