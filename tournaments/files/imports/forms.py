"""The forms for tables of people, entries and results: one flow for all of them.

A file is chosen or a text pasted; the columns are looked at, what is open is answered,
and then what is new comes in at once.
"""

import re
from collections import Counter
from dataclasses import replace

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import QueryDict
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import TeamContest
from tournaments.events.teams.selectors import contests_of
from tournaments.files import uploads
from tournaments.files.columns.layout import (
    LETTERS_QUESTION,
    layout_of,
    letters_question,
)
from tournaments.files.columns.layout import Answers as TableAnswers
from tournaments.files.columns.meanings import Doubt
from tournaments.files.columns.results import wrong_sums
from tournaments.files.forms import FileForm
from tournaments.files.imports.back import LONGEST_SOURCE, record_import
from tournaments.files.imports.people import Review, Status, read_entries, read_people
from tournaments.files.imports.recognising import (
    NO_ANSWERS,
    Answers,
    remembered_meanings,
)
from tournaments.files.imports.results import read_results
from tournaments.files.imports.services import (
    import_entries,
    import_people,
    import_results,
    remember_meanings,
)
from tournaments.files.imports.words import DOUBT_TEXT, MEANING_TEXT, wrong_sum_text
from tournaments.files.tables.cells import Meaning, Purpose
from tournaments.files.tables.grids import read_file
from tournaments.people.names.names import PersonName, tidy
from tournaments.people.selectors import known_first_names, other_club_names
from tournaments.web.fields.lines import lines_input
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.tables import requested_page

EXAMPLES = 5
ROWS_SHOWN = 100  # on a page; DATA_UPLOAD_MAX_NUMBER_FIELDS counts their fields
WRONG_SHOWN = 20
ROW_KEY = re.compile(r"[0-9]{1,6}(?:-[0-9]{1,3})?")
ROW_FIELD = re.compile(r"(?:first|last|person|number|cell)-(?P<key>[0-9-]+)")
ROW_LISTS = {"take": "", "boxes": ",", "offered": " "}  # and what parts them
NAMED_TWICE = _(
    "Only one column can be “%(meaning)s”; here several are. Choose for the others."
)
UNKNOWN = {Doubt.MISSING, Doubt.NO_NAME, Doubt.NO_TOTAL}
HEADS_ONLY = _("This table has only heads, with no rows below them.")
BUTTONS = {"confirm", "look", "turn", "swap", "back", "go"}
MEMBER, GUEST = "member", "guest"


