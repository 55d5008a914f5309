"""Reading the QR code of a list from a photo or a camera frame."""

import zxingcpp
from django.utils.translation import gettext as _
from PIL import Image

from scoring.notation.documents import is_document
from tournaments.files.event.reading import FileRefused
from tournaments.web.pictures import MOST_PIXELS, NoPicture, TooManyPixels, read_picture

# The first bytes of picture files, including those that cannot be read here.
BEGINNINGS = (b"\xff\xd8", b"\x89PNG", b"RIFF", b"GIF8", b"BM", b"II*\0", b"MM\0*")
SIDE = 2400  # pixels, enough for the code of a whole list
TURNS = (0, 45)  # degrees; the reader copes with those near a right angle by itself
NO_CODE = "no-code"


def is_picture(content: bytes) -> bool:
    """Tell whether a file is a picture, by its first bytes.

    >>> is_picture(b"\\x89PNG"), is_picture(b"skat 1 K7M2PQ 1/3")
    (True, False)
    """
    return content.startswith(BEGINNINGS) or content[4:8] == b"ftyp"


def list_in_picture(content: bytes) -> str:
    """Return the text of the list whose code is in a picture.

    Raises ``FileRefused`` if there is none or more than one, or it is no picture.
    """
    picture = open_picture(content)
    texts: set[str] = set()
    for turn in TURNS:
        texts |= texts_of_codes(picture, turn)
        lists = {text.strip() for text in texts if is_document(text)}
        if lists:
            return the_only_list(lists)
    if texts:
        raise FileRefused(_("The QR code in this picture is no list."), code="other")
    raise FileRefused(
        _(
            "There is no QR code in this picture that can be read. Take it from "
            "closer, with the whole code and good light."
        ),
        code=NO_CODE,
    )


def the_only_list(lists: set[str]) -> str:
    """Return the only list in a picture; several would easily be mixed up."""
    if len(lists) > 1:
        raise FileRefused(
            _("Several lists are in this picture. Please take one picture of each."),
            code="several",
        )
    return lists.pop()


def open_picture(content: bytes) -> Image.Image:
    """Return a picture in grey, no larger than needed. Raises ``FileRefused``."""
    try:
        grey = read_picture(content, mode="L", most_pixels=MOST_PIXELS, side=SIDE)
    except TooManyPixels:
        raise FileRefused(
            _("The picture has more than %(most)d megapixels; send a smaller one.")
            % {"most": MOST_PIXELS // 1_000_000},
            code="pixels",
        ) from None
    except NoPicture:
        raise FileRefused(
            _("This is no picture that can be read. Please choose a PNG or JPEG file."),
            code="picture",
        ) from None
    grey.thumbnail((SIDE, SIDE))
    return grey


def texts_of_codes(picture: Image.Image, turn: int) -> set[str]:
    """Return the texts of the QR codes in a picture, rotated by ``turn`` degrees."""
    turned = picture.rotate(turn, Image.Resampling.BICUBIC, expand=True, fillcolor=128)
    kind = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    return {code.text for code in zxingcpp.read_barcodes(turned, formats=kind)}
