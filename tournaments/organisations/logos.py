"""Logos, rendered anew from uploaded pictures so that nothing else is kept.

SVG is not accepted, as it may contain scripts and external addresses.
"""

import hashlib
from functools import lru_cache
from io import BytesIO

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from PIL import Image

from tournaments.web.pictures import NoPicture, TooManyPixels, read_picture

MOST_BYTES = 4 * 1024 * 1024
MOST_PIXELS = 24_000_000
SIDE, SMALL_SIDE = 600, 96
FORMATS = ("PNG", "JPEG")


class LogoRefused(ValidationError):
    """The file is not a picture that can be a logo."""

    def __init__(self, text: str) -> None:
        super().__init__({"logo": text})


def clean_logo(content: bytes) -> bytes:
    """Return the picture in a PNG or JPEG file as a small PNG without metadata.

    The same picture gives the same bytes, even when cleaned twice. Raises
    ``LogoRefused`` for a file that is something else, broken, or too large.
    """
    if len(content) > MOST_BYTES:
        raise LogoRefused(
            _("The picture has more than %(most)d MB. Please choose a smaller one.")
            % {"most": MOST_BYTES // 1024**2}
        )
    try:
        picture = read_picture(
            content, mode="RGBA", most_pixels=MOST_PIXELS, formats=FORMATS
        )
    except TooManyPixels as problem:
        raise LogoRefused(
            _(
                "The picture has too many pixels. Please make it smaller first: "
                "%(side)d × %(side)d are enough."
            )
            % {"side": SIDE}
        ) from problem
    except NoPicture as problem:
        raise LogoRefused(
            _("This is no picture that can be read. Please choose a PNG or JPEG file.")
        ) from problem
    return png_bytes(picture, SIDE)


def png_bytes(picture: Image.Image, side: int) -> bytes:
    """Return a picture as PNG of at most ``side`` pixels a side, without metadata."""
    resized = picture.convert("RGBA")
    resized.thumbnail((side, side))
    clean = Image.new("RGBA", resized.size)
    clean.paste(resized)
    clean.save(out := BytesIO(), "PNG", optimize=True)
    return out.getvalue()


@lru_cache(maxsize=4)
def small_logo(content: bytes) -> bytes:
    """Return a logo in the size of a line of text, sharp even on phones."""
    with Image.open(BytesIO(content), formats=FORMATS) as picture:
        return png_bytes(picture, SMALL_SIDE)


def logo_digest(content: bytes) -> str:
    """Return the digest of a logo for its address.

    >>> logo_digest(b""), len(logo_digest(b"x"))
    ('', 16)
    """
    return hashlib.sha256(content).hexdigest()[:16] if content else ""
