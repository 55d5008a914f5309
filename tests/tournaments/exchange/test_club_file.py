"""A whole club as one archive: out, in, and out again."""

import io
import json
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.utils import timezone

from tests.factories import make_secretary
from tournaments.exchange.club_file import archive_chunks, open_archive
from tournaments.exchange.services import import_club
from tournaments.leagues.models import League, MatchGroup, Season
from tournaments.members.models import Club
from tournaments.sample import build_sample_club
from tournaments.sheets.models import Game

DAY = timezone.datetime(2026, 11, 20).date()


def taken_along():
    return b"".join(archive_chunks())


def brought(tmp_path, content, **how):
    path = tmp_path / "club.zip"
    path.write_bytes(content)
    with open_archive(path) as archive:
        return import_club(archive, **how)


def empty_site():
    """Delete every row there is; the database looks at references at the end."""
    for model in apps.get_app_config("tournaments").get_models():
        rows = model._base_manager.all()
        rows._raw_delete(rows.db)


def changed(content, change):
    """Return the archive with another ``club.json``."""
    out = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as old, ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "club.json":
                document = json.loads(text)
                change(document)
                text = json.dumps(document).encode()
            new.writestr(name, text)
    return out.getvalue()


@pytest.fixture
def sample(db):
    """The sample club, as it is taken along."""
    Club.objects.create(name="Grand Ouvert Musterstadt", is_home=True, number="0443006")
    build_sample_club(by=make_secretary("hannelore"), today=DAY)
    return taken_along()


def test_the_sample_club_moves_to_an_empty_site_without_loss(sample, tmp_path):
    games, groups = Game.objects.count(), MatchGroup.objects.count()
    assert min(games, groups, Season.objects.count(), League.objects.count()) > 0
    empty_site()

    report = brought(tmp_path, sample)

    assert taken_along() == sample
    assert (Game.objects.count(), MatchGroup.objects.count()) == (games, groups)
    assert report.counts["leagues"]["new"] == League.objects.count()
    again = brought(tmp_path, sample, replace=True)
    assert not again.is_changed
    assert again.left == 0
    assert taken_along() == sample
