"""From ``DATABASE_URL`` to Django's database settings."""

from typing import Any

from psycopg.conninfo import conninfo_to_dict

# Whoever asks while the server is away learns it after ``timeout`` seconds. The pool
# gives up before, as each request then tries anew; left to itself it would double the
# time between two attempts and find a server late that is back.
POOL = {"min_size": 2, "max_size": 10, "timeout": 5, "reconnect_timeout": 2}
NAMES = {
    "dbname": "NAME",
    "user": "USER",
    "password": "PASSWORD",
    "host": "HOST",
    "port": "PORT",
}


def database(url: str) -> dict[str, Any]:
    """Return the settings for a PostgreSQL address; raise ValueError for others.

    What Django has no name for (``sslmode``, ``service``) is handed on to psycopg.
    """
    if not url.startswith(("postgresql://", "postgres://")):
        raise ValueError("DATABASE_URL must begin with postgresql://")
    given = dict(conninfo_to_dict(url))
    if "dbname" not in given and "service" not in given:
        raise ValueError("DATABASE_URL names no database")
    named = {NAMES[key]: str(given.pop(key)) for key in NAMES if key in given}
    # The pool keeps connections; CONN_MAX_AGE has to stay 0 beside it.
    options = {**given, "pool": POOL}
    # After a restart of the server no dead connection is handed out.
    return {
        "ENGINE": "skatclub.machine.postgresql",
        **named,
        "OPTIONS": options,
        "CONN_HEALTH_CHECKS": True,
    }
