"""Forms of files: chosen, looked at, imported."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.files.forms import FileForm
from tournaments.files.imports.people import read_people
from tournaments.files.imports.people_services import import_people
from tournaments.files.imports.results import read_results
from tournaments.files.imports.results_services import import_results
from tournaments.files.imports.table_files import read_table
from tournaments.people.persons.columns import ColumnReview

MOST_CORRECTED = 1500  # two fields a row; DATA_UPLOAD_MAX_NUMBER_FIELDS counts them


class TableForm(FileForm):
    """A table of any office program."""

    accepts = ".csv,.txt,.xlsx,.xls,.ods"

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

    needs = (*TableForm.needs, "event")

    def read(self, content):
        return read_results(read_table(content), self.event)

    def store(self):
        self.refuse_problems(self.preview)
        return import_results(event=self.event, lists=self.preview, by=self.owner)
