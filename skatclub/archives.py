"""Reading ZIP archives that somebody made, no further than is asked for."""

from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo
from zlib import error as ZlibError

# A locked archive, an unknown way to pack, and brackets without end are RuntimeErrors.
DAMAGE = (BadZipFile, ZlibError, EOFError, OSError, RuntimeError, ValueError)
# The only ways to pack that unpacking can be stopped in: all others make gigabytes of
# a kilobyte in one step.
STOPPABLE = {ZIP_STORED, ZIP_DEFLATED}


def member_bytes(archive: ZipFile, member: str | ZipInfo, *, most: int) -> bytes:
    """Return a file of an archive; of a longer one its first ``most + 1`` bytes.

    The size that the archive names for it may be a lie. Raises one of ``DAMAGE``, or
    ``KeyError`` where there is no such file.
    """
    about = archive.getinfo(member) if isinstance(member, str) else member
    if about.compress_type not in STOPPABLE:
        raise BadZipFile("packed in a way that nobody needs")
    with archive.open(about) as file:
        return file.read(min(about.file_size, most) + 1)
