"""The form that narrows down the history."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.history.selectors import HistoryFilter, subjects_named
from tournaments.history.shapes import BY_ITSELF, HistoryKind
from tournaments.people.models import User
from tournaments.web.fields.day import DayField

COMMAND = "command"
LONGEST_NAME = 100


class HistoryForm(forms.Form):
    """The filters of the history; every field may stay empty."""

    by = forms.ChoiceField(label=_("Who"), required=False)
    kind = forms.ChoiceField(
        label=_("What"),
        required=False,
        choices=[("", pgettext_lazy("history", "everything")), *HistoryKind.choices],
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
    def is_filled(self):
        return any(self.data.get(name) for name in self.fields)

    def history_filter(self):
        """Return the filter to apply; an invalid field filters nothing out."""
        self.is_valid()
        values = self.cleaned_data
        by, name = values.get("by", ""), values.get("name", "")
        return HistoryFilter(
            about=subjects_named(name) if name else self.about,
            kind=values.get("kind", ""),
            by=int(by) if by and by != COMMAND else None,
            is_command=by == COMMAND,
            since=values.get("since"),
            until=values.get("until"),
        )
