"""The forms of a match: line-ups, late players, substitutes, reopening."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import Event
from tournaments.leagues.groups import services
from tournaments.web.forms import READ_BY_ALL, ServiceForm

NOBODY_NAMED = _("Who plays for %(team)s? Name people, or tick “did not come”.")


class SetUpForm(ServiceForm):
    """The line-up of the day: the players of each team, in the order of the seats."""

    needs = ("group", "sides", "by")

    def set_up(self):
        self.size = self.group.match_day.division.league.team_size
        for side in self.sides:
            self.add_side(side)

    def add_side(self, side):
        people = [(str(place.player_id), place.player.name) for place in side.line_up]
        choices = [("", _("nobody")), *people]
        for number in self.seat_numbers(side):
            self.fields[f"player_{side.group_team.pk}_{number}"] = forms.ChoiceField(
                label=f"{side.letter}{number}",
                choices=choices,
                required=False,
                initial=people[number - 1][0] if number <= len(people) else "",
            )
        self.fields[f"absent_{side.group_team.pk}"] = forms.BooleanField(
            label=_("did not come"),
            required=False,
            initial=bool(side.group_team.team.withdrawn_on),
            disabled=bool(side.group_team.team.withdrawn_on),
        )

    def seat_numbers(self, side):
        """Return the numbers of a team's players; a withdrawn team has none."""
        return range(1, 1 if side.group_team.team.withdrawn_on else self.size + 1)

    def rows(self):
        """Return each team with the fields for its players and its absence."""
        return [
            (
                side,
                [
                    self[f"player_{side.group_team.pk}_{number}"]
                    for number in self.seat_numbers(side)
                ],
                self[f"absent_{side.group_team.pk}"],
            )
            for side in self.sides
        ]

    def clean(self):
        super().clean()
        self.cleaned_data["line_ups"] = {
            side.group_team.team_id: self.chosen_players(side) for side in self.sides
        }

    def chosen_players(self, side):
        absent = f"absent_{side.group_team.pk}"
        if self.cleaned_data.get(absent):
            return []
        players_by_key = {str(place.player_id): place.player for place in side.line_up}
        players = []
        for number in self.seat_numbers(side):
            name = f"player_{side.group_team.pk}_{number}"
            player = players_by_key.get(self.cleaned_data.get(name, ""))
            if player in players:
                self.add_error(
                    name, _("%(player)s is named twice.") % {"player": player}
                )
            elif player:
                players.append(player)
        if not players:
            self.add_error(absent, NOBODY_NAMED % {"team": side.group_team.team.name})
        return players

    def act(self):
        return services.set_up_group(
            group=self.group, line_ups=self.cleaned_data["line_ups"], by=self.by
        )


class SubstituteForm(ServiceForm):
    """A player of the line-up replaces another from a series on."""

    needs = ("group", "sides", "series", "following", "by")

    out = forms.ChoiceField(label=_("Goes"))
    player = forms.ChoiceField(label=_("Comes"))
    from_series = forms.TypedChoiceField(label=_("From series"), coerce=int)

    def set_up(self):
        self.people = {}
        self.has_bench = any(side.bench for side in self.sides)
        self.fields["out"].choices = self.player_choices(self.sides, "playing")
        self.fields["player"].choices = self.player_choices(self.sides, "bench")
        self.fields["from_series"].choices = [
            (number, number) for number in self.series
        ]
        self.fields["from_series"].initial = self.following

    def player_choices(self, sides, attribute):
        choices = []
        for side in sides:
            players = {str(player.pk): player for player in getattr(side, attribute)}
            self.people |= players
            names = [(key, player.name) for key, player in players.items()]
            choices.append((side.group_team.team.name, names))
        return choices

    def act(self):
        return services.bring_substitute(
            group=self.group,
            out=self.people[self.cleaned_data["out"]],
            player=self.people[self.cleaned_data["player"]],
            from_series=self.cleaned_data["from_series"],
            by=self.by,
        )


class LateForm(ServiceForm):
    """Missing players of a team arrive and play from the next series on."""

    needs = ("group", "sides", "by")

    players = forms.MultipleChoiceField(
        label=_("Who has come?"), widget=forms.CheckboxSelectMultiple
    )

    def set_up(self):
        self.teams = {}
        size = self.group.match_day.division.league.team_size
        short = [side for side in self.sides if len(side.playing) < size]
        choices = []
        for side in short:
            team = side.group_team.team
            people = [(str(player.pk), player.name) for player in side.bench]
            self.teams |= {str(player.pk): (team, player) for player in side.bench}
            if people:
                choices.append((team.name, people))
        self.fields["players"].choices = choices

    def clean_players(self):
        latecomers = [self.teams[key] for key in self.cleaned_data["players"]]
        if len({team.pk for team, _player in latecomers}) > 1:
            raise ValidationError(_("Please tick people of one team."), code="teams")
        return latecomers

    def act(self):
        latecomers = self.cleaned_data["players"]
        return services.enter_late_players(
            group=self.group,
            team=latecomers[0][0],
            players=[player for _team, player in latecomers],
            by=self.by,
        )


class AttachForm(ServiceForm):
    """A match that was typed elsewhere and imported as an event file."""

    needs = ("group", "events")

    event = forms.ModelChoiceField(
        label=_("Event"), queryset=Event.objects.none(), empty_label=None
    )

    def set_up(self):
        self.fields["event"].queryset = self.events

    def act(self):
        return services.attach_match(group=self.group, event=self.cleaned_data["event"])


class ReopenGroupForm(ServiceForm):
    """Reopens handed-in results, with a series whose lists are to be corrected."""

    needs = ("group", "series", "by")

    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=READ_BY_ALL)
    series = forms.TypedChoiceField(
        label=_("Open a series, too"), coerce=int, required=False, empty_value=None
    )

    def set_up(self):
        self.fields["series"].choices = [
            ("", _("none")),
            *((number, number) for number in self.series),
        ]

    def act(self):
        return services.reopen_group(group=self.group, by=self.by, **self.cleaned_data)