class TableForm(FileForm):
    """A table from any program; the user's answers come back with each preview."""

    purpose: Purpose
    accepts = ".csv,.tsv,.txt,.xlsx,.xls,.ods,.htm,.html,.dbf,.zip"
    lead: str | Promise = ""

    text = forms.CharField(
        label=_("or paste it here"),
        help_text=_("From a spreadsheet, a mail or a message, as it is."),
        required=False,
        max_length=2_000_000,
        strip=False,
        widget=lines_input(rows=6),
    )
    table = WholeNumberField(required=False, min_value=0, max_value=999)
    source = forms.CharField(
        label=_("Source"),
        help_text=_("Shown beside every result from this source."),
        max_length=LONGEST_SOURCE,
        required=False,
    )
    event = None

    def set_up(self):
        super().set_up()
        self.fields["file"].required = False

    @property
    def is_kept(self):
        return bool(BUTTONS & self.data.keys())

    @property
    def source_name(self):
        """Return the name of what came in: as typed, or that of the file."""
        file = self.cleaned_data.get("file")
        typed = tidy(self.cleaned_data.get("source") or "")
        return typed or (tidy(file.name)[:LONGEST_SOURCE] if file else "")

    @property
    def is_turned(self):
        """Whether to read the names in the less likely order."""
        return self.data.get("turn", self.data.get("turned")) == "1"

    def new_content(self):
        if self.cleaned_data["file"] is not None:
            return super().new_content()
        text = self.cleaned_data["text"]
        if not text.strip():
            raise ValidationError(
                _("Please choose a file or paste a table."), code="required"
            )
        return text.encode()

    def read(self, content):
        letters = self.data.get(f"ask-{LETTERS_QUESTION}", "")
        self.source_file = read_file(content, letters)
        self.grids = self.source_file.grids
        index = self.cleaned_data.get("table")
        is_known = index is not None and index < len(self.grids)
        self.table_index = index if is_known else self.first_table()
        answers = self.table_answers()
        self.layout = self.corrected(self.read_layout(answers))
        self.letters = letters_question(self.source_file, answers)
        return self.look()

    def first_table(self):
        return self.source_file.largest

    def read_layout(self, answers):
        """Return the layout; its columns as chosen, or as the last time."""
        rows, first_names = self.grids[self.table_index].rows, known_first_names()

        def layout(answers):
            return layout_of(
                rows, self.purpose, known_first_names=first_names, answers=answers
            )

        found = layout(answers)
        self.is_remembered = False
        if answers.meanings is None and (known := remembered_meanings(found)):
            self.is_remembered = True
            return layout(TableAnswers(meanings=known, signs=answers.signs))
        return found

    def corrected(self, layout):
        """Return a layout with the cells that were corrected below it."""
        self.original = layout.records
        typed = {key: tidy(value) for key, value in self.by_row("cell-").items()}
        if not typed:
            return layout
        records = [
            replace(
                record,
                cells=tuple(
                    typed.get(f"{row}-{at}", cell)
                    for at, cell in enumerate(record.cells)
                ),
            )
            for row, record in enumerate(layout.records)
        ]
        return replace(layout, records=tuple(records))

    @cached_property
    def row_data(self):
        """The fields of all rows: those of this page, and those kept of the others."""
        if not self.is_same_table:
            return QueryDict()
        data = QueryDict(self.data.get("kept", ""), mutable=True)
        for name in self.data:
            if name in ROW_LISTS:
                for value in self.data.getlist(name):
                    data.appendlist(name, value)
            elif ROW_FIELD.fullmatch(name):
                data[name] = self.data[name]
        return data

    def by_row(self, prefix):
        """Return the values of the fields named ``prefix`` and the key of a row."""
        keys = {key: key.removeprefix(prefix) for key in self.row_data}
        return {
            row: self.row_data[key]
            for key, row in keys.items()
            if key != row and ROW_KEY.fullmatch(row)
        }

    def row_values(self, name):
        """Return the values of all rows in one of the ``ROW_LISTS``."""
        sign = ROW_LISTS[name]
        values = self.row_data.getlist(name)
        parts = [value.split(sign) for value in values] if sign else [values]
        return {value for part in parts for value in part if value}

    @property
    def kept(self):
        """The fields of rows that are on other pages of the preview."""
        shown = {each.key for each in self.page if hasattr(each, "key")}
        cells = {name for wrong in self.wrong_rows for name, _head, _cell in wrong[2]}
        data = QueryDict(mutable=True)
        for name, value in self.row_data.items():
            field = ROW_FIELD.fullmatch(name)
            if field and field["key"] not in shown and name not in cells:
                data[name] = value
        for name in ROW_LISTS if "turn" not in self.data else ():
            for value in self.row_values(name):
                sign = "-" if name == "offered" else " "
                if value.partition(sign)[0] not in shown:
                    data.appendlist(name, value)
        return data.urlencode()

    @cached_property
    def page(self):
        """The page of the rows that is shown; what needs a look is on the first."""
        number = self.data.get("go", self.data.get("page"))
        return requested_page(self.page_rows(), ROWS_SHOWN, number)

    def page_rows(self):
        return self.preview

    def problems(self):
        """Yield the number of each row that cannot come in, and why."""
        return ()

    @cached_property
    def wrong_rows(self):
        """The first rows that wait or are left out, with their cells to correct."""
        at = {record.number: row for row, record in enumerate(self.original)}
        rows = {}
        for number, why in self.problems():
            if number in at and len(rows) < WRONG_SHOWN:
                rows.setdefault(number, why)
        return [
            (
                number,
                why,
                [
                    (f"cell-{at[number]}-{column}", head, cell)
                    for column, (head, cell) in enumerate(
                        zip(
                            self.layout.heads,
                            self.layout.records[at[number]].cells,
                            strict=True,
                        )
                    )
                    if self.layout.meanings[column] is not Meaning.NOTHING
                ],
            )
            for number, why in rows.items()
        ]

    @property
    def is_same_table(self):
        """Whether the answers are about the table that is read, not another one."""
        return self.data.get("shown") == str(self.table_index)

    def table_answers(self):
        signs = {
            key.removeprefix("ask-"): value
            for key, value in self.data.items()
            if key.startswith("ask-")
        }
        if not self.is_same_table:
            return TableAnswers(signs={LETTERS_QUESTION: signs.get("letters", "")})
        return TableAnswers(meanings=self.chosen_meanings(), signs=signs)

    def chosen_meanings(self):
        """Return the meanings chosen for the columns; None if none or invalid ones."""
        meanings = []
        while (word := self.data.get(f"column-{len(meanings)}")) is not None:
            if word not in self.purpose.meanings | {Meaning.NOTHING}:
                return None
            meanings.append(Meaning(word))
        return tuple(meanings) or None

    def look(self):
        """Return what the table would bring in, as it is read now."""
        raise NotImplementedError

    @property
    def columns(self):
        """Return the choice for each column, with its head and example cells."""
        examples = self.layout.records[:EXAMPLES]
        return [
            {
                "name": f"column-{at}",
                "head": head,
                "chosen": self.layout.meanings[at].value,
                "cells": [record.cells[at] for record in examples],
            }
            for at, head in enumerate(self.layout.heads)
        ]

    @property
    def example_rows(self):
        return zip(*(column["cells"] for column in self.columns), strict=True)

    @property
    def meaning_choices(self):
        choices = [Meaning.NOTHING, *self.purpose.meanings]
        choices.sort(key=list(Meaning).index)
        return [(meaning.value, MEANING_TEXT[meaning]) for meaning in choices]

    @property
    def questions(self):
        return [*filter(None, [self.letters]), *self.layout.questions]

    @property
    def doubts(self):
        twice = [
            NAMED_TWICE % {"meaning": MEANING_TEXT[meaning]}
            for meaning in self.layout.twice
        ]
        return [DOUBT_TEXT[doubt] for doubt in self.layout.doubts] + twice

    @property
    def is_unknown(self):
        """Whether the columns are not known, so that no row can be right yet."""
        return bool(UNKNOWN & {*self.layout.doubts})

    @property
    def is_open(self):
        """Whether something has to be answered before anything can come in."""
        letters_open = self.letters is not None and self.letters.is_open
        return self.layout.is_open or letters_open

    @property
    def notes(self):
        """What the file lacks, and where its sums are wrong."""
        heads_only = [] if self.layout.records else [HEADS_ONLY]
        return [
            *heads_only,
            *self.grids[self.table_index].notes,
            *map(wrong_sum_text, wrong_sums(self.layout)[:EXAMPLES]),
        ]

    @property
    def table_choices(self):
        return [
            (at, grid.name or str(at + 1), grid.size)
            for at, grid in enumerate(self.grids)
        ]

    @property
    def all_rows(self):
        return sum(self.counts.values())

    @property
    def can_bring_in(self):
        return self.has_news and not self.is_open

    @property
    def has_news(self):
        raise NotImplementedError

    def refuse_old(self):
        """Refuse a table from which nothing would come in."""
        if not self.has_news:
            raise ValidationError(_("There is nothing new in this table."), code="old")

    def refuse_open(self):
        if self.is_open:
            raise ValidationError(
                self.doubts or [_("Please answer what is asked about the table.")],
                code="doubts",
            )

    @transaction.atomic
    def act(self):
        self.refuse_open()
        self.refuse_old()
        source, made = self.store()
        remember_meanings(layout=self.layout)
        run = record_import(
            purpose=self.purpose,
            source=source,
            event=self.event,
            made=made,
            **self.counts,
        )
        self.drop()
        return run

    def drop(self):
        uploads.drop_file(self.cleaned_data["token"], owner=self.owner.pk)


