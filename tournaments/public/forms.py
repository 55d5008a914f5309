"""The form with which a person is noted who wants results by mail."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.events.entrants import labels_of
from tournaments.people.models import MailAddress, Player
from tournaments.public.letters import record_address
from tournaments.web.forms import ServiceForm

ADDRESS = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class RecipientForm(ServiceForm):
    """The address of a person who agreed to get results."""

    person = forms.ModelChoiceField(label=_("Person"), queryset=Player.objects.none())
    address = forms.EmailField(
        label=_("Email address"),
        max_length=MailAddress._meta.get_field("address").max_length,
        widget=forms.EmailInput(attrs=ADDRESS),
        help_text=_(
            "Nobody outside the club can read it; every mail says how to unsubscribe."
        ),
    )
    agreed = forms.BooleanField(
        label=_("The person has asked for results by mail"),
        error_messages={"required": _("Without that nothing may be sent.")},
    )

    def set_up(self):
        people = Player.objects.active().filter(removed_at__isnull=True)
        field = self.fields["person"]
        field.queryset = people
        labels = labels_of(people.select_related("club"))
        field.choices = [("", ""), *((each.pk, text) for text, each in labels.items())]

    def act(self):
        return record_address(
            player=self.cleaned_data["person"], address=self.cleaned_data["address"]
        )
