"""The edition of the program, by which browsers know whether pages look as before."""

import os
import subprocess
import sys

from skatclub.release.build import EDITION, edition_of
from tests.processes import ROOT


def test_every_process_has_the_same_edition():
    words = [
        sys.executable,
        "-c",
        "from skatclub.release.build import EDITION; print(EDITION)",
    ]

    other = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)

    assert other.stdout.strip() == EDITION


def test_another_template_makes_another_edition_on_each_server(tmp_path):
    for name, moment in (("one", 1), ("other", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.html").write_text("page", encoding="utf-8")
        os.utime(tmp_path / name / "page.html", (moment, moment))
    before = edition_of([tmp_path / "one"])

    (tmp_path / "one" / "page.html").write_text("three", encoding="utf-8")

    assert edition_of([tmp_path / "other"]) == before
    assert edition_of([tmp_path / "one"]) != before
