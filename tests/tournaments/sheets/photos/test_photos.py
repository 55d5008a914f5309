"""The photo of a paper list: stored small, shown to typists only, and deleted."""

import os
import stat
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image

from tests.factories import make_evening, make_secretary, make_sheet, make_user
from tournaments.files.event.writing import event_document
from tournaments.management.commands._shared import forget_what_is_due
from tournaments.organisations.models import Organisation
from tournaments.sheets.models import ListPhoto, ScoreSheet
from tournaments.sheets.photos.services import (
    STORED_BYTES,
    add_photo,
    photo_folder,
    redrawn_photo,
)
from tournaments.words.rights import Role

pytestmark = pytest.mark.django_db
ORIENTATION, MADE_BY = 0x0112, 0x010F


def jpeg(size=(300, 100), **how):
    Image.new("RGB", size, "white").save(out := BytesIO(), "JPEG", **how)
    return out.getvalue()


def sent(content=None):
    return {"photo": SimpleUploadedFile("liste.jpg", content or jpeg())}


def names_of_files():
    return {path.name for path in photo_folder().iterdir()}


def grow_old():
    """Make the files so old that none of them may still be without its row."""
    for path in photo_folder().iterdir():
        os.utime(path, (0, 0))


@pytest.fixture
def door(sheet):
    return f"{sheet.get_absolute_url()}photo/"


def test_a_photo_stands_upright_without_the_notes_of_the_camera():
    notes = Image.Exif()
    notes[ORIENTATION], notes[MADE_BY] = 6, "Telefon von Anna"

    drawn = redrawn_photo(jpeg((3000, 1000), exif=notes))

    with Image.open(BytesIO(drawn)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (667, 2000))
        assert dict(picture.getexif()) == {}
    assert b"Anna" not in drawn


def test_a_photo_full_of_grain_is_kept_small():
    grain = Image.effect_noise((2400, 2400), 60).convert("RGB")
    grain.save(out := BytesIO(), "JPEG", quality=95)

    assert len(redrawn_photo(out.getvalue())) < 2 * STORED_BYTES < len(out.getvalue())


def test_a_photo_is_taken_on_a_phone_and_stands_beside_the_typing_line(
    erika_online, door, sheet
):
    assert "data-photo" not in erika_online.get(sheet.get_absolute_url()).text

    answer = erika_online.post(door, sent(), follow=True)

    assert "Das Foto steht jetzt bei der Eingabezeile." in answer.text
    shown = erika_online.get(sheet.get_absolute_url()).text
    assert f'src="{door}picture/?{sheet.photo.name}"' in shown
    picture = erika_online.get(f"{door}picture/")
    assert picture["Content-Type"] == "image/jpeg"
    assert "no-store" in picture["Cache-Control"]
    assert "private" in picture["Cache-Control"]
    # The file belongs to the user of the site alone, and the photo to its list.
    (path,) = photo_folder().iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    other = make_sheet(evening=make_evening("Anderer Abend")).get_absolute_url()
    assert erika_online.get(f"{other}photo/picture/").status_code == 404
    assert "data-photo" not in erika_online.get(other).text


@pytest.mark.parametrize("content", [b"GIF89a", b"%PDF-1.4", jpeg()[:200]])
def test_a_file_that_is_no_picture_is_refused_with_a_sentence(
    erika_online, door, content
):
    answer = erika_online.post(door, sent(content))

    assert answer.status_code == 422
    assert "kein lesbares Bild" in answer.text
    assert not ListPhoto.objects.exists()
    assert names_of_files() == set()


@pytest.mark.parametrize("role", [Role.READER, Role.TREASURER, None])
def test_only_typists_see_a_photo(client, door, sheet, erika, role):
    add_photo(sheet=sheet, content=jpeg(), by=erika)
    event = sheet.series.event
    type(event).objects.filter(pk=event.pk).update(is_published=True)
    if role:
        client.force_login(make_user("karla", role=role))

    for address in (door, f"{door}picture/"):
        assert client.get(address).status_code in (302, 404)
    for address in (door, f"{door}away/", f"{door}place/"):
        assert client.post(address, sent()).status_code in (302, 404)
    shown = client.get(sheet.get_absolute_url())
    assert shown.status_code == 200
    assert "/photo/" not in shown.text
    assert ListPhoto.objects.count() == 1


