"""The form that narrows down the history."""

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.history.selectors import BY_ITSELF, NOBODY, about_anything_named
from tournaments.people.models import User
from tournaments.web.fields.day import DayField
from tournaments.words.choices import LogKind

COMMAND = "command"
LONGEST_NAME = 100


class HistoryForm(forms.Form):
    """The filters of the history; every field may stay empty."""

    by = forms.ChoiceField(label=_("Who"), required=False)
    kind = forms.ChoiceField(
        label=_("What"),
        required=False,
        choices=[("", pgettext_lazy("history", "everything")), *LogKind.choices],
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

    def condition(self):
        """Return the condition of the entries; an invalid field leaves nothing out."""
        self.is_valid()
        values = self.cleaned_data
        by, name = values.get("by", ""), values.get("name", "")
        lookups = {
            "kind": values.get("kind"),
            "at__date__gte": values.get("since"),
            "at__date__lte": values.get("until"),
            "by": "" if by == COMMAND else by,
        }
        found = Q(**{lookup: value for lookup, value in lookups.items() if value})
        if by == COMMAND:
            found &= Q(by=None) & ~Q(table__in=NOBODY) & ~Q(action__in=NOBODY)
        if name:
            found &= about_anything_named(name)
        return found & self.about if self.about else found
