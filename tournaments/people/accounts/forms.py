"""Forms about accounts: the first one, further ones, passwords."""

import re
from functools import partial

from django import forms
from django.contrib.auth.forms import SetPasswordMixin, UsernameField
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from skatclub.door import attempts, setup_code
from tournaments.people.accounts.services import (
    account_with_code,
    add_account,
    redeem_code,
    set_role,
)
from tournaments.people.models import User
from tournaments.people.names.names import fold
from tournaments.people.selectors import count_imported_people, home_club
from tournaments.people.services import set_up_club
from tournaments.web.forms import ActionForm, ServiceForm
from tournaments.words.rights import ROLES, Right, Role

CLUB, SAMPLE = "club", "sample"
WAYS = [
    (CLUB, _("With my own club")),
    (SAMPLE, _("With an invented club, to look around")),
]
SAMPLE_NAME = "Skatclub Kreuzbube"


def username_field():
    field = User._meta.get_field("username")
    return UsernameField(
        label=_("User name"),
        max_length=field.max_length,
        validators=field.validators,
        error_messages={"invalid": _("Only letters and digits, without spaces.")},
        widget=code_input("username"),
    )


def code_input(autocomplete="off"):
    return forms.TextInput(
        attrs={
            "autocapitalize": "none",
            "autocomplete": autocomplete,
            "spellcheck": "false",
        }
    )


class CodeField(forms.CharField):
    """The code printed in the window of the server, which proves access to it."""

    def __init__(self):
        super().__init__(
            label=_("One-time code"),
            max_length=50,
            help_text=_(
                "It stands in the window in which Skatclub was started, below the "
                "address."
            ),
            widget=code_input(),
        )

    def clean(self, value):
        code = super().clean(value)
        if attempts.SET_UP.is_reached():
            raise forms.ValidationError(_("Too many attempts; please wait a minute."))
        if not setup_code.is_valid(code):
            attempts.SET_UP.count()
            raise forms.ValidationError(_("This is not the code that was printed."))
        return code


class PasswordPairForm(SetPasswordMixin, ServiceForm):
    password, password_again = SetPasswordMixin.create_password_fields(
        _("Password"), _("Password once more")
    )
    # One sentence for all validators in the settings.
    password.help_text = _(
        "At least 8 characters, not only digits, no common word, not even one of Skat."
    )
    password_again.help_text = ""

    def clean(self):
        super().clean()
        self.validate_passwords("password", "password_again")
        user = self.password_owner()
        if user:
            self.validate_password_for_user(user, "password")

    def password_owner(self):
        return User(username=self.cleaned_data.get("username", ""))


class SetUpForm(PasswordPairForm):
    """The first step of a new site: a club and the account of its owner."""

    needs = ("build_sample",)

    # For the invented club the name is hidden and not required.
    use_required_attribute = False
    field_order = ["way", "name", "username", "password", "password_again", "code"]

    way = forms.ChoiceField(
        label=_("How would you like to start?"),
        choices=WAYS,
        initial=CLUB,
        widget=forms.RadioSelect,
    )
    name = forms.CharField(label=_("Name of the club"), max_length=120)
    username = username_field()
    code = CodeField()

    def set_up(self):
        self.imported_people = count_imported_people()
        is_empty = self.imported_people is None
        if not is_empty:
            self.build_sample = None
        if self.build_sample is None:
            del self.fields["way"]
        self.home = None if is_empty else home_club()
        if self.home:
            del self.fields["name"]
        else:
            self.fields["name"].required = not self.is_sample

    def put_focus(self):
        """Focus the first field that has an error or, like passwords, was emptied."""
        wanted = [
            name
            for name, field in self.fields.items()
            if name in self.errors
            or (self.is_bound and field.widget.input_type == "password")
        ]
        to_fill = [name for name in self.fields if name != "way"]
        self.fields[(wanted or to_fill)[0]].widget.attrs["autofocus"] = True

    @property
    def is_sample(self):
        return bool(self.build_sample) and self.data.get("way") == SAMPLE

    def act(self):
        return set_up_club(
            name=SAMPLE_NAME if self.is_sample else self.cleaned_data.get("name", ""),
            username=self.cleaned_data["username"],
            password=self.cleaned_data["password"],
            build=partial(self.build_sample, today=timezone.localdate())
            if self.is_sample
            else None,
        )


class CodeOnceForm(PasswordPairForm):
    """A password that the holder of an account chooses with a code."""

    field_order = ["code", "password", "password_again"]

    code = forms.CharField(label=_("One-time code"), max_length=50, widget=code_input())

    def clean_code(self):
        self.account = account_with_code(self.cleaned_data["code"])
        if self.account is None:
            raise forms.ValidationError(
                _("This code opens no account. Please ask for a new one.")
            )
        return self.cleaned_data["code"]

    def password_owner(self):
        return getattr(self, "account", None) or User()

    def act(self):
        return redeem_code(account=self.account, password=self.cleaned_data["password"])


def role_text(role):
    """Return a role with its rights, without reading, which all roles may."""
    rights = ROLES[role]
    granted = [right for right in Right if right in rights and right != Right.READ]
    text = ", ".join(str(right.label) for right in granted or rights)
    if rights == set(Right):
        text = _("everything")
    return f"{role.label}: {text}"


def role_choices():
    return [(role.value, role_text(role)) for role in Role if role != Role.HOST]


class RoleForm(ActionForm):
    service = set_role
    changes = "account"

    role = forms.ChoiceField(
        label=_("This account may"), choices=role_choices, widget=forms.RadioSelect
    )


class AccountForm(ActionForm):
    """A new account; its holder chooses the password with a code."""

    service = add_account

    username = username_field()
    role = forms.ChoiceField(
        label=_("This account may"),
        choices=role_choices,
        initial=Role.READER,
        widget=forms.RadioSelect,
    )


GAME_WORDS = (
    *("skat", "club", "clubs", "klub", "verein", "freunde", "bruder", "brueder"),
    *("abend", "spiel", "spieler", "liste", "listen", "karte", "karten", "tisch"),
    *("kreuz", "pik", "herz", "karo", "eichel", "gruen", "rot", "schellen"),
    *("bube", "buben", "dame", "damen", "koenig", "ass", "asse", "daus", "unter"),
    *("ober", "zehn", "neun", "acht", "sieben", "grand", "null", "ouvert", "hand"),
    *("schneider", "schwarz", "ramsch", "bock", "kontra", "contra", "re"),
    *("einfach", "ohne", "mit", "vier", "spitzen", "trumpf", "stich", "reizen"),
    *("passwort", "password", "kennwort", "geheim"),
)
MOST_WORDS = 3
ONLY_GAME_WORDS = re.compile(
    rf"[\W\d_]*(?:(?:{'|'.join(GAME_WORDS)})[\W\d_]*){{1,{MOST_WORDS}}}"
)


class SkatWordsValidator:
    """Refuses up to three words of the game, with any digits and signs.

    Lists of common passwords do not contain "kreuzbube", but Skat players know it.
    """

    def validate(self, password, user=None):
        if ONLY_GAME_WORDS.fullmatch(fold(password)):
            raise ValidationError(
                gettext("Somebody who knows Skat guesses this password at once.")
            )

    def get_help_text(self):
        return gettext("Words of Skat alone, such as “kreuzbube1”, are refused.")
