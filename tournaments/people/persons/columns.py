"""The review of a column of names: turned as a whole, corrected in place."""

from tournaments.people.names.names import PersonName, tidy

MOST_DIGITS = 6  # no text has more lines


class ColumnReview:
    """Which way the names were read when they were shown, and what was typed over."""

    @property
    def is_reviewed(self):
        """Tell whether the rows that come were ticked by somebody who saw them."""
        return bool(self.data.get("turned")) and "turn" not in self.data

    @property
    def is_turned(self):
        """Return whether to read the column the less likely way round."""
        return self.data.get("turn", self.data.get("turned")) == "1"

    @property
    def was_turned(self):
        return self.data.get("turned") == "1"

    @property
    def by_hand(self):
        """Return the numbers of the rows that were corrected before."""
        rows = self.data.get("hand", "").split()
        return {int(each) for each in rows if is_number(each)}

    def typed_names(self):
        """Return what stands in the two fields of each row, by its number.

        In the row whose button was pressed the two are exchanged.
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
    """Tell whether ``text`` can be the number of a row."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
