"""The form for a table of any kind: members, entries, results, former years.

A file is chosen or a text pasted; the columns are looked at, what is open is answered,
and then what is new comes in at once. A kind says what it asks, how its rows are read
and what is stored.
"""

import re
from collections import Counter, defaultdict
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import attrgetter

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import QueryDict
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.files.columns.layout import Doubt, layout_of
from tournaments.files.columns.questions import Answers as TableAnswers
from tournaments.files.columns.results import struck_rows, sums_in
from tournaments.files.forms import FileForm, drop_file
from tournaments.files.imports.back import (
    LONGEST_SOURCE,
    first_of,
    record_import,
    remember_meanings,
    remember_names,
    remembered_meanings,
)
from tournaments.files.imports.joining import (
    LETTERS_QUESTION,
    UNKNOWN,
    hidden_question,
    join_questions,
    letters_question,
    likeliest_table,
    names_by_member_number,
    with_names,
    without_hidden,
)
from tournaments.files.imports.rows import RowFields
from tournaments.files.tables.cells import Meaning, Purpose, is_out_of_count, shown_cell
from tournaments.files.tables.grids import read_file
from tournaments.people.models import Club, Import
from tournaments.people.names.names import fold, tidy
from tournaments.people.selectors import other_club_names
from tournaments.web.fields import lines_input
from tournaments.web.forms import WholeNumberField
from tournaments.web.tables import requested_page

SUMS_SHOWN = 5
ASKED_SHOWN = 500
ROWS_SHOWN = 100  # on a page; DATA_UPLOAD_MAX_NUMBER_FIELDS counts their fields
WRONG_SHOWN = 20
RUNS_SHOWN = 20
FIRST_ROWS = 5
NAMED_TWICE = _(
    "Only one column can be “%(meaning)s”; here several are. Choose for the others."
)
HEADS_ONLY = _("This table has only heads, with no rows below them.")
OTHER_CLUB = _(
    "Above the table stands “%(title)s”. Are these results of your club? Those of "
    "another club do not belong here."
)
NOT_BEFORE = _("Nothing comes in before it is said who is meant.")
STRUCK_ROWS = _(
    "Row %(rows)s: struck. Lists count here as they were played, for the others at "
    "the table as well. If one is not to count, please empty its cell, below or in the "
    "table. A season leaves out the worst results by itself."
)
# A club in a line above results; "Liebe Skatfreunde" are none.
CLUB_TITLE = re.compile(
    r"\b(?:[BS]?SC|SF|SG|SV|TSV|Skat(?:club|klub|freunde|verein))\b:? [\"„A-ZÄÖÜ]"
    r"|\be\. ?V\b"
)
KINDS_OF_CLUB = {
    *("skatclub", "skatklub", "skatfreunde", "skatverein"),
    *("sc", "sf", "e.v."),
}
BUTTONS = {"confirm", "look", "turn", "swap", "back", "go"}


def other_club_above(layout):
    """Return the line above results that names another club; empty for none.

    It is a club known here, or has the words of one and none of our own. One query.
    """
    clubs = Club.objects.values_list("is_home", "name")
    others = [fold(name) for is_home, name in clubs if not is_home]
    own = " ".join(fold(name) for is_home, name in clubs if is_home)
    ours = [word for word in own.split() if word not in KINDS_OF_CLUB]
    for title in layout.titles if ours else ():
        words = fold(title)
        is_foreign = CLUB_TITLE.search(title) and not any(map(words.count, ours))
        if is_foreign or any(map(words.count, others)):
            return title
    return ""


