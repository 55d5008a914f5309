"""Looking up what became of the list in a file."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.lists.check_codes import canonical_text
from tournaments.files.event.reading.reading import FileRefused
from tournaments.files.event.verification import list_facts_in
from tournaments.files.lists.documents import ListDocument, read_list_document
from tournaments.sheets.finishing.checking import CheckedCode, checked_code


def checked_file(content: bytes, user: Any) -> CheckedCode | None:
    """Return what has become of the list in a file. Two queries.

    None if ``user`` may read no list with its code. Raises ``FileRefused`` unless the
    file holds a finished list.
    """
    document = read_list_document(content)
    versions = document.list_row.get("versions", ())
    if not versions:
        raise FileRefused(
            _("No check code is in this file: its list was not finished."),
            code="no-code",
        )
    return checked_code(
        versions[-1]["code"], user, file_text=canonical_list_text(document)
    )


def canonical_list_text(document: ListDocument) -> str:
    """Return the text from which the check code of the list would be made."""
    try:
        event = {
            "event": {"id": document.row["event"]},
            "house_rules": {"options": document.row.get("rules", "")},
        }
        series = {"number": document.row["series"]}
        return canonical_text(list_facts_in(event, series, document.list_row))
    except KeyError as missing:
        raise FileRefused(
            _("“%(key)s” is missing.") % {"key": missing.args[0]}, code="missing"
        ) from None
