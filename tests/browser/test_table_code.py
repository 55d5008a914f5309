"""The QR code that a phone draws by itself is the one that another program draws."""

import random

import segno
import zxingcpp
from PIL import Image

ASK = "async text => (await import('/static/js/table/code.js')).codeOf(text)"
LETTERS = "0123456789ahpkgoswn-e/= \n"
# How many bytes each version holds: filled up, there is no room for any freedom.
ROOM = (17, 32, 53, 78, 106, 134, 154, 192, 230, 271)
ROOM += (321, 367, 425, 458, 520, 586, 644, 718, 792, 858)


def some_text(length):
    return "".join(random.Random(length).choices(LETTERS, k=length))


def drawn(text, version):
    """Return a text as another program draws it, by each of the masks."""
    fixed = {"error": "l", "mode": "byte", "boost_error": False}
    return [
        [
            list(row)
            for row in segno.make(
                text.encode(), version=version, mask=mask, **fixed
            ).matrix
        ]
        for mask in range(8)
    ]


def seen(rows):
    """Return what a reader finds in a code that is shown."""
    picture = Image.new("L", (len(rows) + 8, len(rows) + 8), 255)
    for y, row in enumerate(rows):
        for x, bit in enumerate(row):
            picture.putpixel((x + 4, y + 4), 0 if bit else 255)
    large = picture.resize((picture.width * 6,) * 2, Image.Resampling.NEAREST)
    return [code.text for code in zxingcpp.read_barcodes(large)]


def test_a_code_is_the_one_another_program_draws_and_reads(site):
    page = site("/table/")

    for version, length in enumerate(ROOM, 1):
        text = some_text(length)
        assert page.evaluate(ASK, text) in drawn(text, version)
    for text in ("e", "3g1ü72 # Łukasz", *(some_text(each + 1) for each in ROOM[:-1])):
        assert seen(page.evaluate(ASK, text)) == [text]
    assert page.evaluate(ASK, "e" * (ROOM[-1] + 1)) is None
