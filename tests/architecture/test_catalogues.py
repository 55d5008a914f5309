"""The German catalogue is complete, right in form, and compiled."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "skatclub" / "locale" / "de" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")
NOT_USED = {  # one thing, one word: the right one
    r"[Hh]andys?\b": "Telefon",
    r"[Ff]reigabe|freigegeben|freigeben\b": "Bekanntgabe, bekanntgeben",
    r"[Bb]ewiesen|[Bb]eweis|Prüfwert|Kontrollwert": "geprüft, Spielwert vom Papier",
    r"Kennzahl|Kennwort": "Losnummer, Passwort",
    r"Einlass|[Ee]inchecken": "Anwesenheit",
    r"Verlustgeld|Entscheide?\b(?! )": "Verlustspielgeld, Entscheidung",
    r"XLSX-Datei|Tabellenkalkulation": "Excel",
    r"[Hh]istorie|Änderungsprotokoll": "Verlauf",
    r"(^|[.!?] )(Veröffentlicht|Gewertet|Freigegeben|Gespeichert) [a-z]{3}": (
        "a sentence begins with who or what it is about"
    ),
}


@pytest.fixture(scope="module")
def german():
    return polib.pofile(str(CATALOGUE))


@pytest.fixture(scope="module")
def source(tmp_path_factory, program):
    """Collect the texts of the source into an empty catalogue."""
    program("xgettext")
    folder = tmp_path_factory.mktemp("source")
    for name in ("skatclub", "tournaments", "scoring", "templates"):
        shutil.copytree(
            ROOT / name,
            folder / name,
            ignore=shutil.ignore_patterns("locale", "static", "__pycache__"),
        )
    (folder / "locale").mkdir()
    environ = {**os.environ, "PYTHONPATH": ""}
    environ.pop("DJANGO_SETTINGS_MODULE", None)
    subprocess.run(
        [sys.executable, "-m", "django", "makemessages", "--locale", "de"],
        cwd=folder,
        env=environ,
        check=True,
        capture_output=True,
    )
    return polib.pofile(str(folder / "locale/de/LC_MESSAGES/django.po"))


def keys(catalogue):
    return {
        (entry.msgctxt, entry.msgid, entry.msgid_plural)
        for entry in catalogue
        if not entry.obsolete
    }


def translations(entry):
    if entry.msgid_plural:
        return list(entry.msgstr_plural.values())
    return [entry.msgstr]


def placeholder_faults(catalogue):
    """Return the texts whose translation fills in something else.

    The singular may leave out the number that only the plural names.
    """
    faults = []
    for entry in catalogue:
        known = {*PLACEHOLDER.findall(entry.msgid + entry.msgid_plural)}
        needed = {*PLACEHOLDER.findall(entry.msgid)}
        for text in translations(entry):
            if not needed <= {*PLACEHOLDER.findall(text)} <= known:
                faults.append(entry.msgid)
    return faults


def test_the_catalogue_has_every_text_of_the_source_and_no_other(german, source):
    assert keys(source) - keys(german) == set()
    assert keys(german) - keys(source) == set()


def test_every_text_is_translated_and_no_translation_a_guess(german):
    assert [entry.msgid for entry in german if not all(translations(entry))] == []
    assert [entry.msgid for entry in german if entry.fuzzy or entry.obsolete] == []


def test_translations_fill_in_the_same_things(german):
    assert placeholder_faults(german) == []


def test_a_thing_has_one_word(german):
    texts = [text for entry in german for text in translations(entry)]

    found = [
        (text, use)
        for old, use in NOT_USED.items()
        for text in texts
        if re.search(old, text)
    ]

    assert found == []


def test_a_wrong_placeholder_is_found():
    entry = polib.POEntry(msgid="%(count)d games", msgstr="%(anzahl)d Spiele")

    assert placeholder_faults([entry]) == ["%(count)d games"]


def test_the_compiled_catalogue_is_current(german):
    compiled = polib.mofile(str(CATALOGUE.with_suffix(".mo")))

    assert {
        (entry.msgctxt, entry.msgid): translations(entry) for entry in compiled
    } == {(entry.msgctxt, entry.msgid): translations(entry) for entry in german}
