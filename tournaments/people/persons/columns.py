"""Reviewing a column of names: reversing it, correcting single names."""

from tournaments.people.names.names import PersonName, tidy

MOST_DIGITS = 6  # no text has more lines


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


def is_number(text):
    """Return whether ``text`` can be the number of a row."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
