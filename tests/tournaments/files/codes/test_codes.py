"""A file in numbered codes: any order, doubles, errors found and named."""

import gzip
import random
from base64 import b32encode

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.files.codes import codes as module
from tournaments.files.codes.codes import CodesRefused, codes_of, content_of_codes

CONTENT = random.Random(7).randbytes(3000)
CODES = codes_of(CONTENT)


def refused(text):
    with pytest.raises(CodesRefused) as refusal:
        content_of_codes(text)
    return refusal.value.messages


@given(st.binary(max_size=6000))
@settings(max_examples=60, deadline=None)
def test_codes_return_the_content_they_were_made_from(content):
    if content:
        assert content_of_codes("\n".join(codes_of(content))) == content


def test_the_same_content_gives_the_same_codes():
    assert codes_of(CONTENT) == CODES
    assert len(CODES) == 4


def test_codes_may_come_in_any_order_twice_and_broken_into_lines():
    mixed = [*reversed(CODES), CODES[1]]
    text = "\r\n".join(
        " ".join(code[i : i + 7] for i in range(0, len(code), 7)) for code in mixed
    )

    assert content_of_codes(text.lower()) == CONTENT


def test_codes_need_no_separators():
    assert content_of_codes("".join(CODES)) == CONTENT


def test_missing_codes_are_named():
    assert refused(CODES[1]) == ["Die Codes 1, 3, 4 von 4 fehlen."]
    assert refused(" ".join(CODES[:3])) == ["Code 4 von 4 fehlt."]


def test_a_wrong_letter_is_found_in_its_line():
    head, text = CODES[1][:22], CODES[1][22:]
    wrong = head + text[:120] + ("A" if text[120] != "A" else "B") + text[121:]

    assert refused(" ".join([CODES[0], wrong, *CODES[2:]])) == [
        "Code 2 hat einen Fehler in Zeile 3.",
        "Code 2 von 4 fehlt.",
    ]


@pytest.mark.parametrize("place", [30, 400, 1000])
def test_swapped_neighbours_are_found(place):
    code = CODES[0]
    while code[place] == code[place + 1]:
        place += 1
    swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]

    assert refused(" ".join([swapped, *CODES[1:]]))


def test_digits_are_read_as_the_letters_they_look_like():
    text = " ".join(CODES)
    head, rest = text[:20], text[20:]

    assert content_of_codes(head + rest.replace("O", "0", 1)) == CONTENT


def test_a_code_of_another_printout_is_refused():
    other = codes_of(CONTENT[::-1])

    assert refused(" ".join([*CODES, other[2]])) == [
        "Code 3 stammt von einem anderen Ausdruck; lassen Sie ihn weg."
    ]


@pytest.mark.parametrize(
    "text",
    ["", "  ", "Guten Abend", "SKAT1:", "SKAT1:1:1:", "SKAT1:٣:1:A:B:C", "SKAT1:9"],
)
def test_nonsense_is_refused_as_a_code(text):
    assert refused(text)


def test_a_code_cut_short_names_its_number():
    assert refused(CODES[2][:700])[0].startswith("Code 3 ist unvollständig")


def test_codes_that_unpack_to_too_much_are_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 1000)

    assert refused(codes_of(b"a" * 5000)[0]) == ["Die Codes gehören nicht zusammen."]


def test_content_that_is_not_packed_is_refused(monkeypatch):
    monkeypatch.setattr(gzip, "compress", lambda content, *_rest, **_named: content)

    assert refused(codes_of(b"Skat")[0]) == ["Die Codes gehören nicht zusammen."]


def test_a_code_fits_a_symbol_that_a_phone_reads_from_paper():
    symbol = segno.make_qr(CODES[0], error="m")

    assert symbol.version <= 25
    assert symbol.mode == "alphanumeric"
    assert set(b32encode(CONTENT).decode().rstrip("=")) <= set(module.ALPHABET)
