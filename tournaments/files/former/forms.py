"""The form for a file of former years: to choose, check and import it."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.files import uploads
from tournaments.files.foreign.heads import Meaning
from tournaments.files.foreign.tables import former_tables
from tournaments.files.former.previews import MOST_LISTS, Answers, look_at
from tournaments.files.former.services import (
    LONGEST_SOURCE,
    ImportOptions,
    import_former_results,
    publish_source,
    remember_meanings,
    take_back_source,
)
from tournaments.files.former.words import DOUBT_TEXT, MEANING_TEXT, verdict_text
from tournaments.files.forms import FileForm
from tournaments.people.names.names import tidy
from tournaments.people.services import remember_spellings
from tournaments.web.fields.day import DayField
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import ServiceForm
from tournaments.web.numbers import whole_number

LEFT_OUT_SHOWN = 100
NEW_SHOWN = 12
NAMED_TWICE = _(
    "Only one column can be “%(meaning)s”; here several are. Choose for the others."
)


class FormerForm(FileForm):
    """A table of former years; the user's answers come back with each preview."""

    accepts = ".csv,.txt,.xlsx,.xls,.ods,.zip"

    table = WholeNumberField(required=False, min_value=0, max_value=999)
    source = forms.CharField(
        label=_("Source"),
        help_text=_("Shown beside every result from this source."),
        max_length=LONGEST_SOURCE,
        required=False,
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

    @property
    def is_kept(self):
        return self.is_confirmed or bool({"look", "turn"} & self.data.keys())

    @property
    def is_turned(self):
        return self.data.get("turn", self.data.get("turned")) == "1"

    def read(self, content):
        self.tables = former_tables(content)
        index = self.cleaned_data.get("table") or 0
        self.table_index = index if index < len(self.tables) else 0
        look = look_at(self.tables[self.table_index], self.answers(), self.source_name)
        if self.is_confirmed:
            self.refuse_doubtful(look)
        return look

    @property
    def source_name(self):
        """Return the name that marks the results: as typed, or that of the file."""
        file = self.cleaned_data.get("file")
        typed = tidy(self.cleaned_data.get("source") or "")
        return typed or (tidy(file.name)[:LONGEST_SOURCE] if file else "")

    def answers(self):
        """Return the answers about this table; none if another one was shown."""
        if self.data.get("shown") != str(self.table_index):
            return Answers()
        return Answers(
            meanings=self.meanings(),
            day=self.cleaned_data.get("day"),
            year=self.cleaned_data.get("year"),
            lists=self.cleaned_data.get("lists"),
            is_turned=self.is_turned,
            person_choices={
                key: self.data[key] for key in self.data if is_person_field(key)
            },
        )

    def meanings(self):
        """Return the meanings chosen for the columns; None if none or invalid ones."""
        meanings = []
        while (word := self.data.get(f"column-{len(meanings)}")) is not None:
            if word not in set(Meaning):
                return None
            meanings.append(Meaning(word))
        return tuple(meanings) or None

    def refuse_doubtful(self, look):
        if look.twice:
            names = {"meaning": MEANING_TEXT[look.twice[0]]}
            raise ValidationError(NAMED_TWICE % names, code="twice")
        if look.layout.doubts:
            raise ValidationError(
                [DOUBT_TEXT[doubt] for doubt in look.layout.doubts], code="doubts"
            )

    @property
    def columns(self):
        """Return the choice for each column, with its head and example cells."""
        look = self.preview
        return [
            {
                "name": f"column-{at}",
                "head": head,
                "chosen": look.layout.meanings[at].value,
                "cells": [
                    row[at] for row in look.examples if at < len(row) and row[at]
                ],
            }
            for at, head in enumerate(look.layout.heads)
        ]

    @property
    def meaning_choices(self):
        return [(meaning.value, text) for meaning, text in MEANING_TEXT.items()]

    @property
    def doubts(self):
        repeated = [
            NAMED_TWICE % {"meaning": MEANING_TEXT[meaning]}
            for meaning in self.preview.twice
        ]
        return [DOUBT_TEXT[doubt] for doubt in self.preview.doubts] + repeated

    @property
    def can_bring_in(self):
        return bool(self.preview.preview.new) and not self.doubts

    @property
    def left_out(self):
        return with_verdicts(self.preview.preview.left_out[:LEFT_OUT_SHOWN])

    @property
    def new(self):
        return with_verdicts(self.preview.preview.new[:NEW_SHOWN])

    @property
    def table_choices(self):
        return [
            (at, table.name or str(at + 1), len(table.rows))
            for at, table in enumerate(self.tables)
        ]

    @property
    def next_table(self):
        """Return the index of the table after this one; None for the last."""
        return self.table_index + 1 if self.table_index + 1 < len(self.tables) else None

    def act(self):
        look = self.preview
        parts = (self.source_name, self.tables[self.table_index].name)
        counts = self.store_look(look, ", ".join(filter(None, parts)))
        remember_meanings(layout=look.layout)
        remember_spellings(
            people={
                newcomer.key: newcomer.same_person
                for newcomer in look.preview.newcomers
            }
        )
        if self.next_table is None:
            uploads.drop_file(self.cleaned_data["token"], owner=self.owner.pk)
        return counts

    def store_look(self, look, source):
        options = ImportOptions(
            source=source,
            shape=look.layout.shape,
            lists=look.lists,
            is_published=self.cleaned_data["is_published"],
        )
        return import_former_results(preview=look.preview, options=options)


def with_verdicts(rows):
    """Return the rows with the texts of their verdicts."""
    return [(row, verdict_text(row)) for row in rows]


def is_person_field(key):
    """Tell whether a field says who a newcomer is; its name ends in a number."""
    prefix, _dash, number = key.partition("-")
    return prefix == "person" and whole_number(number) is not None


class TakeBackForm(ServiceForm):
    """Takes back everything that came from one source."""

    source = forms.CharField(max_length=120, widget=forms.HiddenInput)

    def act(self):
        return take_back_source(source=self.cleaned_data["source"])


class PublishForm(ServiceForm):
    """Publishes or withdraws everything that came from one source."""

    source = forms.CharField(max_length=120, widget=forms.HiddenInput)
    is_published = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def act(self):
        return publish_source(**self.cleaned_data)
