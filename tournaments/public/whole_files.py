"""Writing files completely or not at all."""

import os
from pathlib import Path


def write_whole_file(path: Path, content: bytes) -> None:
    """Write a file, replacing an old one only once it is complete."""
    for folder in reversed(path.parents):
        if not folder.exists():
            folder.mkdir()
            folder.chmod(0o755)
    half = path.with_name(f"{path.name}.part")
    half.write_bytes(content)
    # A web server runs as another user, and the copy is public anyway.
    half.chmod(0o644)
    os.replace(half, path)