class PeopleRowsForm(TableForm):
    """People in rows, each with a tick; names can be turned and corrected."""

    rows_template = "tournaments/files/imports/_people.html"

    def review(self):
        return Review(
            is_turned=self.is_turned,
            was_turned=self.data.get("turned") == "1",
            typed=self.typed_names() if self.is_same_table else {},
            by_hand=self.data.get("hand", "").split(),
        )

    def typed_names(self):
        """Return the names in the two fields of each row, by the key of the row.

        In the row whose button was pressed the two are swapped.
        """
        typed = {
            key: PersonName(
                first=tidy(self.row_data.get(f"first-{key}", "")), last=tidy(last)
            )
            for key, last in self.by_row("last-").items()
        }
        if name := typed.get(swapped := self.data.get("swap")):
            typed[swapped] = PersonName(first=name.last, last=name.first)
        return typed

    def answers(self):
        """Return the answers about the rows; none if the names are being turned."""
        if "turn" in self.data or not self.is_same_table:
            return NO_ANSWERS
        return Answers(
            people=self.by_row("person-"),
            ticks=self.by_row("number-"),
            offered_ticks=self.row_values("offered"),
            taken=self.row_values("take"),
            offered=self.row_values("boxes"),
        )

    def page_rows(self):
        if len(self.preview) <= ROWS_SHOWN:
            return self.preview
        return sorted(self.preview, key=lambda each: not each.needs_look)

    def problems(self):
        return ((each.row, each.problem) for each in self.preview if each.problem)

    @property
    def corrected_rows(self):
        """The rows that were corrected; turning the column leaves them alone."""
        return " ".join(each.key for each in self.preview if each.is_corrected)

    @property
    def offered_ticks(self):
        """The keys of the boxes for numbers; empty boxes are not sent."""
        return " ".join(each.tick_key for each in self.page if each.is_offered)

    @property
    def boxes(self):
        """The values of the boxes that are shown."""
        return ",".join(each.take_value for each in self.page if each.may_be_taken)

    @property
    def counts(self):
        """Return how many rows come in, are here already or are left out."""
        taken = sum(each.is_taken for each in self.preview)
        here = sum(
            not each.is_taken and (each.player is not None or bool(each.repeated_row))
            for each in self.preview
        )
        return {"taken": taken, "here": here, "left": len(self.preview) - taken - here}

    @property
    def needs_answers(self):
        """Whether the user still has to say who a person is."""
        return any(each.needs_answer for each in self.preview)

    @property
    def has_news(self):
        return any(each.is_taken or each.is_offered for each in self.preview)

    @property
    def was_overtaken(self):
        """Whether a row now means somebody whom its tick did not show."""
        answers = self.answers()
        shown = answers.shown
        return any(
            each.may_be_taken
            and not each.twins
            and each.key in shown
            and each.take_value not in answers.offered
            for each in self.preview
        )

    def refuse_old(self):
        if self.needs_answers:
            raise ValidationError(
                _(
                    "Some names sound like people here. Please choose who is meant; "
                    "nothing comes in before."
                ),
                code="who",
            )
        if self.was_overtaken:
            raise ValidationError(
                _("Some of these people are here by now. Please look again."),
                code="added-meanwhile",
            )
        if not any(each.is_taken or each.is_ticked for each in self.preview):
            raise ValidationError(_("Nobody is ticked."), code="nobody")

    def store(self):
        return self.source_name, self.store_people()


