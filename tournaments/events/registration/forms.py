"""Pre-registration: pasted or from a file, then read, ticked and saved."""

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.events.entries import services as entries_services
from tournaments.events.models import TeamContest
from tournaments.events.registration.selectors import read_registration
from tournaments.events.teams import services as teams_services
from tournaments.events.teams.selectors import contests_of
from tournaments.people.persons.columns import ColumnReview
from tournaments.web.fields.lines import lines_input
from tournaments.web.forms import ServiceForm
from tournaments.web.texts import decoded_text

BIGGEST_FILE = 1024**2
MOST_LINES = 900  # two fields a line; DATA_UPLOAD_MAX_NUMBER_FIELDS counts them
NEW, OTHER = "new", "other"  # a person with a new name; one with a known name


class RegistrationForm(ColumnReview, ServiceForm):
    """Many people for one event, one per line."""

    needs = ("event",)

    lines = forms.CharField(
        label=_("One person a line"),
        help_text=_(
            "Meier Hans, Skatfreunde Musterstadt – or cells of a spreadsheet: family "
            "name, first name, club. Two with a slash between are a pair."
        ),
        required=False,
        max_length=300_000,
        widget=lines_input(rows=10),
    )
    file = forms.FileField(
        label=_("or a file (CSV or text)"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/plain,text/csv"}),
    )

    contest = forms.ModelChoiceField(
        label=_("Teams and pairs in the lines belong to"),
        queryset=TeamContest.objects.none(),
        required=False,
        empty_label=None,
    )

    registration_lines = ()

    def set_up(self):
        contests = contests_of(self.event)
        if contests:
            self.fields["contest"].queryset = self.event.contests.all()
            self.fields["contest"].initial = contests[0]
        else:
            del self.fields["contest"]

    def clean_contest(self):
        return self.cleaned_data["contest"] or self.fields["contest"].initial

    def clean_file(self):
        file = self.cleaned_data["file"]
        if file is None:
            return ""
        if file.size > BIGGEST_FILE:
            raise ValidationError(_("This file is too large."), code="large")
        text = decoded_text(file.read())
        if "\0" in text:
            raise ValidationError(
                _("This is not a text file. Please save the table as CSV."),
                code="binary",
            )
        return text

    def clean(self):
        super().clean()
        text = self.cleaned_data.get("file") or self.cleaned_data.get("lines") or ""
        if self.errors:
            return
        self.registration_lines = read_registration(
            text, self.event, is_turned=self.is_turned
        )
        self.refuse_count(len(self.registration_lines), MOST_LINES)
        self.refuse_unreadable(self.registration_lines)
        self.cleaned_data["lines"] = text

    @property
    def text(self):
        """The text that was read; the preview sends it again."""
        return self.cleaned_data["lines"]

    @property
    def has_teams(self):
        """Whether any line names a team."""
        return any(line.team for line in self.registration_lines)

    def rows(self):
        """Return each line with its tick and the person chosen for it."""
        is_first_look = "save" not in self.data
        ticked = [] if is_first_look else self.data.getlist("take")
        return [
            (
                line,
                line.is_open if is_first_look else line.key in ticked,
                self.chosen_for(line),
            )
            for line in self.registration_lines
        ]

    def chosen_for(self, line):
        """Return the choice for a line: the key of a namesake, or a new person."""
        keys = [str(player.pk) for player in line.namesakes]
        default = str(line.match.pk) if line.match else (OTHER if keys else NEW)
        if "turn" in self.data:
            return default  # the choice was for the name the other way round
        choice = self.data.get(f"person-{line.key}", default)
        return choice if choice in {NEW, OTHER, *keys} else default

    def act(self):
        ticked = [
            (line, self.registration(line, person))
            for line, is_ticked, person in self.rows()
            if is_ticked
        ]
        if not ticked:
            raise ValidationError(_("Nobody is ticked."), code="nobody")
        with transaction.atomic():
            entries = entries_services.register_people(
                event=self.event,
                people=[person for _line, person in ticked],
            )
            if contest := self.cleaned_data.get("contest"):
                lines = [line for line, _person in ticked]
                teams_services.join_teams(
                    contest=contest, teams=self.teams(zip(lines, entries, strict=True))
                )
        return entries

    def teams(self, registered):
        """Return the entries of each named team, new and old ones."""
        entries = self.event.entries.all()
        entry_by_number = {entry.start_number: entry for entry in entries}
        earlier = [
            (line, entry_by_number[line.start_number])
            for line in self.registration_lines
            if line.start_number is not None
        ]
        entries_by_team = {}
        for line, entry in [*earlier, *registered]:
            if line.team:
                entries_by_team.setdefault(line.team, []).append(entry)
        return entries_by_team

    def registration(self, line, person):
        if person == NEW and line.namesakes:
            # The person was new in the preview and has been added since.
            raise ValidationError(
                _("Some of these people have been added meanwhile. Please look again."),
                code="added-meanwhile",
            )
        if person in (NEW, OTHER):
            return line.visitor
        namesakes = {str(player.pk): player for player in line.namesakes}
        return namesakes[person]
