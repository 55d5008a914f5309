"""Forms of a match: who is here, who comes late, who plays for whom."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import Event
from tournaments.leagues.groups import files as files_services
from tournaments.leagues.groups import results as results_services
from tournaments.leagues.groups import services as groups_services
from tournaments.web.forms import READ_BY_ALL, ServiceForm

NOBODY_NAMED = _("Who plays for %(team)s? Name people, or tick “did not come”.")


class SetUpForm(ServiceForm):
    """The line-up of the day: for each team who is here, in the order of the seats."""

    needs = ("group", "sides", "by")

    def set_up(self):
        self.size = self.group.match_day.division.league.team_size
        for side in self.sides:
            self.add_side(side)

    def add_side(self, side):
        people = [(str(one.player_id), one.player.name) for one in side.line_up]
        choices = [("", _("nobody")), *people]
        for number in self.numbers_of(side):
            self.fields[f"player_{side.side.pk}_{number}"] = forms.ChoiceField(
                label=f"{side.letter}{number}",
                choices=choices,
                required=False,
                initial=people[number - 1][0] if number <= len(people) else "",
            )
        self.fields[f"absent_{side.side.pk}"] = forms.BooleanField(
            label=_("did not come"),
            required=False,
            initial=bool(side.side.team.withdrawn_on),
            disabled=bool(side.side.team.withdrawn_on),
        )

    def numbers_of(self, side):
        """Return the numbers of a team's players; who has withdrawn has none."""
        return range(1, 1 if side.side.team.withdrawn_on else self.size + 1)

    def rows(self):
        """Return each team with the fields of its players and of its absence."""
        return [
            (
                side,
                [
                    self[f"player_{side.side.pk}_{number}"]
                    for number in self.numbers_of(side)
                ],
                self[f"absent_{side.side.pk}"],
            )
            for side in self.sides
        ]

    def clean(self):
        super().clean()
        self.cleaned_data["line_ups"] = {
            side.side.team_id: self.players_of(side) for side in self.sides
        }

    def players_of(self, side):
        absent = f"absent_{side.side.pk}"
        if self.cleaned_data.get(absent):
            return []
        known = {str(one.player_id): one.player for one in side.line_up}
        players = []
        for number in self.numbers_of(side):
            name = f"player_{side.side.pk}_{number}"
            player = known.get(self.cleaned_data.get(name, ""))
            if player in players:
                self.add_error(
                    name, _("%(player)s is named twice.") % {"player": player}
                )
            elif player:
                players.append(player)
        if not players:
            self.add_error(absent, NOBODY_NAMED % {"team": side.side.team.name})
        return players

    def act(self):
        return groups_services.set_up_group(
            group=self.group, line_ups=self.cleaned_data["line_ups"], by=self.by
        )


class SubstituteForm(ServiceForm):
    """From a series on, somebody of the line-up plays for somebody else."""

    needs = ("group", "sides", "series", "following", "by")

    out = forms.ChoiceField(label=_("Goes"))
    player = forms.ChoiceField(label=_("Comes"))
    from_series = forms.TypedChoiceField(label=_("From series"), coerce=int)

    def set_up(self):
        self.people = {}
        self.has_bench = any(side.bench for side in self.sides)
        self.fields["out"].choices = self.choices_of(self.sides, "playing")
        self.fields["player"].choices = self.choices_of(self.sides, "bench")
        self.fields["from_series"].choices = [
            (number, number) for number in self.series
        ]
        self.fields["from_series"].initial = self.following

    def choices_of(self, sides, who):
        for side in sides:
            self.people |= {str(each.pk): each for each in getattr(side, who)}
        return [
            (
                side.side.team.name,
                [(str(each.pk), each.name) for each in getattr(side, who)],
            )
            for side in sides
        ]

    def act(self):
        return groups_services.bring_substitute(
            group=self.group,
            out=self.people[self.cleaned_data["out"]],
            player=self.people[self.cleaned_data["player"]],
            from_series=self.cleaned_data["from_series"],
            by=self.by,
        )


class LateForm(ServiceForm):
    """Missing people of a team come: they play from the next series on."""

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
            people = [(str(each.pk), each.name) for each in side.bench]
            self.teams |= {str(each.pk): (side.side.team, each) for each in side.bench}
            if people:
                choices.append((side.side.team.name, people))
        self.fields["players"].choices = choices

    def clean_players(self):
        chosen = [self.teams[key] for key in self.cleaned_data["players"]]
        if len({team.pk for team, _player in chosen}) > 1:
            raise ValidationError(_("Please tick people of one team."), code="teams")
        return chosen

    def act(self):
        chosen = self.cleaned_data["players"]
        return groups_services.let_enter_late(
            group=self.group,
            team=chosen[0][0],
            players=[player for _team, player in chosen],
            by=self.by,
        )


class AttachForm(ServiceForm):
    """A match that was typed elsewhere and came as an event file."""

    needs = ("group", "events")

    event = forms.ModelChoiceField(
        label=_("Event"), queryset=Event.objects.none(), empty_label=None
    )

    def set_up(self):
        self.fields["event"].queryset = self.events

    def act(self):
        return files_services.attach_match(
            group=self.group, event=self.cleaned_data["event"]
        )


class ReopenGroupForm(ServiceForm):
    """Handed-in results are opened again; a series with them, so that lists open."""

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
        return results_services.reopen_group(
            group=self.group, by=self.by, **self.cleaned_data
        )
