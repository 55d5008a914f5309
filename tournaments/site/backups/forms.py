"""The forms of the pages about backups."""

from pathlib import Path

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from skatclub.backups.folder import fault_of_place
from tournaments.people.accounts.forms import CodeField
from tournaments.site.backups import services
from tournaments.web.forms import ActionForm, ServiceForm

CONFIRMATION = _("put back")


class PlaceForm(ServiceForm):
    path = forms.CharField(
        label=_("Folder"),
        max_length=400,
        required=False,
        help_text=_(
            "A folder that is synchronised, or on a stick, such as E:\\Skat. Empty: "
            "no second place."
        ),
        widget=forms.TextInput(attrs={"spellcheck": "false", "list": "places"}),
    )

    def clean_path(self):
        path = self.cleaned_data["path"].strip()
        if path and (fault := fault_of_place(Path(path))):
            raise ValidationError(fault)
        return path

    def act(self):
        services.set_second_place(self.cleaned_data["path"])
        return True


class BackupFileForm(ServiceForm):
    file = forms.FileField(
        label=_("File"),
        error_messages={"required": _("Please choose a file.")},
        help_text=_(
            "A backup (.zip), or the file skatclub.sqlite3 of the folder “Daten”."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,.sqlite3"}),
    )

    def act(self):
        return services.store_brought_copy(self.cleaned_data["file"].chunks())


class PutBackForm(ActionForm):
    """The confirmation of a restore, by typing a word."""

    service = services.restore_copy

    word = forms.CharField(
        max_length=40, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def set_up(self):
        self.fields["word"].label = _("To go on, type: %(word)s") % {
            "word": CONFIRMATION
        }

    def clean_word(self):
        word = self.cleaned_data["word"].strip().lower()
        if word != str(CONFIRMATION).lower():
            raise ValidationError(_("Please type the word as it stands here."))
        return word


class CodeForm(forms.Form):
    """The code of the set-up page, for beginning with a backup."""

    code = CodeField()
