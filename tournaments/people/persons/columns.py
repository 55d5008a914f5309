"""Reviewing a column of names: reversing it, correcting single names."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.people.names.names import PersonName, tidy

MOST_DIGITS = 6  # no text has more lines
MOST_COMPLAINTS = 10


class ColumnReview:
    """The order in which names were shown, and the corrections typed."""

    @property
    def is_reviewed(self):
        """Whether the rows sent were shown before and could be ticked."""
        return bool(self.data.get("turned")) and "turn" not in self.data

    @property
    def is_turned(self):
        """Whether to read the column in the less likely order."""
        return self.data.get("turn", self.data.get("turned")) == "1"

    @property
    def was_turned(self):
        return self.data.get("turned") == "1"

    @property
    def by_hand(self):
        """The numbers of the rows that were corrected before."""
        rows = self.data.get("hand", "").split()
        return {int(row) for row in rows if is_number(row)}

    def typed_names(self):
        """Return the names in the two fields of each row, by row number.

        In the row whose button was pressed the two are swapped.
        """
        typed = {
            number: PersonName(
                first=tidy(self.data.get(f"first-{number}", "")),
                last=tidy(self.data[f"last-{number}"]),
            )
            for number in (key.removeprefix("last-") for key in self.data)
            if f"last-{number}" in self.data and is_number(number)
        }
        swapped = self.data.get("swap")
        if name := typed.get(swapped):
            typed[swapped] = PersonName(first=name.last, last=name.first)
        return {int(number): name for number, name in typed.items()}

    def refuse_count(self, count, most):
        """Refuse a text without lines, and one with too many."""
        if not count:
            raise ValidationError(_("There is no name in it."), code="required")
        if count > most:
            raise ValidationError(
                _("These are %(count)d lines; at most %(most)d are read at once."),
                code="many",
                params={"count": count, "most": most},
            )

    def refuse_unreadable(self, lines):
        """Refuse the lines with a problem."""
        complaints = [complaint_about(line) for line in lines if line.problem]
        if complaints:
            raise ValidationError(first_complaints(complaints))


def is_number(text):
    """Return whether ``text`` can be the number of a row."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def complaint_about(pasted):
    """Return the problem of a line, with its number and text."""
    return ValidationError(
        _("Line %(line)d, “%(text)s”: %(problem)s"),
        params={
            "line": pasted.line,
            "text": pasted.text[:60],
            "problem": pasted.problem,
        },
    )


def first_complaints(complaints):
    """Return the first complaints, and the number of the others."""
    rest = len(complaints) - MOST_COMPLAINTS
    if rest <= 0:
        return complaints
    remainder = ngettext("and %(count)d more line", "and %(count)d more lines", rest)
    return [*complaints[:MOST_COMPLAINTS], remainder % {"count": rest}]
