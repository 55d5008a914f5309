"""Files that are written whole or not at all."""

import os
from pathlib import Path


def write_whole_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    for folder in reversed(path.parents):
        if not folder.exists():
            folder.mkdir()
            folder.chmod(0o755)
    half = path.with_name(f"{path.name}.part")
    half.write_bytes(content)
    # A web server reads as somebody else; what is in the copy is for everybody.
    half.chmod(0o644)
    os.replace(half, path)
