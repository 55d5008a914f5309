"""The forms that join two entries of a person, and remove a person for good."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.careers.joins.services import join_people, remove_person
from tournaments.events.entrants import labels_of
from tournaments.people.models import Player
from tournaments.web.forms import ActionForm, NeedsMixin, ServiceForm


class OtherEntryForm(NeedsMixin, forms.Form):
    needs = ("player",)

    other = forms.ModelChoiceField(
        label=_("The other entry"),
        queryset=Player.objects.none(),
        widget=forms.Select(attrs={"data-combobox": True}),
        empty_label="",
    )

    def set_up(self):
        people = Player.objects.filter(removed_at__isnull=True)
        others = people.exclude(pk=self.player.pk)
        field = self.fields["other"]
        field.queryset = others
        labels = labels_of(others.select_related("club"))
        field.choices = [
            ("", ""),
            *((player.pk, name) for name, player in labels.items()),
        ]


class JoinForm(ServiceForm):
    """The choice of the entry to keep, with its name, club and numbers."""

    needs = ("player", "other", "by")

    kept = forms.ChoiceField(
        label=_("Which entry stays?"),
        widget=forms.RadioSelect,
        help_text=_(
            "Its name, number and date of birth hold from now on. A member stays one."
        ),
    )

    def set_up(self):
        people = [self.player, self.other]
        self.people = {str(player.pk): player for player in people}
        labels = labels_of(people)
        self.fields["kept"].choices = [
            (str(player.pk), name) for name, player in labels.items()
        ]
        self.fields["kept"].initial = str(
            min(people, key=lambda player: (player.is_guest, player.pk)).pk
        )

    def act(self):
        kept = self.people[self.cleaned_data["kept"]]
        (gone,) = (player for player in self.people.values() if player != kept)
        return join_people(kept=kept, gone=gone, by=self.by)


class RemovalForm(ActionForm):
    service = remove_person

    is_meant = forms.BooleanField(
        label=_("I know that nobody can undo this."),
        error_messages={"required": _("Please tick this if you mean it.")},
    )

    def said(self, removed):
        return _("The name is gone; the lists now say “%(name)s”.") % {"name": removed}
