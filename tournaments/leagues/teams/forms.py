"""The forms for the teams of a division and their line-ups."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.events.people import label_meant, unknown_name
from tournaments.leagues import services
from tournaments.leagues.models import (
    MOST_MATCH_DAYS,
    MOST_TEAMS,
    Division,
    League,
    LeagueTeam,
)
from tournaments.leagues.teams import services as line_ups
from tournaments.people.names.names import fold
from tournaments.people.services import add_player_named
from tournaments.web.fields.day import DayField
from tournaments.web.fields.lines import (
    lines_input,
    problems_of_line,
    read_each,
    read_lines,
    refuse_many,
)
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import (
    READ_BY_ALL,
    AsksLittle,
    ServiceForm,
    ServiceModelForm,
    TitledFields,
    names_of,
)

MOST_NAMES = 400


class PeopleForm(ServiceForm):
    """Finds people by their typed names; unknown ones are added only on request."""

    needs: tuple[str, ...] = ("labels",)

    add_unknown = forms.BooleanField(
        label=_("Add people nobody knows yet, as guests"), required=False
    )

    def set_up(self):
        self.order_fields([name for name in self.fields if name != "add_unknown"])

    def read_people(self, texts):
        """Return people or new names, or raise all errors together."""
        return read_each(filter(None, map(str.strip, texts)), self.find_person)

    def find_person(self, text):
        """Return the person meant by part of a name, or the text as a new name."""
        if label := label_meant(text, self.labels):
            return self.labels[label]
        if "add_unknown" not in self.data:
            raise unknown_name(text)
        return text


def people_with_new_guests(people):
    """Return the people of a form, adding new names as guests."""
    return [
        add_player_named(name=person, is_guest=True)
        if isinstance(person, str)
        else person
        for person in people
    ]


class TeamsForm(PeopleForm):
    """Teams of a division, one per line: the name, a colon, the line-up."""

    needs = (*PeopleForm.needs, "division", "clubs")

    teams = forms.CharField(
        label=_("One team per line, with its line-up after a colon"),
        help_text=_("Herz Dame 1: Anna, Bernd, Carla, Dieter"),
        max_length=100_000,
        widget=lines_input(rows=6),
    )

    def clean_teams(self):
        text = self.cleaned_data["teams"]
        lines = [line for line in text.splitlines() if line.strip(" :,;")]
        refuse_many(lines, MOST_TEAMS, _("At most %(most)s teams at once."))
        return read_lines(lines, self.read_line)

    def read_line(self, line):
        """Return the name of a team and its people."""
        name, _colon, names = line.partition(":")
        return name.strip(), self.read_people(re.split(r"[,;\t]", names))

    def act(self):
        with transaction.atomic():
            return [
                self.save_line(number, name, people)
                for number, (name, people) in enumerate(
                    self.cleaned_data["teams"], start=1
                )
            ]

    def save_line(self, number, name, people):
        team = LeagueTeam(division=self.division, name=name, club=self.club_of(name))
        with problems_of_line(number):
            team = services.save_team(team=team)
            line_ups.add_to_line_up(team=team, players=people_with_new_guests(people))
        return team

    def club_of(self, name):
        """Return the club with the longest name that the team's name starts with."""
        words = f"{fold(name)} "
        clubs = [club for club in self.clubs if words.startswith(f"{fold(club.name)} ")]
        return max(clubs, key=lambda club: len(club.name), default=None)


class AddPeopleForm(PeopleForm):
    """More people for a team from a match day on, one per line."""

    needs = (*PeopleForm.needs, "team")

    people = forms.CharField(
        label=_("One person a line"),
        max_length=20_000,
        widget=lines_input(rows=4),
    )
    from_match_day = WholeNumberField(
        label=_("From match day"), min_value=1, max_value=MOST_MATCH_DAYS, initial=1
    )

    def clean_people(self):
        texts = self.cleaned_data["people"].splitlines()
        refuse_many(texts, MOST_NAMES, _("At most %(most)s people at once."))
        return self.read_people(texts)

    def act(self):
        with transaction.atomic():
            return line_ups.add_to_line_up(
                team=self.team,
                players=people_with_new_guests(self.cleaned_data["people"]),
                from_match_day=self.cleaned_data["from_match_day"],
            )


LINE_UP_FIELDS = ("order", "from", "until", "remove")
MOST_PEOPLE = 999


