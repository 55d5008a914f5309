"""What somebody asks the history for."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.history.selectors import Wanted, things_called
from tournaments.history.shapes import BY_ITSELF, Kind
from tournaments.people.models import User
from tournaments.web.fields.day import DayField

COMMAND = "command"
LONGEST_NAME = 100


class AskForm(forms.Form):
    """Who, what, when, and what it was about; every field may stay empty."""

    by = forms.ChoiceField(label=_("Who"), required=False)
    kind = forms.ChoiceField(
        label=_("What"),
        required=False,
        choices=[("", pgettext_lazy("history", "everything")), *Kind.choices],
    )
    since = DayField(label=_("from day"), required=False, is_past=True)
    until = DayField(label=_("to day"), required=False, is_past=True)
    name = forms.CharField(
        label=pgettext_lazy("history", "About whom or what"),
        required=False,
        max_length=LONGEST_NAME,
    )

    def __init__(self, *args, about=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.about = about
        accounts = User.objects.order_by("username").values_list("pk", "username")
        self.fields["by"].choices = [
            ("", pgettext_lazy("history", "everybody")),
            *((str(pk), name) for pk, name in accounts),
            (COMMAND, BY_ITSELF),
        ]
        if about is not None:
            del self.fields["name"]

    @property
    def is_asked(self):
        """Tell whether anything but everything is asked for."""
        return any(self.data.get(name) for name in self.fields)

    def wanted(self):
        """Return what is asked for; what was not understood asks for nothing less."""
        self.is_valid()
        asked = self.cleaned_data
        by, name = asked.get("by", ""), asked.get("name", "")
        return Wanted(
            about=things_called(name) if name else self.about,
            kind=asked.get("kind", ""),
            by=int(by) if by and by != COMMAND else None,
            is_command=by == COMMAND,
            since=asked.get("since"),
            until=asked.get("until"),
        )
