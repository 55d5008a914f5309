"""The forms that save a league and its divisions."""

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.leagues import services
from tournaments.leagues.models import Division, League
from tournaments.web.fields.lines import refuse_many
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import (
    AsksLittle,
    ServiceModelForm,
    TitledFields,
    names_of,
)

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
