"""The form for importing a whole club."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.files.forms import keep_pieces
from tournaments.web.forms import ServiceForm


class ClubFileForm(ServiceForm):
    """The archive of a club, which the next page checks."""

    needs = ("owner",)

    file = forms.FileField(
        label=_("File"),
        error_messages={"required": _("Please choose a file.")},
        widget=forms.ClearableFileInput(attrs={"accept": ".zip"}),
    )

    def act(self):
        pieces = self.cleaned_data["file"].chunks()
        return keep_pieces(pieces, owner=self.owner.pk)
