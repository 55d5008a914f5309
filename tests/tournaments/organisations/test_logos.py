"""Of any uploaded logo only a small picture is kept."""

from io import BytesIO

import pytest
from PIL import Image, PngImagePlugin

from tournaments.organisations.services import (
    MOST_BYTES,
    LogoRefused,
    clean_logo,
    small_logo,
)


def picture(width=800, height=400, *, kind="PNG", mode="RGB", **notes):
    Image.new(mode, (width, height), "red").save(out := BytesIO(), kind, **notes)
    return out.getvalue()


def size_of(content):
    with Image.open(BytesIO(content)) as found:
        return found.format, found.size


def test_a_picture_becomes_a_png_of_a_size_for_paper():
    modes = (("PNG", "RGB"), ("PNG", "P"), ("JPEG", "RGB"), ("JPEG", "CMYK"))
    for kind, mode in modes:
        logo = clean_logo(picture(kind=kind, mode=mode))
        assert size_of(logo) == ("PNG", (600, 300))
        assert clean_logo(logo) == logo
    assert size_of(clean_logo(picture(40, 30))) == ("PNG", (40, 30))
    assert size_of(small_logo(logo)) == ("PNG", (96, 48))  # in a line of text


def test_nothing_but_pixels_is_kept():
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Author", "Anna Köster, Lindenplatz 3")
    sent = picture(pnginfo=notes, icc_profile=b"profile") + b"<script>alert(1)</script>"

    logo = clean_logo(sent)

    for secret in (b"Anna", b"Author", b"iCCP", b"profile", b"script"):
        assert secret in sent or secret == b"profile"
        assert secret not in logo


@pytest.mark.parametrize(
    "content",
    [
        b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        picture(kind="GIF"),
        picture(kind="JPEG")[:90],
    ],
)
def test_what_is_no_readable_png_or_jpeg_is_refused(content):
    with pytest.raises(LogoRefused) as refusal:
        clean_logo(content)

    assert list(refusal.value.message_dict) == ["logo"]


def test_a_picture_that_would_fill_the_memory_is_refused_before_it_is_unpacked():
    bomb = picture(5_000, 5_000, mode="1")
    assert len(bomb) < MOST_BYTES

    with pytest.raises(LogoRefused, match="zu viele Pixel"):
        clean_logo(bomb)


def test_too_many_bytes_are_refused():
    with pytest.raises(LogoRefused, match="4 MB"):
        clean_logo(b"x" * (MOST_BYTES + 1))


@pytest.mark.parametrize("tag", ["0301200002000000", "03011b0002000000"])
def test_what_a_camera_noted_wrongly_is_said_to_be_broken(tag):
    """Metadata of a wrong type makes Pillow raise unusual errors."""
    notes = (
        f"4d4d002a0000000800{tag}0278000000011200030000000100060000"
        "87690004000000010000003200000000000192860001000000036162630000000000"
    )

    with pytest.raises(LogoRefused):
        clean_logo(picture(40, 30, exif=bytes.fromhex(notes)))
