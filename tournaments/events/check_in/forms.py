"""The check-in form."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.events.entries import services as entries_services
from tournaments.events.entries.forms import PersonForm
from tournaments.words.choices import EntryStatus


class DoorForm(PersonForm):
    """Check in a person who is expected, or add one who is not."""

    needs = (*PersonForm.needs, "series")

    from_series = forms.TypedChoiceField(
        label=_("Plays from series"), coerce=int, required=False, empty_value=None
    )

    def set_up(self):
        super().set_up()
        self.fields["who"].widget.attrs["autofocus"] = True
        self.fields["from_series"].choices = [
            (number, number) for number in self.series
        ]
        # Sent again, because the first request or its answer got lost.
        self.is_again = "again" in self.data

    def find_by_name(self, text):
        if self.is_again:
            self.find_present(text)
        if not self.entry:
            super().find_by_name(text)

    def act(self):
        series = self.cleaned_data.get("from_series")
        if self.is_again and self.entry and self.entry.status == EntryStatus.PRESENT:
            return self.entry
        if self.entry:
            return entries_services.mark_present(entry=self.entry, from_series=series)
        if self.player:
            return entries_services.add_entry(
                event=self.event, player=self.player, from_series=series
            )
        return entries_services.add_visitor_entry(
            event=self.event,
            visitor=self.visitor,
            is_guest=self.is_guest,
            from_series=series,
        )
