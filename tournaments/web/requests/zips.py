"""ZIP files that are sent while they are written."""

from collections.abc import Iterable
from io import RawIOBase

from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header


class Chunks(RawIOBase):
    """The bytes written to an archive and not sent yet."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        piece = bytes(memoryview(content))  # type: ignore[arg-type]
        self.pieces.append(piece)
        return len(piece)

    def take_pieces(self) -> bytes:
        """Return the bytes written so far, and forget them."""
        content, self.pieces = b"".join(self.pieces), []
        return content


def zip_answer(chunks: Iterable[bytes], name: str) -> StreamingHttpResponse:
    """Return a ZIP that a browser saves under ``name``."""
    return StreamingHttpResponse(
        chunks,
        content_type="application/zip",
        headers={"Content-Disposition": content_disposition_header(True, name) or ""},
    )
