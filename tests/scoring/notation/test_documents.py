"""A list as a text: what is written can be read, and nothing else."""

import pytest

from scoring.notation.documents import (
    ListText,
    NoDocument,
    is_document,
    read_document,
    write_document,
)

WHOLE = ListText(
    code="K7M2PQ",
    series=2,
    table=17,
    lines=("2k2", "3g1-", "e"),
    is_struck=True,
    foot={0: (3, 1), 1: (None, None, None, -12), 2: (24, 1, 0, 74)},
)


def test_a_list_is_read_as_it_was_written():
    assert read_document(write_document(WHOLE)) == WHOLE


def test_capitals_blanks_and_other_line_ends_do_not_matter():
    text = "\ufeff  SKAT 1 k7m2pq  2/17 \r\n2k2\r\n\r\n# Anna deals\r\ne\r\n"

    assert is_document(text)
    assert read_document(text).lines == ("2k2", "e")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("2k2\ne", 1),
        ("skat 2 K7M2PQ 1/1", 1),
        ("skat 1 K7M2PQ 1/1\n2k2\nwhat", 3),
        ("skat 1 K7M2PQ 1/1\ns2=Meier", 2),
        ("skat 1 K7M2PQ 1/1\nx\n2k2", 3),
        ("skat 1 K7M2PQ 1/1\n=1 48/1", 2),
        ("skat 1 K7M2PQ 1/1\n=1 4-8/1/0/", 2),
        ("skat 1 K7M2PQ 1/1\n=7 48/1/0/", 2),
        ("skat 1 K7M2PQ 1/1\n=1 48/1/0/\n=0 1/0\n=1 18/1/0/", 4),
    ],
)
def test_the_first_line_that_cannot_be_read_is_named(text, line):
    with pytest.raises(NoDocument) as refused:
        read_document(text)

    assert refused.value.line == line
