from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.people.mail.services import record_consent
from tournaments.people.models import MailAddress, Player
from tournaments.web.forms import ServiceForm

ADDRESS = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class ConsentForm(ServiceForm):
    """The address of a person, with their consent."""

    needs: tuple[str, ...] = ("player", "by")

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

    def act(self):
        return record_consent(
            player=self.player, address=self.cleaned_data["address"], by=self.by
        )


class RecipientForm(ConsentForm):
    """Another person who gets results."""

    needs = ("by",)

    person = forms.ModelChoiceField(label=_("Person"), queryset=Player.objects.none())
    field_order = ["person", "address", "agreed"]

    def set_up(self):
        people = Player.objects.active().filter(removed_at__isnull=True)
        recipients = MailAddress.objects.exclude(address="").values("player")
        self.fields["person"].queryset = people.exclude(pk__in=recipients)
        self.fields["person"].label_from_instance = lambda each: each.sorted_name

    @property
    def player(self):
        return self.cleaned_data["person"]


class TestMailForm(forms.Form):
    """The address for a test mail."""

    address = forms.EmailField(
        label=_("Your own address"), widget=forms.EmailInput(attrs=ADDRESS)
    )
