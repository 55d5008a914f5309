"""A page is light enough for a phone in a pub."""

import gzip
from pathlib import Path

from django.contrib.staticfiles.finders import find

from tests.factories import make_secretary, make_sheet
from tournaments.sheets.table.services import give_key

MOST_BYTES = 20_000


def test_a_list_travels_compressed(client, db):
    client.force_login(make_secretary())
    address = f"/lists/{make_sheet().pk}/"

    answer = client.get(address, headers={"accept-encoding": "gzip"})

    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.content) < MOST_BYTES < len(gzip.decompress(answer.content))


# What a phone at a table loads before the first game, over a line that may be bad.
MOST_BYTES_AT_A_TABLE = 60_000
AT_A_TABLE = (
    "css/phone.css",
    "fonts/SkatSans-Regular.woff2",
    "fonts/SkatSans-Bold.woff2",
    "img/favicon.svg",
    *(
        f"js/table/{name}.js"
        for name in (
            *("door", "page"),
            *("code", "confirming", "sending", "store", "values"),
        )
    ),
)


def test_a_table_begins_with_little(client, db):
    make_secretary()
    key = give_key(sheet=make_sheet(), by=None)

    door = client.get("/table/")
    page = client.post("/table/", {"code": key.code}, follow=True)

    texts = [door.content, page.content]
    texts += [Path(find(name)).read_bytes() for name in AT_A_TABLE]
    assert all(page.text.count(name) for name in AT_A_TABLE[-5:])
    assert sum(len(gzip.compress(text)) for text in texts) < MOST_BYTES_AT_A_TABLE
