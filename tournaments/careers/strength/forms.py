from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.people.models import MOST_GROUP
from tournaments.people.services import set_groups
from tournaments.seasons.models import Season
from tournaments.web.forms import NeedsMixin, ServiceForm

MOST_GROUPS = 9
USUAL_GROUPS = 3


class ProposalForm(NeedsMixin, forms.Form):
    """The season whose results propose the groups, and the number of groups."""

    needs = ("seasons",)

    season = forms.ModelChoiceField(
        label=_("Propose by the results of"),
        queryset=Season.objects.none(),
        empty_label=None,
    )
    groups = forms.IntegerField(
        label=_("How many groups"),
        min_value=2,
        max_value=MOST_GROUPS,
        initial=USUAL_GROUPS,
    )

    def set_up(self):
        self.fields["season"].queryset = self.seasons


class GroupsForm(ServiceForm):
    """Everyone's strength group on one page; typed values come before proposed ones."""

    needs = ("people", "proposed", "typed")

    def set_up(self):
        for player in self.people:
            self.fields[group_field_name(player)] = forms.IntegerField(
                label=_("Group of %(name)s") % {"name": player.sorted_name},
                min_value=1,
                max_value=MOST_GROUP,
                required=False,
                initial=self.typed.get(
                    player.pk, self.proposed.get(player.pk, player.group)
                ),
                widget=forms.NumberInput(attrs={"class": "short"}),
            )

    def lines(self):
        """Return everyone with the field of their group and whether it would change."""
        return [
            (player, self[group_field_name(player)], self.differs(player))
            for player in self.people
        ]

    def differs(self, player):
        if player.pk in self.typed:
            return False
        return self.proposed.get(player.pk, player.group) != player.group

    def act(self):
        groups = {
            player.pk: self.cleaned_data[group_field_name(player)]
            for player in self.people
        }
        return {"changed": set_groups(groups=groups)}


def typed_groups(people, data):
    """Return the groups that were typed and differ from the stored ones, by person."""
    typed = {player.pk: data.get(group_field_name(player)) for player in people}
    stored = {player.pk: str(player.group or "") for player in people}
    return {
        key: value
        for key, value in typed.items()
        if value is not None and value != stored[key]
    }


def group_field_name(player):
    return f"group_{player.pk}"
