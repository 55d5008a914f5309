"""Forms for uploading a photo and for its position beside the typing line."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.sheets.models import ListPhoto
from tournaments.sheets.photos.services import add_photo, place_photo
from tournaments.web.forms import ServiceForm, ServiceModelForm


class PhotoForm(ServiceForm):
    needs = ("sheet", "by")

    photo = forms.FileField(
        label=_("Photo of the paper list"),
        help_text=_("A phone opens its camera for it. Best from above, in good light."),
        widget=forms.FileInput(
            attrs={
                "accept": "image/jpeg,image/png,image/webp",
                "capture": "environment",
            }
        ),
    )

    def act(self):
        content = self.cleaned_data["photo"].read()
        return add_photo(sheet=self.sheet, content=content, by=self.by)


class PhotoPositionForm(ServiceModelForm):
    class Meta:
        model = ListPhoto
        fields = ["turned", "first_line", "last_line"]

    def act(self):
        return place_photo(photo=self.instance, **self.cleaned_data)
