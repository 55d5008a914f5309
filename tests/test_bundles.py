"""Joined style sheets and scripts say the same as their parts."""

import gzip
import os
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from skatclub.release import bundles


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(bundles, "FOLDER", tmp_path)


def test_every_part_is_in_its_bundle_in_order():
    for name, parts in bundles.BUNDLES.items():
        text = bundles.bundle(name).read_text(encoding="utf-8")
        found = [
            text.index(
                bundles.spoken((bundles.SOURCES / part).read_text(), Path(part).suffix)
            )
            for part in parts
        ]
        assert found == sorted(found), name


# Beside these a ranking loads three type faces and htmx, 56 kB; the whole first view of
# 200 people may have 90 kB.
MOST_BYTES = 15_500


def test_what_every_page_needs_is_sent_without_remarks():
    sent = [
        bundles.bundle(name).read_bytes() for name in ("css/site.css", "js/site.js")
    ]

    assert sum(len(gzip.compress(each)) for each in sent) < MOST_BYTES
    assert not any(b"/*" in each or b"\n//" in each for each in sent)


def test_scripts_that_are_joined_name_nothing_to_each_other():
    for part in bundles.BUNDLES["js/site.js"]:
        text = (bundles.SOURCES / part).read_text(encoding="utf-8")
        assert "import " not in text, part
        assert "export " not in text, part


def test_no_script_waits_for_a_silent_server_without_end():
    asked = []
    for file in (bundles.SOURCES / "js").rglob("*.js"):
        if file.name == "worker.js":  # it answers from what is kept meanwhile
            continue
        for call in file.read_text(encoding="utf-8").split("fetch(")[1:]:
            asked.append((file.name, "signal:" in call.partition(");")[0]))

    assert asked
    assert [name for name, has_limit in asked if not has_limit] == []


def test_a_changed_part_makes_the_bundle_anew(tmp_path, monkeypatch):
    sources = tmp_path / "sources"
    for part in bundles.BUNDLES["css/site.css"]:
        file = sources / part
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f".{Path(part).stem} {{ }}", encoding="utf-8")
        os.utime(file, ns=(0, 0))
    monkeypatch.setattr(bundles, "SOURCES", sources)
    made = bundles.bundle("css/site.css")
    first = made.stat().st_mtime_ns

    assert bundles.bundle("css/site.css").stat().st_mtime_ns == first
    part = sources / "css/base.css"
    part.write_text(".anew { }", encoding="utf-8")
    os.utime(part, ns=(first + 1, first + 1))
    assert "anew" in bundles.bundle("css/site.css").read_text(encoding="utf-8")


def test_django_finds_them():
    assert finders.find("css/site.css")
    assert finders.find("css/nowhere.css") is None
