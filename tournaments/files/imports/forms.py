"""The forms for tables of people and results: to choose, check and import them."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.files.forms import FileForm
from tournaments.files.imports.people import read_people
from tournaments.files.imports.people_services import import_people
from tournaments.files.imports.recognising import NO_ANSWERS, Answers
from tournaments.files.imports.results import read_results
from tournaments.files.imports.results_services import import_results
from tournaments.files.imports.table_files import read_table
from tournaments.people.persons.columns import ColumnReview, is_number

MOST_CORRECTED = 1200  # three fields a row; DATA_UPLOAD_MAX_NUMBER_FIELDS counts them


class TableForm(FileForm):
    """A table from any office program."""

    accepts = ".csv,.txt,.xlsx,.xls,.ods"

    def refuse_problems(self, rows):
        """Refuse rows that the preview has marked as wrong."""
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
        """Tell whether the preview has fields for the names."""
        return len(self.preview) <= MOST_CORRECTED

    @property
    def corrected_rows(self):
        """The rows that were corrected; turning the column leaves them alone."""
        return " ".join(
            str(person.row) for person in self.preview if person.is_corrected
        )

    def read(self, content):
        return read_people(
            read_table(content),
            is_turned=self.is_turned,
            typed_names=self.typed_names(),
            are_typed_turned=self.was_turned,
            corrected_before=self.by_hand,
            answers=self.answers(),
        )

    def answers(self):
        """Return the answers about the rows; none if the names are being turned."""
        if "turn" in self.data:
            return NO_ANSWERS
        return Answers(
            people=self.by_row("person-"),
            ticks=self.by_row("number-"),
            offered_ticks=frozenset(self.data.get("offered", "").split()),
        )

    def by_row(self, prefix):
        """Return the values of the fields named ``prefix`` and the number of a row."""
        rows = [(key.removeprefix(prefix), key) for key in self.data]
        return {
            int(row): self.data[key]
            for row, key in rows
            if key != row and is_number(row)
        }

    @property
    def offered_ticks(self):
        """The keys of the boxes that are shown; empty boxes are not sent."""
        return " ".join(person.tick_key for person in self.preview if person.is_offered)

    @property
    def is_wrong(self):
        return any(person.problem for person in self.preview)

    @property
    def needs_answers(self):
        """Tell whether the user still has to say who a person is."""
        return any(person.needs_answer for person in self.preview)

    @property
    def has_changes(self):
        return any(person.is_new or person.is_offered for person in self.preview)

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
