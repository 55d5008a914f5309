"""The refusals of services, each named after its reason."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


class SheetIsFinished(ValidationError):
    """The list is finished; it has to be reopened, with a reason, to be changed."""


class IsTaken(ValidationError):
    """Somebody else has written here in the meantime; ``text`` is what they wrote."""

    text: str


class LineIsTaken(IsTaken):
    """Somebody else has written this line in the meantime."""

    def __init__(self, *, number: int, text: str):
        if text:
            message = _(
                "Somebody else was quicker: line %(number)s now reads “%(text)s”."
            )
        else:
            message = _("Somebody else has taken line %(number)s out.")
        super().__init__(
            message, code="line-taken", params={"number": number, "text": text}
        )
        self.number = number
        self.text = text


class FootIsTaken(IsTaken):
    """Somebody else has written the foot of the paper in the meantime."""

    def __init__(self, *, text: str):
        super().__init__(
            _(
                "Somebody else has changed these totals: %(text)s. What you typed is "
                "still here; save it again to put it in their place."
            ),
            code="foot-taken",
            params={"text": text},
        )
        self.text = text


class PenIsOut(ValidationError):
    """A phone writes this list; the desk has to take the pen back first."""


class ImpossibleLine(ValidationError):
    """An impossible line; its messages name all problems at once."""


class NotFinishable(ValidationError):
    """Something is still open on the list."""


class NotProved(ValidationError):
    """Nothing on the paper proves the list; the user may finish it all the same."""


class NothingToRevert(ValidationError):
    """There is no step left to undo or to redo."""


class OwnTyping(ValidationError):
    """Nobody may check a list that they typed themselves."""


class ListHasChanged(ValidationError):
    """The decision was made about the list as it was before a change."""
