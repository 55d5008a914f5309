"""Forms about teams, and pairs who should not sit at one table."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.events.entrants import LONGEST_NAME, NAME_FIELD, label_meant
from tournaments.events.models import MOST_SERIES, Team, TeamContest
from tournaments.events.teams import services
from tournaments.events.teams.selectors import LONGEST_TEAM, team_name_from
from tournaments.web.fields import (
    TiesField,
    lines_input,
    problems_of_line,
    read_each,
    read_lines,
    refuse_many,
)
from tournaments.web.forms import ActionForm, ActionModelForm, WholeNumberField

MOST_TEAMS = 500
# A comma separates a pair, too, but only in a line without any of these.
PAIR_SEPARATOR = re.compile(r"\s*[/;&+\t]\s*|\s+(?:und|and|-|–)\s+")
PERSON_FIELD = NAME_FIELD | {"data-combobox": "", "list": "people"}


def find_entry(text, labels):
    """Return the entry that a start number or a part of a name means, or refuse."""
    if re.fullmatch(r"[0-9]{1,9}", text):
        entries = {entry.start_number: entry for entry in labels.values()}
        match = entries.get(int(text))
    else:
        match = labels.get(label_meant(text, labels))
    if not match:
        raise ValidationError(_("“%(text)s” does not take part.") % {"text": text})
    return match


def person_field(label, **more):
    """Return the field of somebody who takes part."""
    widget = forms.TextInput(attrs=PERSON_FIELD)
    return forms.CharField(label=label, max_length=LONGEST_NAME, widget=widget, **more)


class ContestForm(ActionModelForm):
    tie_chain = TiesField(label=_("Equal results"))

    class Meta:
        model = TeamContest
        fields = ["name", "size", "kind", "counting", "scale_short", "tie_chain"]
        widgets = {
            "name": forms.TextInput(
                attrs={"autocomplete": "off", "placeholder": _("Tandem")}
            )
        }
        help_texts = {
            "counting": _("The best of each series; 0 counts all."),
            "scale_short": _("Times 4/3; no rule of the federation."),
        }

    def act(self):
        return services.save_contest(contest=self.instance)

    def said(self, contest):
        if self.is_change:
            return super().said(contest)
        return _("“%(contest)s” is a ranking now.") % {"contest": contest}


class TeamForm(ActionForm):
    """The name of a team and its members, a line each, with the series they play."""

    changes = "team"

    name = forms.CharField(
        label=_("Name of the team"),
        max_length=LONGEST_TEAM,
        required=False,
        help_text=_("Left empty, a pair is called by its names."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def set_up(self):
        label_of = {entry.pk: label for label, entry in self.labels.items()}
        self.initial = {"name": self.team.name}
        for number, member in enumerate(self.members, start=1):
            self.initial[f"member_{number}"] = label_of[member.entry_id]
            self.initial[f"from_{number}"] = member.from_series
            self.initial[f"until_{number}"] = member.until_series
        # A substitute makes the team larger, so there is one more line.
        self.size = max(self.team.contest.size, len(self.members) + bool(self.team.pk))
        for number in range(1, self.size + 1):
            self.add_member(number)

    def add_member(self, number):
        label = _("Member %(number)d") % {"number": number}
        self.fields[f"member_{number}"] = person_field(label, required=False)
        if not self.team.pk:
            return
        for name, label in (("from", _("From series")), ("until", _("until series"))):
            self.fields[f"{name}_{number}"] = WholeNumberField(
                label, 0 if name == "until" else 1, MOST_SERIES, required=False
            )

    def rows(self):
        names = ("member", "from", "until") if self.team.pk else ("member",)
        return [
            [self[f"{name}_{number}"] for name in names]
            for number in range(1, self.size + 1)
        ]

    def clean(self):
        super().clean()
        members, spells = [], {}
        for number in range(1, self.size + 1):
            text = self.cleaned_data.get(f"member_{number}")
            if not text:
                continue
            try:
                entry = find_entry(text, self.labels)
            except ValidationError as refusal:
                self.add_error(f"member_{number}", refusal)
                continue
            members.append(entry)
            first = self.cleaned_data.get(f"from_{number}")
            last = self.cleaned_data.get(f"until_{number}")
            if first is not None or last is not None:
                spells[entry.pk] = (first or 1, last)
        self.cleaned_data |= {"members": members, "spells": spells}
        if not self.errors and not self.cleaned_data["name"]:
            if not members:
                self.add_error("name", self.fields["name"].error_messages["required"])
            self.cleaned_data["name"] = team_name_from(members)

    def act(self):
        self.team.name = self.cleaned_data["name"]
        return services.save_team(
            team=self.team,
            entries=self.cleaned_data["members"],
            spells=self.cleaned_data["spells"],
        )

    def said(self, team):
        if self.is_change:
            return super().said(team)
        return _("%(team)s is a team.") % {"team": team}


class ManyTeamsForm(ActionForm):
    """Many teams, one a line: a name, a colon and the members; or just a pair."""

    teams = forms.CharField(
        label=_("One team per line, with its members after a colon"),
        help_text=_("Herz Dame 1: Anna, Bernd, 14, 15 – or a pair: Anna / Bernd"),
        max_length=100_000,
        widget=lines_input(rows=5),
    )

    def clean_teams(self):
        lines = [
            line for line in self.cleaned_data["teams"].splitlines() if line.strip()
        ]
        refuse_many(lines, MOST_TEAMS, _("At most %(most)s at once."))
        return read_lines(lines, self.read_line)

    def read_line(self, line):
        """Return the name and the members of a line, or refuse with all problems."""
        name, colon, rest = line.partition(":")
        if colon:
            texts = re.split(r"[,;/\t]", rest)
        else:
            name, texts = "", names_in_line(line)
        if not name.strip() and (colon or len(texts) < 2):
            raise ValidationError(_("There is no name and colon at the beginning."))
        members = read_each(
            filter(None, map(str.strip, texts)),
            lambda text: find_entry(text, self.labels),
        )
        return name.strip() or team_name_from(members), members

    @transaction.atomic
    def act(self):
        teams = []
        for number, (name, members) in enumerate(self.cleaned_data["teams"], start=1):
            team = Team(contest=self.contest, name=name)
            with problems_of_line(number):
                teams.append(services.save_team(team=team, entries=members))
        return teams

    def said(self, teams):
        return made_text(teams)


def made_text(teams):
    text = ngettext(
        "%(count)d team was made.", "%(count)d teams were made.", len(teams)
    )
    return text % {"count": len(teams)}


def names_in_line(line):
    """Return the names in a line that consists only of people.

    >>> names_in_line("Anna und Bernd"), names_in_line("Ohm, Anna / Uhl, Bernd")
    (['Anna', 'Bernd'], ['Ohm, Anna', 'Uhl, Bernd'])
    >>> names_in_line("14, 15")
    ['14', '15']
    """
    texts = PAIR_SEPARATOR.split(line.strip())
    return texts if len(texts) > 1 else [name.strip() for name in line.split(",")]


class ApartForm(ActionForm):
    service = services.keep_apart

    first = person_field(_("Name or start number"))
    second = person_field(_("not with"))

    def clean_first(self):
        return find_entry(self.cleaned_data["first"], self.labels)

    def clean_second(self):
        return find_entry(self.cleaned_data["second"], self.labels)

    def said(self, pair):
        text = _("%(first)s and %(second)s will not sit at one table if possible.")
        return text % {"first": pair.first.player, "second": pair.second.player}
