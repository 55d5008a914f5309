"""Several processes behind a proxy: who asks, how often, and what they log."""

import json
import logging
import sys
from threading import Thread

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import RequestFactory

from skatclub.door.attempts import SharedCounts, behind_proxies
from skatclub.machine.logs import JsonFormatter


def seen_by(proxies, **environ):
    """Return address and scheme as the site sees them."""
    given = {"wsgi.url_scheme": "http", **environ}
    list(behind_proxies(lambda environ, start: [], proxies)(given, None))
    return given["REMOTE_ADDR"], given["wsgi.url_scheme"]


@pytest.mark.parametrize(
    ("proxies", "asking", "seen"),
    [
        (["127.0.0.1"], "127.0.0.1", ("192.0.2.7", "https")),
        (["127.0.0.1"], "198.51.100.1", ("198.51.100.1", "http")),
        (["unix", "127.0.0.1"], "", ("192.0.2.7", "https")),
    ],
)
def test_only_a_trusted_proxy_says_who_asks(proxies, asking, seen):
    assert seen == seen_by(
        proxies,
        REMOTE_ADDR=asking,
        HTTP_X_FORWARDED_FOR="6.6.6.6, 192.0.2.7, 127.0.0.1",
        HTTP_X_FORWARDED_PROTO="https",
    )


@pytest.fixture
def counts(db):
    shared = SharedCounts("attempts_here", {})
    with connection.cursor() as at:
        at.execute(
            "CREATE TABLE attempts_here (cache_key varchar(255) PRIMARY KEY,"
            " value text NOT NULL, expires timestamp with time zone NOT NULL)"
        )
    return shared


def test_counts_begin_go_on_and_end_and_name_nobody(counts):
    name = "sign-in 192.0.2.7"
    assert counts.add(name, 1, timeout=60)
    assert not counts.add(name, 1, timeout=60)
    assert counts.incr(name) == counts.get(name) == 2
    assert counts.get("sign-in 192.0.2.8", 0) == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key FROM attempts_here")
        (key,) = cursor.fetchone()
    assert "192" not in key

    counts.touch(name, timeout=-1)
    assert counts.get(name) is None
    with pytest.raises(ValueError, match="any more"):
        counts.incr(name)

    assert counts.add(name, 1, timeout=60)
    assert counts.delete(name)
    assert not counts.delete(name)
    counts.set(name, 4)
    counts.clear()
    assert counts.get(name) is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="for several servers")
def test_guesses_at_the_same_moment_all_count():
    counts = caches["attempts"]
    counts.clear()
    counts.add("guesses", 0, timeout=60)

    def guess():
        for _each in range(25):
            counts.incr("guesses")
        connection.close()

    guessers = [Thread(target=guess) for _each in range(8)]
    for each in guessers:
        each.start()
    for each in guessers:
        each.join()

    assert counts.get("guesses") == 200


def test_a_line_of_the_log_is_one_object():
    request = RequestFactory().get(
        "/events/7/?who=1", headers={"host": "herz7.example"}
    )
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord(
            "django", logging.ERROR, "", 1, "%s broke", ("page",), sys.exc_info()
        )
    record.request = request

    text = JsonFormatter().format(record)

    line = json.loads(text)
    assert "\n" not in text
    assert line["message"] == "page broke"
    assert (line["host"], line["path"]) == ("herz7.example", "/events/7/")
    assert "two\nlines" in line["exception"]
