"""Forms about teams, and who shall not sit at one table."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.competitions import services
from tournaments.competitions.forms.entries import NAME_FIELD
from tournaments.competitions.forms.seats import LONGEST_NAME, enumerated
from tournaments.competitions.models import Team
from tournaments.competitions.people import labels_matching
from tournaments.forms import ServiceForm

USUAL_SIZE = 4
MOST_TEAMS = 500
FIELD = NAME_FIELD | {"data-combobox": "", "list": "people"}


def find_entry(text, labels):
    """Return the entry that a start number or a part of a name means, or refuse."""
    if re.fullmatch(r"[0-9]{1,9}", text):
        found = [each for each in labels.values() if each.start_number == int(text)]
    else:
        names = labels_matching(text, labels)
        if len(names) > 1:
            raise ValidationError(
                _("“%(text)s” may be %(people)s. Please choose."),
                code="several",
                params={"text": text, "people": enumerated(names)},
            )
        found = [labels[name] for name in names]
    if not found:
        raise ValidationError(
            _("“%(text)s” does not take part."), code="unknown", params={"text": text}
        )
    return found[0]


class TeamForm(ServiceForm):
    """The name of a team and its members, a field each."""

    name = forms.CharField(
        label=_("Name of the team"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args, team, labels, **kwargs):
        super().__init__(*args, **kwargs)
        self.team = team
        self.labels = labels
        # Substitutes make a team larger; none of them must get lost.
        members = len(kwargs.get("initial") or {}) - 1
        size = max(team.competition.team_size or USUAL_SIZE, members)
        for number in range(1, size + 1):
            self.fields[f"member_{number}"] = forms.CharField(
                label=_("Member %(number)d") % {"number": number},
                max_length=LONGEST_NAME,
                required=False,
                widget=forms.TextInput(attrs=FIELD),
            )

    def clean(self):
        super().clean()
        members = []
        for name, text in list(self.cleaned_data.items()):
            if name != "name" and text:
                try:
                    members.append(find_entry(text, self.labels))
                except ValidationError as refusal:
                    self.add_error(name, refusal)
        self.cleaned_data["members"] = members

    def act(self):
        self.team.name = self.cleaned_data["name"]
        return services.save_team(team=self.team, entries=self.cleaned_data["members"])


class ManyTeamsForm(ServiceForm):
    """Many teams at once, one a line: the name, a colon, the members."""

    teams = forms.CharField(
        label=_("One team a line, the members behind a colon"),
        help_text=_("Herz Dame 1: Anna, Bernd, 14, 15"),
        max_length=100_000,
        widget=forms.Textarea(
            attrs={"rows": 5, "spellcheck": "false", "autocomplete": "off"}
        ),
    )

    def __init__(self, *args, competition, labels, **kwargs):
        super().__init__(*args, **kwargs)
        self.competition = competition
        self.labels = labels

    def clean_teams(self):
        lines = [
            line for line in self.cleaned_data["teams"].splitlines() if line.strip()
        ]
        if len(lines) > MOST_TEAMS:
            raise ValidationError(
                _("At most %(most)s teams at once."), params={"most": MOST_TEAMS}
            )
        problems, teams = [], []
        for number, line in enumerate(lines, start=1):
            try:
                teams.append(self.read(line))
            except ValidationError as refusal:
                problems += [numbered(number, why) for why in refusal.messages]
        if problems:
            raise ValidationError(problems)
        return teams

    def read(self, line):
        """Return the name and the members of a line, or say all that is wrong."""
        name, colon, rest = line.partition(":")
        if not colon or not name.strip():
            raise ValidationError(_("There is no name and colon at the beginning."))
        problems, members = [], []
        for text in filter(None, map(str.strip, re.split(r"[,;\t]", rest))):
            try:
                members.append(find_entry(text, self.labels))
            except ValidationError as refusal:
                problems.append(refusal)
        if problems:
            raise ValidationError(problems)
        return name.strip(), members

    def act(self):
        with transaction.atomic():
            return [
                self.save_line(number, name, members)
                for number, (name, members) in enumerate(
                    self.cleaned_data["teams"], start=1
                )
            ]

    def save_line(self, number, name, members):
        team = Team(competition=self.competition, name=name)
        try:
            return services.save_team(team=team, entries=members)
        except ValidationError as refusal:
            raise ValidationError(
                [numbered(number, why) for why in refusal.messages]
            ) from refusal


def numbered(line, why):
    """Return a refusal with the number of its line."""
    return _("Line %(line)s: %(why)s") % {"line": line, "why": why}


class ApartForm(ServiceForm):
    """Two people who shall not sit at one table."""

    first = forms.CharField(
        label=_("Name or start number"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs=FIELD),
    )
    second = forms.CharField(
        label=_("not with"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs=FIELD),
    )

    def __init__(self, *args, labels, **kwargs):
        super().__init__(*args, **kwargs)
        self.labels = labels

    def clean_first(self):
        return find_entry(self.cleaned_data["first"], self.labels)

    def clean_second(self):
        return find_entry(self.cleaned_data["second"], self.labels)

    def act(self):
        return services.keep_apart(
            first=self.cleaned_data["first"], second=self.cleaned_data["second"]
        )
