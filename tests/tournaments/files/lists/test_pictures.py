"""Codes of lists in pictures: photos and camera frames."""

from io import BytesIO

import pytest
import segno
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageFilter

from tests.factories import make_sheet
from tests.tournaments.files.lists.conftest import GAMES, text_of
from tournaments.files.lists.documents import list_in_picture
from tournaments.sheets.models import ArrivedList
from tournaments.words.choices import ArrivalRoute, ArrivalState

OTHER = "skat 1 K7M2PQ 1/3\n2k3"
WHOLE = "\n".join(["skat 1 K7M2PQ 1/3", *["2k2", "3go1h-", "e", "1n", "4p3r30"] * 9])


def code_of(text, scale=6):
    segno.make(text, error="l").save(out := BytesIO(), kind="png", scale=scale)
    return Image.open(out).convert("L")


def photo_of(*codes, turned=0, blurred=0):
    """Return a photo of codes on a table, as if taken with a phone."""
    side = max(code.width for code in codes)
    table = Image.new("L", (side * 2 * len(codes), side * 2), 120)
    for number, code in enumerate(codes):
        table.paste(code, (side * 2 * number + side // 2, side // 2))
    turned = table.rotate(turned, Image.Resampling.BICUBIC, expand=True, fillcolor=90)
    photo = turned.filter(ImageFilter.GaussianBlur(blurred)).convert("RGB")
    photo.save(out := BytesIO(), "JPEG", quality=60)
    return out.getvalue()


def upload(content, name="foto.jpg"):
    return SimpleUploadedFile(name, content)


@pytest.mark.parametrize("turned", range(0, 360, 60))
def test_a_code_of_a_whole_list_is_read_however_it_lies(turned):
    for blurred in (0, 2):
        photo = photo_of(code_of(WHOLE), turned=turned, blurred=blurred)
        assert list_in_picture(photo) == WHOLE


def test_a_list_is_found_beside_the_code_of_its_table():
    key = code_of("https://skat.example/table/#K7M2PQ")

    assert list_in_picture(photo_of(code_of(WHOLE), key)) == WHOLE


def bomb():
    """Return some kilobytes that unpack to sixty megapixels."""
    Image.new("1", (10_000, 6_000)).save(out := BytesIO(), "PNG")
    return out.getvalue()


def half_of(content):
    picture = Image.open(BytesIO(content))
    photo = picture.crop((0, 0, picture.width // 2, picture.height))
    photo.save(out := BytesIO(), "JPEG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (lambda: photo_of(Image.new("L", (200, 200), 255)), "kein lesbarer QR-Code"),
        (lambda: half_of(photo_of(code_of(WHOLE))), "kein lesbarer QR-Code"),
        (lambda: photo_of(code_of("https://skat.example/")), "ist keine Liste"),
        (lambda: photo_of(code_of(WHOLE), code_of(OTHER)), "mehrere Listen"),
        (bomb, "mehr als 50 Megapixel"),
        (lambda: b"\xff\xd8 no picture", "kein lesbares Bild"),
        (lambda: b"\0\0\0\x18ftypheic", "kein lesbares Bild"),
        (lambda: photo_of(code_of(WHOLE))[:2000], "kein lesbares Bild"),
    ],
    ids=["nothing", "half", "other", "two", "bomb", "broken", "heic", "cut"],
)
def test_a_picture_without_a_list_is_refused_with_one_sentence(
    client, door, content, problem
):
    answer = client.post(door, {"photo": upload(content())})

    assert answer.status_code == 422
    assert answer.text.count(problem) == 1
    assert not ArrivedList.objects.exists()


def test_several_files_come_in_each_by_itself(client, door, sheet):
    second = make_sheet(("Emil", "Franz", "Gerda", "Hans"), evening=sheet.series.event)
    files = [
        upload(text_of(sheet).encode(), "eins.txt"),
        upload(b"nonsense", "zwei.txt"),
        upload(photo_of(code_of(text_of(second))), "drei.jpg"),
    ]

    answer = client.post(door, {"file": files}, follow=True)

    assert "Serie 1, Tisch 1 ist angekommen." in answer.text
    assert "Serie 1, Tisch 2 ist angekommen." in answer.text
    assert "zwei.txt: Das ist keine Liste aus diesem Programm." in answer.text
    assert ArrivedList.objects.count() == 2


def test_camera_frames_are_read_until_one_has_a_list(client, door, sheet, bring):
    assert "camera=(self)" in client.get(door)["Permissions-Policy"]
    nothing = photo_of(Image.new("L", (200, 200), 255))
    other = photo_of(code_of("https://skat.example/"))

    assert client.post(f"{door}frame/", {"frame": upload(nothing)}).status_code == 204
    refused = client.post(f"{door}frame/", {"frame": upload(other)})
    assert refused.status_code == 422
    assert "ist keine Liste" in refused.json()["problem"]
    photo = upload(photo_of(code_of(text_of(sheet, GAMES))))
    assert client.post(f"{door}frame/", {"frame": photo}).status_code == 200

    page = client.get(door).text
    assert "Serie 1, Tisch 1 ist angekommen." in page
    assert "QR-Code" in page
    brought = ArrivedList.objects.get()
    assert (brought.route, brought.state) == (ArrivalRoute.QR, ArrivalState.READY)
    assert bring().state == ArrivalState.DUPLICATE