class LineUpForm(ServiceForm):
    """The order of a line-up, with first and last match days and removals."""

    needs = ("team", "places")
    changes = "team"

    def set_up(self):
        for number, place in enumerate(self.places, 1):
            self.fields[f"order_{place.pk}"] = WholeNumberField(
                label=_("%(player)s: number") % {"player": place.player},
                min_value=1,
                max_value=MOST_PEOPLE,
                initial=number,
            )
            self.fields[f"from_{place.pk}"] = match_day_field(
                _("%(player)s: from match day"), place, initial=place.from_match_day
            )
            self.fields[f"until_{place.pk}"] = match_day_field(
                _("%(player)s: until match day"),
                place,
                initial=place.until_match_day,
                required=False,
            )
            self.fields[f"remove_{place.pk}"] = forms.BooleanField(
                label=_("Remove %(player)s") % {"player": place.player}, required=False
            )

    def rows(self):
        return [
            (place, [self[f"{name}_{place.pk}"] for name in LINE_UP_FIELDS])
            for place in self.places
        ]

    def act(self):
        with transaction.atomic():
            line_ups.order_line_up(team=self.team, players=self.in_order())
            for place in self.places:
                self.save_place(place)
        return True

    def in_order(self):
        """Return the people by their numbers; equal numbers keep their order."""
        places = sorted(
            self.places, key=lambda place: self.cleaned_data[f"order_{place.pk}"]
        )
        return [place.player for place in places]

    def save_place(self, place):
        first, last, remove = (
            self.cleaned_data[f"{name}_{place.pk}"]
            for name in ("from", "until", "remove")
        )
        try:
            if remove:
                line_ups.remove_from_line_up(place=place)
            elif (first, last) != (place.from_match_day, place.until_match_day):
                line_ups.change_line_up_place(
                    place=place, from_match_day=first, until_match_day=last
                )
        except ValidationError as refusal:
            raise ValidationError(refusal.messages) from refusal


def match_day_field(label, place, **options):
    return WholeNumberField(
        label=label % {"player": place.player},
        min_value=1,
        max_value=MOST_MATCH_DAYS,
        **options,
    )


class LeagueTeamForm(ServiceModelForm):
    """The name of a team and its club."""

    class Meta:
        model = LeagueTeam
        fields = ["name", "club"]
        labels = {"name": _("Name"), "club": _("Club")}

    def act(self):
        return services.save_team(team=self.instance)


class WithdrawForm(ServiceForm):
    """The date and reason of a team's withdrawal."""

    needs = ("team",)

    on = DayField(label=_("Withdrawn on"), initial=timezone.localdate)
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=READ_BY_ALL)

    def act(self):
        return services.withdraw_team(team=self.team, **self.cleaned_data)


MOST_DIVISIONS = 20
FIRST = ("name", "season", "match_days")
TITLED: TitledFields = (
    (_("The league"), ("federation", "category")),
    (_("Lists"), ("series_per_day", "rounds", "same_games", "system")),
    (_("Teams"), ("team_size", "least_players", "scale_short", "allows_guests")),
    (_("Match points"), ("step", "shared", "games_decide")),
    (_("Individual ranking"), ("average_of", "minimum_percent")),
)


class LeagueForm(AsksLittle, ServiceModelForm):
    """A league with the numbers of its rule."""

    first = FIRST
    titled: TitledFields = TITLED

    class Meta:
        model = League
        fields = names_of(FIRST, TITLED)
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "off", "autofocus": True})
        }
        labels = {
            "name": _("Name"),
            "season": _("Season"),
            "federation": _("Federation"),
            "step": _("Match points between two places"),
        }
        help_texts = {
            "step": _("1 makes 3:0 to 0:3 in a group of four, 2 makes 6:0 to 0:6."),
            "series_per_day": _(
                "DSkV 2025: 4 in the first leagues, 3 down to the Oberliga, 2 in the "
                "Landesliga."
            ),
            "rounds": _("12 rounds: 48 games at a table of four, 36 at one of three."),
            "same_games": _(
                "ISPA: 9 rounds are 36 games of four; a table of three plays 12 rounds."
            ),
            "least_players": _("With fewer a team counts as absent."),
        }

    def act(self):
        return services.save_league(league=self.instance)


class NewLeagueForm(LeagueForm):
    """A new league with its divisions, one name per line."""

    titled = ((_("Divisions"), ("divisions", "promoted", "relegated")), *TITLED)

    divisions = forms.CharField(
        label=_("Divisions, one a line"),
        help_text=_("Left empty, all teams make one table."),
        required=False,
        max_length=3_000,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )
    promoted = WholeNumberField(
        label=_("Promoted teams per division"), min_value=0, max_value=200, initial=0
    )
    relegated = WholeNumberField(
        label=_("Relegated teams per division"), min_value=0, max_value=200, initial=0
    )

    def clean_divisions(self):
        lines = map(str.strip, self.cleaned_data["divisions"].splitlines())
        names = list(filter(None, lines))
        refuse_many(names, MOST_DIVISIONS, _("At most %(most)s divisions at once."))
        return names

    def act(self):
        with transaction.atomic():
            league = super().act()
            for name in self.cleaned_data["divisions"] or [league.name]:
                division = Division(league=league, name=name)
                division.promoted = self.cleaned_data["promoted"]
                division.relegated = self.cleaned_data["relegated"]
                try:
                    services.save_division(division=division)
                except forms.ValidationError as refusal:
                    # The form has fields of the same names that mean the league.
                    raise forms.ValidationError(
                        {"divisions": refusal.messages}
                    ) from refusal
        return league


class DivisionForm(ServiceModelForm):
    """A division: its name and the numbers of promoted and relegated teams."""

    class Meta:
        model = Division
        fields = ["name", "promoted", "relegated"]
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"})}
        labels = {
            "name": _("Name"),
            "promoted": _("Promoted teams"),
            "relegated": _("Relegated teams"),
        }

    def act(self):
        return services.save_division(division=self.instance)
