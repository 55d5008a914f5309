"""The interface of places to which a copy can be sent, and local folders."""

from pathlib import Path, PurePosixPath

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.public.upload.targets import Target
from tournaments.public.whole_files import write_whole_file

TIMEOUT = 20
"""Seconds a server may be silent."""


class PlaceProblem(ValidationError):
    """A place refuses or is unreachable; the message is for the owner."""


class Place:
    """A folder somewhere that stores files by name.

    ``faults`` are the errors of its library; ``problem`` turns them into a message.
    Files are written completely or not at all if the place can rename.
    """

    faults: tuple[type[Exception], ...] = (OSError,)

    def __init__(self, target: Target):
        self.target = target
        self.folders: set[str] = set()

    def open(self) -> None:
        """Connect, and create the folder if necessary."""
        raise NotImplementedError

    def read(self, name: str) -> bytes | None:
        """Return the content of a file, None if it does not exist."""
        raise NotImplementedError

    def is_empty(self) -> bool:
        """Return whether the folder has no files."""
        raise NotImplementedError

    def put(self, name: str, content: bytes) -> None:
        raise NotImplementedError

    def remove(self, name: str) -> None:
        """Remove a file, if it exists."""
        raise NotImplementedError

    def close(self) -> None:
        """Disconnect."""

    @staticmethod
    def problem(target: Target, fault: Exception) -> str:
        """Return the message for an error."""
        return unreachable_text(target, fault)

    def new_folders(self, name: str) -> list[str]:
        """Return the folders of a file not created yet, outer ones first.

        >>> place = Place(Target(kind="sftp", where="a"))
        >>> place.new_folders("a/b/c.html"), place.new_folders("a/d.html")
        (['a', 'a/b'], [])
        """
        parents = [str(folder) for folder in PurePosixPath(name).parents][-2::-1]
        new = [folder for folder in parents if folder not in self.folders]
        self.folders |= set(new)
        return new


class FolderPlace(Place):
    """A folder on this computer, a stick or a network drive."""

    def __init__(self, target: Target):
        super().__init__(target)
        self.path = Path(target.where)

    def open(self) -> None:
        self.path.mkdir(parents=True, exist_ok=True)

    def read(self, name: str) -> bytes | None:
        path = self.path / name
        return path.read_bytes() if path.exists() else None

    def is_empty(self) -> bool:
        return not any(self.path.iterdir())

    def put(self, name: str, content: bytes) -> None:
        if not self.path.is_dir():  # do not recreate a stick that was pulled out
            raise FileNotFoundError(self.target.where)
        write_whole_file(self.path / name, content)

    def remove(self, name: str) -> None:
        (self.path / name).unlink(missing_ok=True)


def unreachable_text(target: Target, fault: Exception) -> str:
    """Return the message for a place that does not answer."""
    reason = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
    return _("“%(place)s” cannot be reached or does not take the files: %(reason)s") % {
        "place": target.label,
        "reason": reason,
    }


def refused_text(target: Target) -> str:
    """Return the message for a refused sign-in."""
    return _("“%(place)s” refuses user name or password.") % {"place": target.label}


def forbidden_text(target: Target) -> str:
    """Return the message for a place without write permission."""
    return _("“%(place)s” does not let this account write.") % {"place": target.label}
