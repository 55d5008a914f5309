"""A page is light enough for a phone in a pub."""

import gzip

from tests.factories import make_secretary, make_sheet

MOST_BYTES = 20_000


def test_a_list_travels_compressed(client, db):
    client.force_login(make_secretary())
    address = f"/lists/{make_sheet().pk}/"

    answer = client.get(address, headers={"accept-encoding": "gzip"})

    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.content) < MOST_BYTES < len(gzip.decompress(answer.content))
