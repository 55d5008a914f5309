"""The pictures of the sample club: what they keep, and that no change escapes them."""

import io
import zipfile

import pytest

from tests.snapshot.answers import answers_in, compare, keep
from tests.snapshot.walk import Page


@pytest.fixture
def picture(tmp_path):
    """Return the answers of a folder that holds the bodies of some addresses."""

    def take(name, bodies):
        (folder := tmp_path / name / "visitor").mkdir(parents=True)
        for address, body in bodies.items():
            keep(folder, address, ["200"], body)
        return answers_in(folder.parent)

    return take


def archive(**files):
    with zipfile.ZipFile(packed := io.BytesIO(), "w") as target:
        for name, text in files.items():
            target.writestr(name, text)
    return packed.getvalue()


def token(value):
    return f'<input name="csrfmiddlewaretoken" value="{value}">'.encode()


def test_equal_pictures_differ_in_nothing(picture):
    old = {"/": token("a"), "/a.zip": archive(x="1", y="2")}
    new = {"/": token("b"), "/a.zip": archive(y="2", x="1")}

    assert not compare(picture("old", old), picture("new", new))


def test_a_changed_a_missing_and_a_new_answer_are_named(picture, capsys):
    old = {"/": b"<p>18</p>", "/gone/": b"", "/a.zip": archive(x="1")}
    new = {"/": b"<p>20</p>", "/come/": b"", "/a.zip": archive(x="2")}

    assert compare(picture("old", old), picture("new", new))
    printed = capsys.readouterr().out.splitlines()
    assert printed[-5:] == [
        "differs: visitor /",
        "differs: visitor /a.zip",
        "missing: visitor /gone/",
        "new: visitor /come/",
        "3 answers before, 3 after: 2 differs, 1 missing, 1 new",
    ]
    assert {"    - 18</p>", "    + 20</p>"} <= set(printed)


def test_addresses_that_only_a_mask_makes_equal_are_each_compared(picture):
    old = {f"/?revision={'a' * 16}": b"18", f"/?revision={'b' * 16}": b"20"}
    new = {f"/?revision={'a' * 16}": b"20", f"/?revision={'c' * 16}": b"18"}
    other = {f"/?revision={'a' * 16}": b"22", f"/?revision={'c' * 16}": b"18"}

    assert not compare(picture("old", old), picture("new", new))
    assert compare(picture("same", old), picture("other", other))


def test_a_page_leads_to_links_parts_and_each_choice_of_its_forms():
    page = Page(
        '<a href="/x/"></a><p hx-get="/y/"></p><form action="/z/#top">'
        '<input name="q" value="7"><select name="s"><option value="1" selected>'
        '<option value="2"></select><input type="checkbox" name="c" value="on"></form>'
        '<form method="post"><input name="secret"></form>'
    )

    assert (page.links, page.parts) == ({"/x/", "/z/#top"}, {"/y/"})
    assert list(page.questions()) == ["/z/?q=7&s=1", "/z/?q=7&s=2", "/z/?q=7&s=1&c=on"]
