"""The form of a file of former years: chosen, looked at, brought in."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.files import uploads
from tournaments.files.foreign.heads import Meaning
from tournaments.files.foreign.tables import former_tables
from tournaments.files.former.looking import MOST_LISTS, Answers, look_at
from tournaments.files.former.services import (
    LONGEST_SOURCE,
    Way,
    bring_in,
    publish_source,
    remember,
    take_back,
)
from tournaments.files.former.words import DOUBT_TEXT, MEANING_TEXT, verdict_text
from tournaments.files.forms import FileForm
from tournaments.people.names.names import tidy
from tournaments.people.services import remember_spellings
from tournaments.web.asked import whole
from tournaments.web.fields.day import DayField
from tournaments.web.forms import ServiceForm

LEFT_OUT_SHOWN = 100
NEW_SHOWN = 12
NAMED_TWICE = _(
    "Only one column can be “%(meaning)s”; here several are. Choose for the others."
)


class FormerForm(FileForm):
    """A table of former years; what somebody says of it comes back with each look."""

    accepts = ".csv,.txt,.xlsx,.xls,.ods,.zip"

    table = forms.IntegerField(required=False, min_value=0, max_value=999)
    source = forms.CharField(
        label=_("Source"),
        help_text=_("Stands beside every result that comes from here."),
        max_length=LONGEST_SOURCE,
        required=False,
    )
    day = DayField(label=_("Day of the evening"), required=False)
    year = forms.IntegerField(
        label=_("Year"), required=False, min_value=1886, max_value=2199
    )
    lists = forms.IntegerField(
        label=_("Lists in a result"),
        help_text=_("Of how many lists a result is: 2 for an evening of two series."),
        required=False,
        min_value=1,
        max_value=MOST_LISTS,
    )
    is_published = forms.BooleanField(
        label=_("Everybody may read these results"),
        help_text=_("Otherwise only who has signed in."),
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
        at = self.cleaned_data.get("table") or 0
        self.at = at if at < len(self.tables) else 0
        look = look_at(self.tables[self.at], self.answers(), self.said_source)
        if self.is_confirmed:
            self.refuse_doubtful(look)
        return look

    @property
    def said_source(self):
        """Return what the results are marked with: the file, and its table."""
        file = self.cleaned_data.get("file")
        typed = tidy(self.cleaned_data.get("source") or "")
        return typed or (tidy(file.name)[:LONGEST_SOURCE] if file else "")

    def answers(self):
        """Return what was said of this table; of another one nothing is known."""
        said = self.cleaned_data
        is_same = self.data.get("shown") == str(self.at)
        return Answers(
            meanings=self.meanings() if is_same else None,
            day=said.get("day") if is_same else None,
            year=said.get("year") if is_same else None,
            lists=said.get("lists") if is_same else None,
            is_turned=self.is_turned and is_same,
            chosen=self.chosen() if is_same else None,
        )

    def chosen(self):
        return {key: self.data[key] for key in self.data if is_person(key)}

    def meanings(self):
        """Return the chosen columns; None where none or nonsense was sent."""
        found = []
        while (word := self.data.get(f"column-{len(found)}")) is not None:
            if word not in set(Meaning):
                return None
            found.append(Meaning(word))
        return tuple(found) or None

    def refuse_doubtful(self, look):
        if look.twice:
            said = {"meaning": MEANING_TEXT[look.twice[0]]}
            raise ValidationError(NAMED_TWICE % said, code="twice")
        if look.layout.doubts:
            raise ValidationError(
                [DOUBT_TEXT[each] for each in look.layout.doubts], code="doubts"
            )

    @property
    def columns(self):
        """Return a choice for each column, beside its head and what stands there."""
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
        return [(each.value, text) for each, text in MEANING_TEXT.items()]

    @property
    def doubts(self):
        found = [DOUBT_TEXT[each] for each in self.preview.doubts]
        for each in self.preview.twice:
            found.append(NAMED_TWICE % {"meaning": MEANING_TEXT[each]})
        return found

    @property
    def can_bring_in(self):
        return bool(self.preview.preview.new) and not self.doubts

    @property
    def left_out(self):
        found = self.preview.preview.left_out
        return [(each, verdict_text(each)) for each in found[:LEFT_OUT_SHOWN]]

    @property
    def new(self):
        found = self.preview.preview.new
        return [(each, verdict_text(each)) for each in found[:NEW_SHOWN]]

    @property
    def table_choices(self):
        return [
            (at, each.name or str(at + 1), len(each.rows))
            for at, each in enumerate(self.tables)
        ]

    @property
    def next_table(self):
        """Return the place of the table after this one; None for the last."""
        return self.at + 1 if self.at + 1 < len(self.tables) else None

    def act(self):
        look = self.preview
        parts = (self.said_source, self.tables[self.at].name)
        done = self.store_look(look, ", ".join(filter(None, parts)))
        remember(layout=look.layout, meanings=look.layout.meanings)
        remember_spellings(
            people={each.key: each.chosen for each in look.preview.newcomers}
        )
        if self.next_table is None:
            uploads.drop_file(self.cleaned_data["token"], owner=self.owner.pk)
        return done

    def store_look(self, look, source):
        way = Way(
            source=source,
            shape=look.layout.shape,
            lists=look.lists,
            is_published=self.cleaned_data["is_published"],
        )
        return bring_in(preview=look.preview, way=way)


def is_person(key):
    """Tell whether a field says who a newcomer is."""
    word, _dash, number = key.partition("-")
    return word == "person" and whole(number) is not None


class TakeBackForm(ServiceForm):
    """Takes everything back that came from one source."""

    source = forms.CharField(max_length=120, widget=forms.HiddenInput)

    def act(self):
        return take_back(source=self.cleaned_data["source"])


class PublishForm(ServiceForm):
    """Lets everybody read what came from one source, or nobody any more."""

    source = forms.CharField(max_length=120, widget=forms.HiddenInput)
    is_published = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def act(self):
        return publish_source(**self.cleaned_data)
