"""Archives that unpack to more than they say, at each door that reads one."""

import struct
import tracemalloc
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import pytest
from django.core.exceptions import ValidationError

from skatclub.backups.reading import manifest_of
from tournaments.files.club.reading import open_archive
from tournaments.files.tables.grids import read_file

UNPACKED, SAID, MOST = 32 * 1024**2, 100, 8 * 1024**2
SIZE = 24  # where the directory of an archive says how large a file is


def bomb(path, name, packing):
    """Write an archive whose only file is longer than its directory says."""
    with ZipFile(path, "w", packing) as archive:
        archive.writestr(name, bytes(UNPACKED))
    content = bytearray(path.read_bytes())
    entry = content.rindex(b"PK\x01\x02")
    struct.pack_into("<I", content, entry + SIZE, SAID)
    path.write_bytes(content)
    return path


def read_club(path):
    with open_archive(path):
        pass


DOORS = {
    "manifest.json": manifest_of,
    "club.json": read_club,
    "a.dbf": lambda path: read_file(path.read_bytes()),
    "mimetype": lambda path: read_file(path.read_bytes()),
}


@pytest.mark.parametrize("packing", [ZIP_DEFLATED, ZIP_BZIP2])
@pytest.mark.parametrize("name", DOORS)
def test_no_archive_is_unpacked_further_than_it_says(tmp_path, name, packing):
    path = bomb(tmp_path / "bomb.zip", name, packing)

    tracemalloc.start()
    try:
        with pytest.raises(ValidationError):
            DOORS[name](path)
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < MOST