def test_no_file_of_the_event_knows_of_it(sheet, erika):
    before = event_document(sheet.series.event)

    photo = add_photo(sheet=sheet, content=jpeg(), by=erika)

    assert event_document(sheet.series.event) == before
    assert photo.name not in str(before)


def test_how_a_photo_lies_is_kept_for_the_next_who_types(
    erika_online, door, sheet, erika
):
    add_photo(sheet=sheet, content=jpeg(), by=erika)

    data = {"turned": 90, "first_line": 200, "last_line": 900}
    assert erika_online.post(f"{door}place/", data).status_code == 204

    shown = erika_online.get(sheet.get_absolute_url()).text
    assert 'data-turned="90" data-first="200" data-last="900"' in shown


def test_a_photo_lies_in_no_other_way(erika_online, door, sheet, erika):
    add_photo(sheet=sheet, content=jpeg(), by=erika)

    for data in (
        {"turned": 45},
        {"turned": 90, "first_line": 900, "last_line": 200},
        {"turned": 90, "first_line": 900},
        {"turned": 90, "first_line": 0, "last_line": 1001},
        {},
    ):
        assert erika_online.post(f"{door}place/", data).status_code == 422, data


def test_a_photo_is_replaced_and_deleted_with_its_file(
    erika_online, door, sheet, erika, django_capture_on_commit_callbacks
):
    first = add_photo(sheet=sheet, content=jpeg(), by=erika)

    with django_capture_on_commit_callbacks(execute=True):
        erika_online.post(door, sent())
    assert names_of_files() == {ListPhoto.objects.get().name} != {first.name}
    with django_capture_on_commit_callbacks(execute=True):
        erika_online.post(f"{door}away/")

    assert not ListPhoto.objects.exists()
    assert names_of_files() == set()
    assert erika_online.get(f"{door}picture/").status_code == 404


def test_photos_are_deleted_some_days_after_their_list_was_finished(erika):
    Organisation.objects.update(photo_days=7)
    now = timezone.now()
    kept, due, open_still, forgotten = (
        make_sheet(evening=make_evening(f"Abend {number}")) for number in range(4)
    )
    for sheet in (kept, due, open_still, forgotten):
        add_photo(sheet=sheet, content=jpeg(), by=erika)
    lists = ScoreSheet.objects
    lists.filter(pk=kept.pk).update(finished_at=now - timedelta(days=6))
    lists.filter(pk=due.pk).update(finished_at=now - timedelta(days=8))
    ListPhoto.objects.filter(sheet=kept).update(taken_at=now - timedelta(days=20))
    ListPhoto.objects.filter(sheet=forgotten).update(taken_at=now - timedelta(days=8))
    grow_old()

    forget_what_is_due()

    left = ListPhoto.objects.filter(sheet__in=[kept, open_still])
    assert set(left) == set(ListPhoto.objects.all())
    assert names_of_files() == {photo.name for photo in left}


def test_the_picture_of_a_list_that_is_gone_goes_too(sheet, erika):
    photo = add_photo(sheet=sheet, content=jpeg(), by=erika)
    ListPhoto.objects.all().delete()
    forget_what_is_due()
    assert names_of_files() == {photo.name}, "its row may be on its way"
    grow_old()

    forget_what_is_due()

    assert names_of_files() == set()


def test_the_pane_is_not_shown_where_a_picture_is_gone(
    erika_online, door, sheet, erika
):
    photo = add_photo(sheet=sheet, content=jpeg(), by=erika)
    (photo_folder() / photo.name).unlink()

    assert erika_online.get(f"{door}picture/").status_code == 404
    assert erika_online.get(door).status_code == 200


def test_a_photo_of_many_megabytes_is_refused_before_it_is_read(client, door):
    client.force_login(make_secretary("paula"))

    answer = client.post(door, sent(b"x" * (16 * 1024 * 1024)))

    assert answer.status_code == 413
