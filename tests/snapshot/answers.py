"""Answers as files, and what differs between two folders of them."""

import io
import re
import zipfile
from collections import defaultdict
from hashlib import sha256
from urllib.parse import quote

import pypdf

SHOWN = 12


def in_order(found):
    return "; ".join(sorted(found[0].split("; ")))


# The policy is written from sets; tags and long revisions tell when files were written.
MASKS = {
    r'(?<=name="csrfmiddlewaretoken" value=")[^"]*': "masked",
    r"(?<=\nETag: ).*": "masked",
    r"(?<=\nContent-Security-Policy: ).*": in_order,
    r"(?<=revision=)[0-9a-f]{16,}(-[0-9a-f]+)?": "masked",
    r"(?<=revision%3D)[0-9a-f]{16,}(-[0-9a-f]+)?": "masked",
}


def keep(folder, name, lines, body):
    """Write one answer into a file; its first line says what was asked."""
    file = f"{quote(name, safe='')[:150]}.{sha256(name.encode()).hexdigest()[:8]}"
    head = "\n".join([name, *lines]).encode()
    (folder / file).write_bytes(head + b"\n\n" + unpacked(body))


def unpacked(body):
    """Return what is in an archive, and in the archives in it, by name."""
    if not body.startswith(b"PK\3\4"):
        return body
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        files = [(each, packed.read(each)) for each in sorted(packed.namelist())]
    return b"\n".join(f"== {name}\n".encode() + unpacked(file) for name, file in files)


def answers_in(folder, rules=()):
    """Return the answers of a picture, with the new names for the old ones."""
    answers = {}
    files = (path for path in folder.rglob("*") if path.is_file())
    for name, answer in sorted(read(path, [*MASKS.items(), *rules]) for path in files):
        while name in answers:  # addresses that differ in what is masked
            name = f"{name} again"
        answers[name] = answer
    return answers


def read(path, rules):
    head, _gap, body = path.read_bytes().partition(b"\n\n")
    head = renamed(head, rules)
    body = body if body.startswith(b"%PDF") else renamed(body, rules)
    return f"{path.parent.name} {head.decode().splitlines()[0]}", (head, body)


def renamed(content, rules):
    text = content.decode("utf-8", "surrogateescape")
    for old, new in rules:
        text = re.sub(old, new, text)
    return text.encode("utf-8", "surrogateescape")


def lines_of(answer):
    """Return an answer in short lines; PDF by its words."""
    head, body = answer
    if body.startswith(b"%PDF"):
        pages = pypdf.PdfReader(io.BytesIO(body)).pages
        body = "\n".join(page.extract_text() for page in pages).encode()
    text = (head + b"\n\n" + body).decode("utf-8", "replace")
    return re.sub(r"(?<=[>,;])(?=\S)", "\n", text).splitlines()


def change_of(before, after):
    """Return the lines that went and those that came, in their order."""
    old, new = lines_of(before), lines_of(after)
    gone, come = set(old) - set(new), set(new) - set(old)
    lines = [f"- {each}" for each in old if each in gone]
    lines += [f"+ {each}" for each in new if each in come]
    return tuple(lines) or ("the same lines in another order or number, or other ink",)


def compare(before, after):
    """Print what differs, is missing or is new, and return whether anything is."""
    changes = defaultdict(list)
    for name in sorted(before.keys() & after.keys()):
        if before[name] != after[name]:
            changes[change_of(before[name], after[name])].append(name)
    for lines, names in sorted(changes.items(), key=lambda each: -len(each[1]))[:SHOWN]:
        print(f"{len(names)} times, first {names[0]}")
        print(*(f"    {each[:200]}" for each in lines[:SHOWN]), sep="\n")
    rows = {
        "differs": sorted(name for names in changes.values() for name in names),
        "missing": sorted(before.keys() - after.keys()),
        "new": sorted(after.keys() - before.keys()),
    }
    for word, names in rows.items():
        print(*(f"{word}: {name}\n" for name in names), sep="", end="")
    print(f"{len(before)} answers before, {len(after)} after:", end=" ")
    print(*(f"{len(names)} {word}" for word, names in rows.items()), sep=", ")
    return any(rows.values())
