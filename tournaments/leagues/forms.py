"""The forms of leagues: teams and line-ups, match days, matches."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.entrants import label_meant, unknown_name
from tournaments.events.models import Event
from tournaments.leagues import match_services, services
from tournaments.leagues.models import (
    GROUP_SIZES,
    MOST_MATCH_DAYS,
    MOST_TEAMS,
    Division,
    League,
    LeagueTeam,
)
from tournaments.leagues.services import PlannedGroup
from tournaments.people.names.names import fold
from tournaments.people.services import add_player_named
from tournaments.web.fields import (
    DayField,
    lines_input,
    problems_of_line,
    read_each,
    read_lines,
    refuse_many,
)
from tournaments.web.forms import (
    READ_BY_ALL,
    ActionForm,
    AsksLittle,
    ServiceForm,
    ServiceModelForm,
    TitledFields,
    WholeNumberField,
    names_of,
    tick,
)

MOST_NAMES = 400


class PeopleForm(ServiceForm):
    """Finds people by their typed names; unknown ones are added only on request."""

    needs: tuple[str, ...] = ("labels",)

    add_unknown = tick(_("Add people nobody knows yet, as guests"))

    def set_up(self):
        self.order_fields([name for name in self.fields if name != "add_unknown"])

    def read_people(self, texts):
        return read_each(filter(None, map(str.strip, texts)), self.find_person)

    def find_person(self, text):
        """Return the person meant by part of a name, or the text as a new name."""
        if label := label_meant(text, self.labels):
            return self.labels[label]
        if "add_unknown" not in self.data:
            raise unknown_name(text)
        return text


def people_with_new_guests(people):
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
        label=_("One team per line, with its members after a colon"),
        help_text=_("Herz Dame 1: Anna, Bernd, Carla, Dieter"),
        max_length=100_000,
        widget=lines_input(rows=6),
    )

    def clean_teams(self):
        text = self.cleaned_data["teams"]
        lines = [line for line in text.splitlines() if line.strip(" :,;")]
        refuse_many(lines, MOST_TEAMS, _("At most %(most)s at once."))
        return read_lines(lines, self.read_line)

    def read_line(self, line):
        """Return the name of a team and its people."""
        name, _colon, names = line.partition(":")
        return name.strip(), self.read_people(re.split(r"[,;\t]", names))

    @transaction.atomic
    def act(self):
        teams = []
        for number, (name, people) in enumerate(self.cleaned_data["teams"], 1):
            club = self.club_of(name)
            team = LeagueTeam(division=self.division, name=name, club=club)
            with problems_of_line(number):
                teams.append(services.save_team(team=team))
                players = people_with_new_guests(people)
                services.add_to_line_up(team=team, players=players)
        return teams

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
        _("From match day"), 1, MOST_MATCH_DAYS, initial=1
    )

    def clean_people(self):
        texts = self.cleaned_data["people"].splitlines()
        refuse_many(texts, MOST_NAMES, _("At most %(most)s at once."))
        return self.read_people(texts)

    @transaction.atomic
    def act(self):
        return services.add_to_line_up(
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
            player = place.player
            self.fields[f"order_{place.pk}"] = WholeNumberField(
                f"{player}: {_('number')}", 1, MOST_PEOPLE, initial=number
            )
            self.fields[f"from_{place.pk}"] = WholeNumberField(
                f"{player}: {_('From match day')}",
                1,
                MOST_MATCH_DAYS,
                initial=place.from_match_day,
            )
            self.fields[f"until_{place.pk}"] = WholeNumberField(
                f"{player}: {_('Until match day')}",
                1,
                MOST_MATCH_DAYS,
                initial=place.until_match_day,
                required=False,
            )
            self.fields[f"remove_{place.pk}"] = tick(
                _("Remove %(player)s") % {"player": player}
            )

    def rows(self):
        return [
            (place, [self[f"{name}_{place.pk}"] for name in LINE_UP_FIELDS])
            for place in self.places
        ]

    @transaction.atomic
    def act(self):
        data = self.cleaned_data
        # Equal numbers keep their order.
        places = sorted(self.places, key=lambda place: data[f"order_{place.pk}"])
        players = [place.player for place in places]
        services.order_line_up(team=self.team, players=players)
        for place in self.places:
            first, last = data[f"from_{place.pk}"], data[f"until_{place.pk}"]
            try:
                if data[f"remove_{place.pk}"]:
                    services.remove_from_line_up(place=place)
                elif (first, last) != (place.from_match_day, place.until_match_day):
                    services.change_line_up_place(
                        place=place, from_match_day=first, until_match_day=last
                    )
            except ValidationError as refusal:
                raise ValidationError(refusal.messages) from refusal
        return True


class LeagueTeamForm(ServiceModelForm):
    """The name of a team and its club."""

    class Meta:
        model = LeagueTeam
        fields = ["name", "club"]
        labels = {"name": _("Name"), "club": _("Club")}

    def act(self):
        return services.save_team(team=self.instance)


class WithdrawForm(ActionForm):
    """The date and reason of a team's withdrawal."""

    service = services.withdraw_team
    on = DayField(label=_("Withdrawn on"), initial=timezone.localdate)
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=READ_BY_ALL)


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
    promoted = WholeNumberField(_("Promoted teams"), 0, 200, initial=0)
    relegated = WholeNumberField(_("Relegated teams"), 0, 200, initial=0)

    def clean_divisions(self):
        lines = map(str.strip, self.cleaned_data["divisions"].splitlines())
        names = list(filter(None, lines))
        refuse_many(names, MOST_DIVISIONS, _("At most %(most)s at once."))
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


