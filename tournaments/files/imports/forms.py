"""Forms of files: chosen, looked at, imported."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.files.club_store.jobs import start_check
from tournaments.files.codes.codes import content_of
from tournaments.files.event.reading import read_event, require_size
from tournaments.files.event_store.selectors import preview_of
from tournaments.files.event_store.services import import_event
from tournaments.files.imports import uploads
from tournaments.files.imports.people import read_people
from tournaments.files.imports.people_services import import_people
from tournaments.files.imports.results import read_results
from tournaments.files.imports.results_services import import_results
from tournaments.files.imports.tables import read_table
from tournaments.people.persons.columns import ColumnReview
from tournaments.web.forms import ServiceForm

TABLES = ".csv,.txt,.xlsx,.xls,.ods"
MOST_CORRECTED = 1500  # two fields a row; DATA_UPLOAD_MAX_NUMBER_FIELDS counts them


class FileForm(ServiceForm):
    """A file: first chosen and read, then imported under the word it is kept by."""

    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        error_messages={"required": _("Please choose a file.")},
    )
    token = forms.CharField(widget=forms.HiddenInput, required=False)

    content: bytes = b""
    preview: Any = None

    def __init__(self, *args, owner, **kwargs):
        super().__init__(*args, **kwargs)
        self.owner = owner
        self.fields["file"].required = not self.is_kept

    @property
    def is_confirmed(self):
        return "confirm" in self.data

    @property
    def is_kept(self):
        """Tell whether the file is one that was looked at before."""
        return self.is_confirmed

    def clean(self):
        cleaned = super().clean()
        if self.errors:
            return cleaned
        self.content = self.kept_content() if self.is_kept else self.new_content()
        try:
            self.preview = self.read(self.content)
        except ValidationError as refusal:
            self.add_error("file", refusal)
        return cleaned

    def new_content(self):
        file = self.cleaned_data["file"]
        require_size(file.size)
        return file.read()

    def kept_content(self):
        content = uploads.kept(self.cleaned_data["token"], owner=self.owner.pk)
        if content is None:
            raise ValidationError(
                _("The file is no longer there. Please choose it again."), code="gone"
            )
        return content

    def keep(self):
        """Keep the file until its owner says yes; return the word for it."""
        if self.is_kept:
            return self.cleaned_data["token"]
        return uploads.keep(self.content, owner=self.owner.pk)

    def act(self):
        done = self.store()
        uploads.drop(self.cleaned_data["token"], owner=self.owner.pk)
        return done

    def read(self, content):
        raise NotImplementedError

    def store(self):
        raise NotImplementedError


class EventFileForm(FileForm):
    """A complete event."""

    replace = forms.BooleanField(
        label=_("Put the event of the file in the place of the one here"),
        required=False,
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["file"].widget.attrs["accept"] = ".json"

    def read(self, content):
        return preview_of(read_event(content))

    def store(self):
        return import_event(
            event=self.preview.event, replace=self.cleaned_data["replace"]
        )


class ClubFileForm(ServiceForm):
    """A whole club; a process of its own looks at it."""

    file = forms.FileField(
        label=_("File"),
        error_messages={"required": _("Please choose a file.")},
        widget=forms.ClearableFileInput(attrs={"accept": ".zip"}),
    )

    def __init__(self, *args, owner, **kwargs):
        super().__init__(*args, **kwargs)
        self.owner = owner

    def act(self):
        pieces = self.cleaned_data["file"].chunks()
        return start_check(pieces=pieces, owner=self.owner.pk)


class EventCodesForm(EventFileForm):
    """A complete event in codes from paper: scanned, typed or pasted."""

    codes = forms.CharField(
        label=_("Codes"),
        help_text=_("In any order; blanks and line ends do not matter."),
        required=False,
        max_length=2_000_000,
        widget=forms.Textarea(
            attrs={"rows": 14, "spellcheck": "false", "autocapitalize": "characters"}
        ),
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["file"].required = False

    def clean_codes(self):
        text = self.cleaned_data["codes"]
        if not self.is_confirmed:
            self.found = content_of(text)
        return text

    def new_content(self):
        return self.found

    def add_error(self, field, error):
        super().add_error("codes" if field == "file" else field, error)


class TableForm(FileForm):
    """A table of any office program."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["file"].widget.attrs["accept"] = TABLES

    def refuse_problems(self, rows):
        """Refuse to store what the preview has marked as wrong."""
        if any(row.problem for row in rows):
            raise ValidationError(
                _("Some rows are wrong; nothing was imported."), code="problems"
            )


class PeopleFileForm(ColumnReview, TableForm):
    """People, with their clubs and numbers."""

    @property
    def is_kept(self):
        return self.is_confirmed or bool({"turn", "look"} & self.data.keys())

    @property
    def can_correct(self):
        """Tell whether the rows have fields; each sends two."""
        return len(self.preview) <= MOST_CORRECTED

    @property
    def corrected_rows(self):
        """The rows that somebody has put right: they stay when the column turns."""
        return " ".join(str(each.row) for each in self.preview if each.is_corrected)

    def read(self, content):
        return read_people(
            read_table(content),
            is_turned=self.is_turned,
            typed=self.typed_names(),
            typed_turned=self.shown_turned,
            by_hand=self.by_hand,
        )

    def store(self):
        self.refuse_problems(self.preview)
        return import_people(people=self.preview)


class ResultsFileForm(TableForm):
    """The totals of lists of one event."""

    def __init__(self, *args, event, **kwargs):
        super().__init__(*args, **kwargs)
        self.event = event

    def read(self, content):
        return read_results(read_table(content), self.event)

    def store(self):
        self.refuse_problems(self.preview)
        return import_results(event=self.event, lists=self.preview, by=self.owner)
