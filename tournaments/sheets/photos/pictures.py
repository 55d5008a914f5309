"""A photo of a paper list as it is kept: legible, small, and nothing but pixels."""

from io import BytesIO

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from PIL import Image

from tournaments.web.pictures import MOST_PIXELS, NoPicture, TooManyPixels, upright

MOST_BYTES = 15 * 1024 * 1024
SIDE = 2000
KEPT_BYTES = 600_000
QUALITIES = (82, 70, 55, 40)  # the first one with which it is small enough


def redrawn_photo(content: bytes) -> bytes:
    """Return a photo as a JPEG without the place and time that a camera notes.

    Raises ``ValidationError`` for what is no picture, broken, or too large.
    """
    try:
        picture = upright(content, mode="RGB", most_pixels=MOST_PIXELS, side=SIDE)
    except TooManyPixels:
        raise ValidationError(
            _("The picture has more than %(most)d megapixels; send a smaller one.")
            % {"most": MOST_PIXELS // 1_000_000}
        ) from None
    except NoPicture:
        raise ValidationError(
            _("This is no picture that can be read. Please choose a PNG or JPEG file.")
        ) from None
    picture.thumbnail((SIDE, SIDE))
    drawn = b""
    for quality in QUALITIES:
        drawn = jpeg(picture, quality)
        if len(drawn) <= KEPT_BYTES:
            break
    return drawn


def jpeg(picture: Image.Image, quality: int) -> bytes:
    clean = Image.new("RGB", picture.size)
    clean.paste(picture)
    clean.save(out := BytesIO(), "JPEG", quality=quality, optimize=True)
    return out.getvalue()
