"""The form with which two people change places."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.swaps.services import swap_players
from tournaments.web.forms import READ_BY_ALL, ServiceForm


class SwapForm(ServiceForm):
    """Two people of one series who are to change places."""

    needs = ("seated", "by")

    first = forms.ChoiceField(
        label=_("This person"), widget=forms.Select(attrs={"data-combobox": True})
    )
    second = forms.ChoiceField(
        label=_("changes places with"),
        widget=forms.Select(attrs={"data-combobox": True}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=format_lazy(
            "{} {}",
            _("Needed once games are typed; they stay with the places."),
            READ_BY_ALL,
        ),
        max_length=200,
        required=False,
        widget=forms.TextInput,
    )

    def set_up(self):
        self.people = {str(person.player.pk): person for person in self.seated.movable}
        choices = [
            # Few letters beside the name, because typed text is sought in all of it.
            (
                pk,
                _("%(name)s, T%(table)s")
                % {"name": person.label, "table": person.table},
            )
            for pk, person in self.people.items()
        ]
        for name in ("first", "second"):
            self.fields[name].choices = [("", ""), *choices]

    def clean(self):
        super().clean()
        first, second = (self.cleaned_data.get(name) for name in ("first", "second"))
        if first and first == second:
            raise ValidationError(
                _("Nobody changes places with themselves."), code="same-player"
            )
        if first and second and not self.cleaned_data.get("reason"):
            self.require_reason()

    def require_reason(self):
        """Refuse an exchange without a reason once games are typed."""
        for person in self.pair:
            if not person.is_untouched:
                refusal = _("Games were typed at table %(table)s. Please say why.")
                self.add_error("reason", refusal % {"table": person.table})
                return

    @property
    def pair(self):
        return tuple(
            self.people[self.cleaned_data[name]] for name in ("first", "second")
        )

    def act(self):
        first, second = self.pair
        return swap_players(
            series=self.seated.series,
            first=first.player,
            second=second.player,
            by=self.by,
            revision=self.data.get("seen", ""),
            reason=self.cleaned_data["reason"],
        )
