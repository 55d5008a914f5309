"""What a browser sends from the pages of tables."""

from itertools import islice, product

from django.core.files.uploadedfile import SimpleUploadedFile

SYLLABLES = ("bal", "ben", "bir", "dan", "der", "dil", "kar", "kel", "kin", "fol")


def unlike_names(count):
    """Return family names of which none sounds like another."""
    parts = islice(product(SYLLABLES, repeat=3), count)
    return ["".join(each).capitalize() for each in parts]


def look_at(client, address, content, name="datei.csv", **fields):
    """Send a file (bytes) or pasted text and return the preview."""
    if isinstance(content, bytes):
        return client.post(
            address, {"file": SimpleUploadedFile(name, content), **fields}
        )
    return client.post(address, {"text": content, **fields})


def fields_of(preview):
    """Return the fields that the browser sends from an untouched preview."""
    form = preview.context["form"]
    fields = {
        "token": preview.context["token"],
        "shown": form.table_index,
        "table": form.table_index,
        "joined": form.joined,
        "turned": int(form.is_turned),
    }
    fields |= {column["name"]: column["chosen"] for column in form.columns}
    fields |= {question.field_name: question.answer for question in form.questions}
    if hasattr(form, "boxes"):
        fields |= people_fields(form)
    if former := getattr(form, "former", None):
        fields |= {"source": form.source_name, "lists": former.lists}
        fields |= {"year": former.given.year or "", "day": former.given.day or ""}
    return fields


def people_fields(form):
    people = form.preview
    fields = {
        "offered": form.offered_ticks,
        "boxes": form.boxes,
        "take": [each.take_value for each in people if each.is_taken],
    }
    for each in people:
        fields |= {f"last-{each.key}": each.name.last}
        fields |= {f"first-{each.key}": each.name.first}
        fields |= {f"club-{each.key}": each.club}
        fields |= {f"read-{each.key}": each.read}
        fields |= {f"guest-{each.key}": "guest" if each.is_guest else "member"}
        if each.is_ticked:
            fields[f"number-{each.key}"] = each.tick_value
        if each.twins:
            fields[f"person-{each.key}"] = each.answer
    return fields


def send(client, address, preview, button, **fields):
    """Press a button of a preview, with some fields changed."""
    return client.post(address, {**fields_of(preview), button: "1", **fields})
