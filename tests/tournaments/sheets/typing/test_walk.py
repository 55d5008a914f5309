"""How much of the house a typed line passes, as docs/architecture.md says."""

import re
import sys
from pathlib import Path

import pytest

from tests.factories import make_owner, make_sheet, type_games

ROOT = Path(__file__).resolve().parents[4]
OURS = tuple(f"{ROOT / name}/" for name in ("scoring", "tournaments", "skatclub"))
WALK = re.compile(r"passes at most (\d+) files and (\d+) functions")


@pytest.mark.django_db
def test_a_typed_line_passes_no_more_than_its_walk_says(client):
    client.force_login(erika := make_owner("erika"))
    sheet = make_sheet()
    type_games(sheet, ["2k1", "1h1", "1g1"], by=erika)
    address, passed = f"{sheet.get_absolute_url()}lines/", set()

    def note(frame, event, _argument):
        code = frame.f_code
        is_named = not code.co_name.startswith("<")  # unlike comprehensions
        if event == "call" and is_named and code.co_filename.startswith(OURS):
            passed.add((code.co_filename, code.co_qualname))

    def send(number, text):
        fields = {"number": number, "before": "", "text": text}
        return client.post(address, fields, headers={"HX-Request": "true"})

    send(4, "1p1")
    sys.setprofile(note)
    try:
        answer = send(5, "2k1")
    finally:
        sys.setprofile(None)

    said = " ".join((ROOT / "docs/architecture.md").read_text().split())
    files, functions = map(int, WALK.search(said).groups())
    assert answer.status_code == 200
    assert len({file for file, _name in passed}) <= files
    assert len(passed) <= functions
