"""The forms of match days: the groups of teams and their places."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.leagues import services
from tournaments.leagues.models import MOST_MATCH_DAYS, LeagueTeam
from tournaments.leagues.services import PlannedGroup
from tournaments.web.fields.day import DayField
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import ServiceForm

LEAST_TEAMS = 3


class MatchDayForm(ServiceForm):
    """A match day: its date and the group of each team.

    Once one of its groups was set up, only the date of ``day`` may change.
    """

    needs = ("division", "teams", "day")
    changes = "day"

    number = WholeNumberField(
        label=_("Match day"), min_value=1, max_value=MOST_MATCH_DAYS
    )
    date = DayField(label=_("Date"))

    def set_up(self):
        self.is_set_up = self.day is not None and self.day.is_set_up
        most = max(1, len(self.teams) // LEAST_TEAMS)
        if self.is_set_up:
            self.teams, most = [], 0
        self.numbers = range(1, most + 1)
        self.fields["number"].disabled = self.day is not None
        self.add_teams()

    def add_teams(self):
        groups = [("", _("does not play")), *((str(n), n) for n in self.numbers)]
        for team in self.teams:
            self.fields[f"group_{team.pk}"] = forms.ChoiceField(
                label=_("Group of %(team)s") % {"team": team},
                choices=groups,
                required=False,
            )
            self.fields[f"host_{team.pk}"] = forms.BooleanField(
                label=_("%(team)s is host") % {"team": team}, required=False
            )
        for number in self.numbers:
            self.fields[f"place_{number}"] = forms.CharField(
                label=_("Place of group %(number)s") % {"number": number},
                max_length=120,
                required=False,
            )

    def clean_number(self):
        number = self.cleaned_data["number"]
        existing = self.division.match_days.filter(number=number)
        if self.day is None and existing.exists():
            raise ValidationError(_("This match day exists already."), code="exists")
        return number

    def rows(self):
        return [
            (team, self[f"group_{team.pk}"], self[f"host_{team.pk}"])
            for team in self.teams
        ]

    def places(self):
        return [self[f"place_{number}"] for number in self.numbers]

    def clean(self):
        super().clean()
        groups = [
            self.read_group(number) for number in self.numbers if self.teams_in(number)
        ]
        if not (groups or self.errors or self.is_set_up):
            raise ValidationError(_("Please put the teams into groups."), code="empty")
        self.cleaned_data["groups"] = groups

    def teams_in(self, number):
        return tuple(
            team
            for team in self.teams
            if self.cleaned_data.get(f"group_{team.pk}") == str(number)
        )

    def read_group(self, number):
        teams = self.teams_in(number)
        hosts = [team for team in teams if self.cleaned_data.get(f"host_{team.pk}")]
        if len(hosts) > 1:
            self.add_error(
                f"host_{hosts[1].pk}",
                _("Group %(number)s has two hosts.") % {"number": number},
            )
        return PlannedGroup(
            teams=teams,
            host=hosts[0] if hosts else None,
            place=self.cleaned_data.get(f"place_{number}", ""),
        )

    def act(self):
        if self.is_set_up:
            return services.change_match_day(
                match_day=self.day, date=self.cleaned_data["date"]
            )
        return services.plan_match_day(
            division=self.division,
            number=self.cleaned_data["number"],
            date=self.cleaned_data["date"],
            groups=self.cleaned_data["groups"],
        )


class GroupForm(ServiceForm):
    """The host of a group and the place where it meets."""

    needs = ("group", "teams")
    changes = "group"

    host = forms.ModelChoiceField(
        label=_("Host"),
        queryset=LeagueTeam.objects.none(),
        required=False,
        empty_label=_("nobody"),
    )
    place = forms.CharField(
        label=pgettext_lazy("location", "Place"), max_length=120, required=False
    )

    def set_up(self):
        self.initial = {"host": self.group.host_id, "place": self.group.place}
        self.fields["host"].queryset = self.teams

    def act(self):
        return services.change_group(group=self.group, **self.cleaned_data)