class TableForm(FileForm):
    """A table from any program; the user's answers come back with each preview."""

    purpose: Purpose
    title: str | Promise
    has_ticks = False  # else everybody who comes in has one
    has_clubs = True
    accepts = ".csv,.tsv,.txt,.xlsx,.xls,.ods,.htm,.html,.dbf,.zip"
    carriers = FileForm.carriers | {"text"}
    lead: str | Promise = ""

    text = forms.CharField(
        label=_("or paste it here"),
        required=False,
        max_length=2_000_000,
        strip=False,
        widget=lines_input(rows=6),
    )
    table = WholeNumberField(required=False, min_value=0, max_value=999)
    source = forms.CharField(
        label=_("Source"),
        max_length=LONGEST_SOURCE,
        required=False,
    )
    event = None
    asked = ()
    next_address = None  # where a stored table leads on to, if not to the page above

    def set_up(self):
        super().set_up()
        self.fields["file"].required = False

    @property
    def runs(self):
        """The latest imports of this kind, which can be taken back."""
        key = self.event.pk if self.event else None
        runs = Import.objects.filter(purpose=self.purpose, event=key)
        return runs[:RUNS_SHOWN]

    @property
    def is_kept(self):
        return bool(BUTTONS & self.data.keys())

    @property
    def source_name(self):
        """Return the name of what came in: as typed, or that of the file."""
        file = self.cleaned_data.get("file")
        typed = tidy(self.cleaned_data.get("source") or "")
        return typed or (tidy(file.name)[:LONGEST_SOURCE] if file else "")

    def clubs(self):
        return other_club_names()

    @property
    def people(self):
        """The people who are asked about, first those who need a look."""
        return sorted(self.asked, key=lambda each: not each.needs_look)[:ASKED_SHOWN]

    @property
    def unclear_people(self):
        return [each for each in self.people if each.needs_look or not each.is_new]

    @property
    def new_people(self):
        return [each for each in self.people if each.is_new and not each.needs_look]

    def new_content(self):
        if self.cleaned_data["file"] is not None:
            return super().new_content()
        text = self.cleaned_data["text"]
        if not text.strip():
            raise ValidationError(
                _("Please choose a file, or paste the text."), code="required"
            )
        return text.encode()

    def read(self, content):
        letters = self.data.get(f"ask-{LETTERS_QUESTION}", "")
        self.source_file = read_file(content, letters)
        self.joined = self.data.get("ask-join", "")
        members = names_by_member_number() if self.purpose.has_results else {}
        grids = self.source_file.grids
        shown = self.data.get("shown")
        is_other = self.data.get("table", shown) != shown
        hidden = "" if is_other else self.data.get("ask-hidden", "")
        if hidden != "read":
            grids = [*map(without_hidden, grids)]
        self.ways = self.joined + hidden
        self.grids = with_names(grids, self.purpose, self.joined, members)
        index = self.cleaned_data.get("table")
        is_known = index is not None and index < len(self.grids)
        if not is_known:
            index = likeliest_table(self.grids, self.purpose)
        self.table_index = index
        answers = self.table_answers()
        whole = self.source_file.grids[self.table_index]
        letters = letters_question(self.source_file, answers)
        self.of_file = [*filter(None, (letters, hidden_question(whole, answers)))]
        self.layout = self.corrected(self.read_layout(answers))
        return self.look()

    def read_layout(self, answers):
        """Return the layout; its columns as chosen, or as the last time."""
        layout = partial(layout_of, self.grids[self.table_index].rows, self.purpose)
        found = layout(answers=answers)
        self.is_remembered = False
        if answers.meanings is None and (known := remembered_meanings(found)):
            self.is_remembered = known != found.meanings
            return layout(answers=TableAnswers(meanings=known, signs=answers.signs))
        return found

    def corrected(self, layout):
        """Return a layout with the cells that were corrected below it."""
        self.original = layout.records
        sent = self.row_fields.by_row("cell-")
        typed = {key: tidy(value) for key, value in sent.items()}
        if not typed:
            return layout
        records, common, firsts = [], layout.common, {}
        for row, record in enumerate(layout.records):
            first = firsts.setdefault(record.number, row)
            cells = [
                typed.get(f"{first if at in common else row}-{at}", cell)
                for at, cell in enumerate(record.cells)
            ]
            # What comes back as it was shown keeps its spelling in the file.
            pairs = zip(cells, record.cells, strict=True)
            cells = [b if a == shown_cell(b) else a for a, b in pairs]
            records.append(replace(record, cells=tuple(cells)))
        return replace(layout, records=tuple(records))

    @cached_property
    def row_fields(self):
        is_same = self.is_same_table and self.are_same_rows
        return RowFields(self.data if is_same else QueryDict())

    @property
    def kept(self):
        """The fields of rows that are on other pages of the preview."""
        shown = {each.key for each in self.page} if self.has_ticks else ()
        return self.row_fields.kept(shown)

    @cached_property
    def page(self):
        """The page of the rows that is shown; what needs a look comes first.

        Each is a person with a tick, or a list of the results in one row of the file.
        """
        rows = sorted(self.preview, key=lambda each: not each.needs_look)
        if not self.has_ticks:
            groups = groupby(rows, key=attrgetter("line"))
            rows = [[*results] for _line, results in groups]
        number = self.data.get("go", self.data.get("page"))
        return requested_page(rows, ROWS_SHOWN, number)

    @property
    def unsure_lines(self):
        return [results for results in self.page if results[0].needs_look]

    @property
    def sure_lines(self):
        return [results for results in self.page if not results[0].needs_look]

    @cached_property
    def wrong_rows(self):
        """The first rows that wait or are left out, with their cells to correct."""
        at = defaultdict(list)
        for row, record in enumerate(self.original):
            at[record.number].append(row)
        rows = {}
        for each in self.preview:
            if each.problem and each.row in at and len(rows) < WRONG_SHOWN:
                rows.setdefault(each.row, each.problem)
        return [(row, why, self.cells_to_correct(at[row])) for row, why in rows.items()]

    def cells_to_correct(self, rows):
        """Return the cells of a row of the file, of which each evening has some."""
        layout = self.layout
        return [
            (f"cell-{row}-{column}", layout.heads[column], shown_cell(cell))
            for row in rows
            for column, cell in enumerate(layout.records[row].cells)
            if layout.meanings[column] is not Meaning.NOTHING
            or column == layout.total_of_all
            or is_out_of_count(cell)
            if row == rows[0] or column not in layout.common
        ]

    @property
    def first_rows(self):
        """The cells of the first rows, as they are shown below the columns."""
        first = self.layout.records[:FIRST_ROWS]
        return [map(shown_cell, record.cells) for record in first]

    @property
    def is_same_table(self):
        """Whether the answers are about the table that is read, not another one."""
        return self.data.get("shown") == str(self.table_index)

    @property
    def are_same_rows(self):
        """Whether the rows were read as now: some are hidden, or without names."""
        return self.ways == self.data.get("joined", "")

    def table_answers(self):
        signs = {
            key.removeprefix("ask-"): value
            for key, value in self.data.items()
            if key.startswith("ask-")
        }
        if not self.is_same_table:
            return TableAnswers(signs={LETTERS_QUESTION: signs.get("letters", "")})
        if not self.are_same_rows:
            return TableAnswers(signs=signs)
        return TableAnswers(meanings=self.chosen_meanings(), signs=signs)

    def chosen_meanings(self):
        """Return the meanings chosen for the columns; None if none or invalid ones."""
        meanings = []
        while (word := self.data.get(f"column-{len(meanings)}")) is not None:
            if word not in self.purpose.meanings | {Meaning.NOTHING}:
                return None
            meanings.append(Meaning(word))
        return tuple(meanings) or None

    @property
    def columns(self):
        """Return the choice for each column, with its head."""
        return [
            {
                "name": f"column-{at}",
                "head": head,
                "chosen": self.layout.meanings[at].value,
                "is_compared": at == self.layout.total_of_all,
            }
            for at, head in enumerate(self.layout.heads)
        ]

    @property
    def meaning_choices(self):
        meanings = {Meaning.NOTHING, *self.purpose.meanings}
        return [(each.value, each.label) for each in Meaning if each in meanings]

    @property
    def questions(self):
        joins = join_questions(self.grids[self.table_index], self.joined)
        return [*self.of_file, *self.layout.questions, *joins]

    @property
    def doubts(self):
        """What about the columns needs a look."""
        twice = [NAMED_TWICE % {"meaning": each.label} for each in self.layout.twice]
        return [*(each.label for each in self.layout.doubts), *twice]

    @property
    def is_unknown(self):
        """Whether the columns are not known, so that no row can be right yet."""
        return bool((UNKNOWN | {Doubt.POINTS}) & {*self.layout.doubts})

    @property
    def is_open(self):
        """Whether something has to be answered before anything can come in."""
        return self.layout.is_open or any(each.is_open for each in self.of_file)

    @property
    def notes(self):
        """What the file lacks, where its sums are wrong, and which lists are struck."""
        has_results = self.purpose.has_results
        rows = struck_rows(self.layout) if has_results else []
        title = other_club_above(self.layout) if has_results else ""
        return [
            *([] if self.layout.records else [HEADS_ONLY]),
            *([OTHER_CLUB % {"title": title}] if title else []),
            *self.grids[self.table_index].notes,
            *map(str, sums_in(self.layout)[1][:SUMS_SHOWN]),
            *([STRUCK_ROWS % {"rows": first_of(rows)}] if rows else []),
        ]

    @property
    def right_sums(self):
        """Return the rows of sums that all fit the rows above."""
        if not self.purpose.has_results:
            return ""
        rows, wrong = sums_in(self.layout)
        right = {row for row, fits in rows.items() if fits} - {w.row for w in wrong}
        return first_of([*map(str, sorted(right))])

    @cached_property
    def left_rows(self):
        """The rows that are left out, by why: to be checked, named twice, or other.

        Of rows of nobody, which may be sums over many evenings, each counts once.
        """
        rows = defaultdict(list)
        for each in self.preview:
            if each.fate == "left":
                why = "waiting" if each.waits else "other"
                rows["nobody" if each.is_no_name else why].append(each)
            elif each.fate == "twice":
                rows["twice"].append(each)
        rows["nobody"] = [*{each.row: each for each in rows["nobody"]}.values()]
        return dict(rows)

    @property
    def counts(self):
        """Return how many rows come in, are here already or are left out."""
        fates = Counter(each.fate for each in self.preview)
        left = sum(map(len, self.left_rows.values()))
        return {"taken": fates["taken"], "here": fates["here"], "left": left}

    @property
    def can_bring_in(self):
        return self.has_news and not self.is_open

    @property
    def has_news(self):
        return any(each.fate == "taken" for each in self.preview)

    @property
    def without_news(self):
        """Say why nothing of a table comes in."""
        if self.is_open:
            return _("Please answer what is asked about the table.")
        if any(each.needs_answer for each in self.asked):
            return NOT_BEFORE
        rows = (each for each in self.preview if not each.is_no_name)
        if any(each.problem or each.why for each in rows):
            return _("Nothing of this can come in as it is.")
        return _("There is nothing new in this table.")

    @property
    def left_text(self):
        """Name those who are left out."""
        left = [each for each in self.preview if each.fate in ("left", "twice")]
        names = dict.fromkeys(filter(None, (each.caption for each in left)))
        return _("Left out: %(texts)s") % {"texts": first_of(names)} if names else ""

    def refuse_old(self):
        if not self.has_news:
            raise ValidationError(self.without_news, code="old")

    def act(self):
        for _done in self.steps():
            pass
        return self.run

    def steps(self):
        """Store what is new, all or nothing; yield how many rows are done."""
        with transaction.atomic():
            if self.is_open:
                raise ValidationError(self.doubts or self.without_news, code="doubts")
            self.refuse_old()
            source = self.new_source()
            remember_names(self.asked)
            clubs = {*Club.objects.values_list("pk", flat=True)}
            made = yield from self.store(source)
            made.rows.extend(Club.objects.exclude(pk__in=clubs))
            remember_meanings(layout=self.layout)
            self.run = record_import(
                purpose=self.purpose,
                source=source,
                event=self.event,
                made=made,
                counts=self.counts,
            )
        self.drop()

    def new_source(self):
        return self.source_name

    def drop(self):
        drop_file(self.cleaned_data["token"], owner=self.owner.pk)
