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
        "joined": form.ways,
        "turned": int(form.row_fields.is_turned),
        "kept": form.kept,
    }
    fields |= {column["name"]: column["chosen"] for column in form.columns}
    fields |= {question.field_name: question.read_as for question in form.questions}
    for each in form.page if form.has_ticks else form.asked:
        fields |= person_fields(each)
    if given := getattr(form, "given", None):
        fields |= {"source": form.source_name, "lists": form.lists or 1}
        fields |= {"year": given.year or "", "day": given.day or ""}
    return fields


def person_fields(person):
    fields = {
        "last": person.name.last,
        "first": person.name.first,
        "club": person.club,
        "guest": "guest" if person.is_guest else "member",
        "read": person.read,
    }
    if person.may_be_taken:
        fields["box"] = person.take_value
        if person.is_taken:
            fields["take"] = "1"
    if person.is_offered:
        fields["offer"] = person.tick_value
        if person.is_ticked:
            fields["number"] = "1"
    if person.twins or person.sound_alike:
        fields["person"] = person.answer
    return {f"{name}-{person.key}": value for name, value in fields.items()}


def send(client, address, preview, button, take=None, **fields):
    """Press a button of a preview with some fields changed, or other rows ticked."""
    sent = {**fields_of(preview), button: "1", **fields}
    if take is not None:
        sent = {name: sent[name] for name in sent if not name.startswith("take-")}
        sent |= {f"take-{key}": "1" for key in take}
    return client.post(address, sent)
