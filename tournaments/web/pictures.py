"""Reading uploaded pictures without trusting their headers."""

import struct
from io import BytesIO
from threading import Lock

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

FORMATS = ("PNG", "JPEG", "WEBP")
JPEG = b"\xff\xd8"
MOST_PIXELS = 50_000_000  # of the camera of a phone
# A JPEG is decompressed once for each; of 75 bytes more, a large one takes 0.15 s more.
SCAN, MOST_SCANS = b"\xff\xda", 50
# One at a time: a WebP of 90 kB takes a gigabyte while it is opened.
OPENING = Lock()
# The errors that Pillow raises for broken pictures and broken metadata.
BROKEN = (OSError, SyntaxError, ValueError, EOFError, TypeError, struct.error)


class NoPicture(ValidationError):
    """The file is not a picture of a known format, or no camera writes it like this."""

    def __init__(self) -> None:
        super().__init__(
            _("This is no picture that can be read. Please choose a PNG or JPEG file.")
        )


class TooManyPixels(ValidationError):
    """The picture is too large to be decompressed."""

    def __init__(self, most: int) -> None:
        text = _("The picture has more than %(most)d megapixels; send a smaller one.")
        super().__init__(text % {"most": most // 1_000_000})


def read_picture(
    content: bytes,
    *,
    mode: str,
    most_pixels: int,
    formats: tuple[str, ...] = FORMATS,
    side: int | None = None,
) -> Image.Image:
    """Return the picture in a file, rotated upright, in one of Pillow's modes.

    A JPEG is decompressed no larger than ``side`` requires. Raises ``NoPicture`` or
    ``TooManyPixels``.
    """
    if content.count(SCAN) > MOST_SCANS and content.startswith(JPEG):
        raise NoPicture()
    try:
        with OPENING, Image.open(BytesIO(content), formats=formats) as picture:
            # So far only the header was read: a few bytes may become gigabytes.
            if picture.width * picture.height > most_pixels:
                raise TooManyPixels(most_pixels)
            if side:
                picture.draft("L" if mode == "L" else "RGB", (side, side))
            return ImageOps.exif_transpose(picture).convert(mode)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise TooManyPixels(most_pixels) from None
    except BROKEN:
        raise NoPicture() from None
