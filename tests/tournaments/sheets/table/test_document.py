"""The examples in docs/table-protocol.md are true."""

import json
import re
from pathlib import Path

import pytest
from django.utils import timezone

from tests.factories import make_secretary, make_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.table.services import give_key, pair_phone, take_pen_back
from tournaments.words.choices import SheetState

pytestmark = pytest.mark.django_db
DOCUMENT = Path(__file__).resolve().parents[4] / "docs" / "table-protocol.md"
EXAMPLE = re.compile(
    r"    > (GET|POST) ?(\S*)\n(?:    > (\{.*\})\n)?    < (\d+)\n    < (\{.*\})\n"
    r"|    \* (.*)\n"
)


def finish(sheet):
    ScoreSheet.objects.filter(pk=sheet.pk).update(
        state=SheetState.FINISHED, finished_at=timezone.now()
    )


MEANWHILE = {
    "the desk takes the pen back": lambda sheet: take_pen_back(sheet=sheet),
    "the list is finished": finish,
}


def test_every_example_of_the_protocol_is_true(client):
    make_secretary()
    sheet = make_sheet()
    headers = {
        "Authorization": f"Bearer {pair_phone(key=give_key(sheet=sheet, by=None))}"
    }
    examples = EXAMPLE.findall(DOCUMENT.read_text(encoding="utf-8"))

    said = []
    for method, path, body, status, answer, meanwhile in examples:
        if meanwhile:
            MEANWHILE[meanwhile](sheet)
            continue
        got = client.generic(
            method,
            f"/table/{sheet.code}/{path}",
            body.encode(),
            content_type="application/json",
            headers=headers,
        )
        said.append(((got.status_code, got.json()), (int(status), json.loads(answer))))

    assert len(said) == 21
    assert [each for each in said if each[0] != each[1]] == []