class PeopleForm(PeopleRowsForm):
    """Members and guests, with their clubs and numbers."""

    purpose = Purpose.PEOPLE
    lead = _(
        "Names alone do, one a line; a table may also have club, guest, member number, "
        "gender, date of birth, active. A pass list does as well: members without a "
        "number get theirs, and a number that differs is taken over only where you "
        "tick it."
    )

    status = forms.ChoiceField(
        label=_("Where nothing else is said, they are"),
        choices=[(MEMBER, _("Member of our club")), (GUEST, _("Guest"))],
        initial=MEMBER,
        required=False,
        widget=forms.RadioSelect,
    )
    guest_club = forms.CharField(
        label=_("Club of the guest"),
        required=False,
        max_length=120,
        help_text=_("A club that is new here is added."),
        widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
    )

    def look(self):
        status = Status(
            is_guest=self.cleaned_data["status"] == GUEST,
            club=tidy(self.cleaned_data["guest_club"]),
        )
        return read_people(self.layout, self.review(), self.answers(), status)

    def store_people(self):
        return import_people(people=self.preview)

    def clubs(self):
        return other_club_names()


class EntriesForm(PeopleRowsForm):
    """The people who register for an event; two with a slash between are a pair."""

    purpose = Purpose.ENTRIES
    needs = (*TableForm.needs, "event")
    lead = _(
        "One person a line, with the club behind a comma, or a table with names, club "
        "and team. Two with a slash between are a pair."
    )

    contest = forms.ModelChoiceField(
        label=_("Teams and pairs belong to"),
        queryset=TeamContest.objects.none(),
        required=False,
        empty_label=None,
    )

    def set_up(self):
        super().set_up()
        contests = contests_of(self.event)
        if contests:
            self.fields["contest"].queryset = self.event.contests.all()
            self.fields["contest"].initial = contests[0]
        else:
            del self.fields["contest"]

    @property
    def has_teams(self):
        """Whether any row names a team."""
        return any(each.team for each in self.preview)

    def look(self):
        return read_entries(self.layout, self.review(), self.answers(), self.event)

    def store_people(self):
        contest = None
        if "contest" in self.fields:
            contest = self.cleaned_data["contest"] or self.fields["contest"].initial
        return import_entries(event=self.event, people=self.preview, contest=contest)


class ResultsForm(TableForm):
    """The totals of lists of one event."""

    purpose = Purpose.RESULTS
    needs = (*TableForm.needs, "event")
    rows_template = "tournaments/files/imports/_results.html"
    lead = _(
        "A row for each player at a table: series, table, place, name, game points, "
        "won, lost; where you like others' lost, total, passed in and games."
    )

    def look(self):
        if self.is_unknown:
            return []
        return read_results(self.layout, self.event, self.by_row("person-"))

    def problems(self):
        for each in self.preview:
            for seat in each.seats if each.problem else ():
                yield seat.row, seat.problem or each.problem

    @property
    def has_news(self):
        return any(not each.is_stored and not each.problem for each in self.preview)

    @property
    def counts(self):
        counts = Counter()
        for each in self.preview:
            fate = "left" if each.problem else "here" if each.is_stored else "taken"
            counts[fate] += len(each.seats)
        return {fate: counts[fate] for fate in ("taken", "here", "left")}

    def store(self):
        made = import_results(event=self.event, lists=self.preview, by=self.owner)
        return self.source_name, made
