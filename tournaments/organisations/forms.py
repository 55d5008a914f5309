"""The form for the public data of the club."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.organisations.models import Organisation
from tournaments.organisations.services import save_organisation, send_test_letter
from tournaments.people.forms import ClubForm
from tournaments.web.fields import TimeField
from tournaments.web.forms import (
    AsksLittle,
    ServiceModelForm,
    TitledFields,
    names_of,
    tick,
)

TEXT_ROWS = {"rows": 8}


FIRST = ("name", "rhythm", "weekday", "start_time", "place")
TITLED: TitledFields = (
    (_("Contact"), ("welcome", "address", "town", "email", "phone", "number")),
    (_("Logo and colour"), ("logo", "drop_logo", "felt")),
    (
        _("Results by mail"),
        ("mail_host", "mail_user", "mail_password", "mail_sender"),
    ),
    (_("Imprint and privacy"), ("imprint", "privacy", "photo_days")),
)


class FeltSelect(forms.RadioSelect):
    """A choice with a sample of each colour."""

    option_template_name = "tournaments/organisations/_felt.html"


class OrganisationForm(AsksLittle, ServiceModelForm):
    first = FIRST
    titled = TITLED

    name = forms.CharField(label=_("Name of the club"), max_length=120)
    number = ClubForm.base_fields["number"]
    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        help_text=_("A PNG or JPEG file of at most 4 MB, best with equal sides."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )
    drop_logo = tick(_("Take the logo away"))
    mail_password = forms.CharField(
        label=_("Password"),
        required=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    problem = ""

    class Meta:
        model = Organisation
        field_classes = {"start_time": TimeField}
        fields = [
            name
            for name in names_of(FIRST, TITLED)
            if name not in {"logo", "mail_password"}
        ]
        widgets = {
            "felt": FeltSelect(attrs={"class": "felts"}),
            "phone": forms.TextInput(attrs={"type": "tel"}),
            "imprint": forms.Textarea(attrs=TEXT_ROWS),
            "privacy": forms.Textarea(attrs=TEXT_ROWS),
        }
        labels = {"place": _("Pub or hall"), "town": _("Town of the club")}
        help_texts = {
            "mail_host": _(
                "As the club's mail provider names it for outgoing mail. Once saved, "
                "a test letter goes to the club."
            ),
            "imprint": _(
                "Who answers for this site, with name and address. Everybody may read "
                "this as it is written here."
            ),
            "photo_days": _(
                "From the day on which the list was finished. Nobody sees them but "
                "people who type."
            ),
            "privacy": _(
                "What the club adds to the page on privacy, such as whom to ask. "
                "Everybody may read this as it is written here."
            ),
        }

    clean_name = ClubForm.clean_name
    clean_number = ClubForm.clean_number

    def set_up(self):
        club = self.instance.club
        self.initial |= {"name": club.name, "number": club.dotted_number}
        if self.instance.mail_password:
            self.fields["mail_password"].help_text = _("Empty: it stays as it is.")
        weekday = self.fields["weekday"]
        weekday.choices = [("", _("no fixed day")), *list(weekday.choices)[1:]]
        if not self.instance.logo_digest:
            del self.fields["drop_logo"]

    def clean(self):
        cleaned = super().clean()
        if cleaned.get("mail_host") and not (
            cleaned.get("mail_sender") or "@" in cleaned.get("mail_user", "")
        ):
            missing = self.fields["name"].error_messages["required"]
            self.add_error("mail_sender", missing)
        return cleaned

    def act(self):
        club = self.instance.club
        club.name = self.cleaned_data["name"]
        club.number = self.cleaned_data["number"]
        password = self.cleaned_data["mail_password"]
        if password or "mail_host" in self.changed_data:
            # A password is for one server; another never gets to know it.
            self.instance.mail_password = password
        # No bytes remove the logo, None keeps it.
        logo = b"" if self.cleaned_data.get("drop_logo") else None
        if file := self.cleaned_data["logo"]:
            logo = file.read()
        return save_organisation(organisation=self.instance, logo=logo)

    def said(self, organisation):
        if organisation.mail_host and any(
            name.startswith("mail_") for name in self.changed_data
        ):
            text = gettext("Saved. A test letter went to %(address)s.")
            try:
                return text % {"address": send_test_letter(organisation)}
            except ValidationError as refusal:
                self.problem = refusal.message
        return super().said(organisation)

    def warnings(self, organisation):
        return filter(None, [self.problem])