class MatchDayForm(ServiceForm):
    """A match day: its date and the group of each team.

    Once one of its groups was set up, only the date of ``day`` may change.
    """

    needs = ("division", "teams", "day")
    changes = "day"

    number = WholeNumberField(_("Match day"), 1, MOST_MATCH_DAYS)
    date = DayField(label=_("Date"))

    def set_up(self):
        self.is_set_up = self.day is not None and self.day.is_set_up
        most = max(1, len(self.teams) // min(GROUP_SIZES))
        if self.is_set_up:
            self.teams, most = [], 0
        self.numbers = range(1, most + 1)
        self.fields["number"].disabled = self.day is not None
        groups = [("", _("does not play")), *((str(n), n) for n in self.numbers)]
        for team in self.teams:
            self.fields[f"group_{team.pk}"] = forms.ChoiceField(
                label=_("Group of %(team)s") % {"team": team},
                choices=groups,
                required=False,
            )
            self.fields[f"host_{team.pk}"] = tick(
                _("%(team)s is host") % {"team": team}
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
            raise ValidationError(_("This match day exists already."))
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
        data, groups = self.cleaned_data, []
        for number in self.numbers:
            if teams := self.teams_in(number):
                hosts = [team for team in teams if data.get(f"host_{team.pk}")]
                host, place = hosts[0] if hosts else None, data.get(f"place_{number}")
                groups.append(PlannedGroup(teams=teams, host=host, place=place or ""))
                if len(hosts) > 1:
                    text = _("Group %(number)s has two hosts.") % {"number": number}
                    self.add_error(f"host_{hosts[1].pk}", text)
        if not (groups or self.errors or self.is_set_up):
            raise ValidationError(_("Please put the teams into groups."))
        self.cleaned_data["groups"] = groups

    def teams_in(self, number):
        return tuple(
            team
            for team in self.teams
            if self.cleaned_data.get(f"group_{team.pk}") == str(number)
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


class GroupForm(ActionForm):
    """The host of a group and the place where it meets."""

    service = services.change_group
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


NOBODY_NAMED = _("Who plays for %(team)s? Name people, or tick “did not come”.")


class SetUpForm(ActionForm):
    """The line-up of the day: the players of each team, in the order of the seats."""

    service = match_services.set_up_group

    def set_up(self):
        self.size = self.group.match_day.division.league.team_size
        for side in self.sides:
            keys = [(str(place.player_id), place.player.name) for place in side.line_up]
            for number in self.seat_numbers(side):
                self.fields[f"player_{side.pk}_{number}"] = forms.ChoiceField(
                    label=f"{side.letter}{number}",
                    choices=[("", _("nobody")), *keys],
                    required=False,
                    initial=keys[number - 1][0] if number <= len(keys) else "",
                )
            is_out = bool(side.team.withdrawn_on)
            absent = tick(_("Did not come"), initial=is_out, disabled=is_out)
            self.fields[f"absent_{side.pk}"] = absent

    def seat_numbers(self, side):
        """Return the numbers of a team's players; a withdrawn team has none."""
        return range(1, 1 if side.team.withdrawn_on else self.size + 1)

    def rows(self):
        """Return each team with the fields for its players and its absence."""
        return [
            (
                side,
                [
                    self[f"player_{side.pk}_{number}"]
                    for number in self.seat_numbers(side)
                ],
                self[f"absent_{side.pk}"],
            )
            for side in self.sides
        ]

    def clean(self):
        super().clean()
        self.cleaned_data["line_ups"] = {
            side.team_id: self.chosen_players(side) for side in self.sides
        }

    def chosen_players(self, side):
        absent = f"absent_{side.pk}"
        if self.cleaned_data.get(absent):
            return []
        players_by_key = {str(place.player_id): place.player for place in side.line_up}
        players = []
        for number in self.seat_numbers(side):
            name = f"player_{side.pk}_{number}"
            player = players_by_key.get(self.cleaned_data.get(name, ""))
            if player in players:
                self.add_error(
                    name, _("%(player)s is named twice.") % {"player": player}
                )
            elif player:
                players.append(player)
        if not players:
            self.add_error(absent, NOBODY_NAMED % {"team": side.team.name})
        return players


class SubstituteForm(ActionForm):
    """A player of the line-up replaces another from a series on."""

    service = match_services.bring_substitute

    out = forms.ChoiceField(label=_("Goes"))
    player = forms.ChoiceField(label=_("Comes"))
    from_series = forms.TypedChoiceField(label=_("From series"), coerce=int)

    def set_up(self):
        self.people = {}
        self.has_bench = any(side.bench for side in self.sides)
        self.fields["out"].choices = self.player_choices(self.sides, "playing")
        self.fields["player"].choices = self.player_choices(self.sides, "bench")
        choices = [(number, number) for number in self.series]
        self.fields["from_series"].choices = choices
        self.fields["from_series"].initial = self.following

    def player_choices(self, sides, attribute):
        choices = []
        for side in sides:
            players = {str(player.pk): player for player in getattr(side, attribute)}
            self.people |= players
            names = [(key, player.name) for key, player in players.items()]
            choices.append((side.team.name, names))
        return choices

    def clean_out(self):
        return self.people[self.cleaned_data["out"]]

    def clean_player(self):
        return self.people[self.cleaned_data["player"]]


class LateForm(ActionForm):
    """Missing players of a team arrive and play from the next series on."""

    service = match_services.enter_late_players

    players = forms.MultipleChoiceField(
        label=_("Who has come?"), widget=forms.CheckboxSelectMultiple
    )

    def set_up(self):
        self.teams = {}
        size = self.group.match_day.division.league.team_size
        short = [side for side in self.sides if len(side.playing) < size]
        choices = []
        for side in short:
            team = side.team
            people = [(str(player.pk), player.name) for player in side.bench]
            self.teams |= {str(player.pk): (team, player) for player in side.bench}
            if people:
                choices.append((team.name, people))
        self.fields["players"].choices = choices

    def clean_players(self):
        latecomers = [self.teams[key] for key in self.cleaned_data["players"]]
        if len({team.pk for team, _player in latecomers}) > 1:
            raise ValidationError(_("Please tick people of one team."))
        self.cleaned_data["team"] = latecomers[0][0]
        return [player for _team, player in latecomers]


class AttachForm(ActionForm):
    """A match that was typed elsewhere and imported as an event file."""

    service = match_services.attach_match

    event = forms.ModelChoiceField(
        label=_("Event"), queryset=Event.objects.none(), empty_label=None
    )

    def set_up(self):
        self.fields["event"].queryset = self.events


class ReopenGroupForm(ActionForm):
    """Reopens handed-in results, with a series whose lists are to be corrected."""

    service = match_services.reopen_group

    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=READ_BY_ALL)
    series = forms.TypedChoiceField(
        label=_("Open a series, too"), coerce=int, required=False, empty_value=None
    )

    def set_up(self):
        self.fields["series"].choices = [
            ("", _("none")),
            *((number, number) for number in self.series),
        ]
