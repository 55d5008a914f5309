"""The form for a table of former years, and those for its source as a whole."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.files.columns.layout import layout_of
from tournaments.files.columns.results import FaultReason
from tournaments.files.former.previews import MOST_LISTS, Answers, look_at
from tournaments.files.former.selectors import Verdict
from tournaments.files.former.services import (
    ImportOptions,
    import_former_results,
    publish_source,
)
from tournaments.files.former.words import verdict_text
from tournaments.files.imports.forms import UNKNOWN, TableForm
from tournaments.files.tables.cells import Purpose
from tournaments.people.services import remember_spellings
from tournaments.web.fields.day import DayField
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import ServiceForm

TABLES_TRIED = 12
CORRECTED = (Verdict.WAITS, Verdict.NAME, Verdict.NONE)


class FormerForm(TableForm):
    """Results of former years; the files of a club come in table after table."""

    purpose = Purpose.FORMER
    rows_template = "tournaments/files/former/_rows.html"
    lead = _(
        "Any table the club has kept: a row for each person and evening, names beside "
        "evenings, the series of one evening or only the totals of a year. What comes "
        "in counts in the all-time table, the records and on the pages of the people."
    )

    day = DayField(label=_("Day of the evening"), required=False)
    year = WholeNumberField(
        label=_("Year"), required=False, min_value=1886, max_value=2199
    )
    lists = WholeNumberField(
        label=_("Lists in a result"),
        help_text=_("The number of lists in a result: 2 for an evening of two series."),
        required=False,
        min_value=1,
        max_value=MOST_LISTS,
    )
    is_published = forms.BooleanField(
        label=_("Everybody may read these results"),
        help_text=_("Otherwise only people who have signed in."),
        required=False,
    )

    takes_contradictions = forms.BooleanField(
        label=_("Bring in rows that contradict themselves as they are"),
        required=False,
    )

    def first_table(self):
        """Return the first table with results: old folders begin with others."""
        for index, grid in enumerate(self.grids[:TABLES_TRIED]):
            if not UNKNOWN & {*layout_of(grid.rows, self.purpose).doubts}:
                return index
        return 0

    def look(self):
        grid = self.grids[self.table_index]
        return look_at(self.layout, self.answers(), self.source_name, grid.name)

    def answers(self):
        """Return the answers about this table; none if another one was shown."""
        if not self.is_same_table:
            return Answers()
        return Answers(
            day=self.cleaned_data.get("day"),
            year=self.cleaned_data.get("year"),
            lists=self.cleaned_data.get("lists"),
            is_turned=self.is_turned,
            takes_contradictions=self.cleaned_data["takes_contradictions"],
            person_choices=self.by_row("person-"),
        )

    @property
    def has_news(self):
        return bool(self.preview.preview.new)

    @property
    def counts(self):
        preview = self.preview.preview
        return {
            "taken": len(preview.new),
            "here": preview.stored_count,
            "left": len(preview.left_out),
        }

    def page_rows(self):
        preview = self.preview.preview
        here = [row for row in preview.rows if row.verdict is Verdict.HERE]
        return [*preview.left_out, *preview.new, *here]

    @property
    def verdicts(self):
        """The rows of the page with the texts of their verdicts."""
        return [(row, verdict_text(row)) for row in self.page]

    def problems(self):
        return (
            (judged.row.number, verdict_text(judged))
            for judged in self.preview.preview.left_out
            if judged.verdict in CORRECTED and not is_beside(judged.row)
        )

    @property
    def next_table(self):
        """Return the index of the table after this one; None for the last."""
        return self.table_index + 1 if self.table_index + 1 < len(self.grids) else None

    def drop(self):
        if self.next_table is None:
            super().drop()

    def store(self):
        look = self.preview
        parts = (self.source_name, self.grids[self.table_index].name)
        remember_spellings(
            people={
                newcomer.key: newcomer.same_person
                for newcomer in look.preview.newcomers
            }
        )
        return import_former_results(
            preview=look.preview,
            options=ImportOptions(
                source=", ".join(filter(None, parts)),
                shape=look.shape,
                lists=look.lists,
                is_published=self.cleaned_data["is_published"],
            ),
        )


def is_beside(row):
    """Tell whether a row holds no person at all: sums, or the heads again."""
    beside = (FaultReason.SUMS, FaultReason.HEADS)
    return row.fault is not None and row.fault.reason in beside


class PublishForm(ServiceForm):
    """Publishes or withdraws everything that came from one source."""

    source = forms.CharField(max_length=120, widget=forms.HiddenInput)
    is_published = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def act(self):
        return publish_source(**self.cleaned_data)
