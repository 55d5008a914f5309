"""The pages of a list."""

from tournaments.sheets.views.checking import aloud, check, second
from tournaments.sheets.views.ending import accept, finish, foot, mode, reopen, strike
from tournaments.sheets.views.lines import echo, line, paste, press, record, revert
from tournaments.sheets.views.live import since
from tournaments.sheets.views.practice import practice, practise
from tournaments.sheets.views.proof import difference, suspects
from tournaments.sheets.views.reading import (
    detail,
    explained,
    find,
    history,
    shorthand,
)

__all__ = [
    "accept",
    "aloud",
    "check",
    "detail",
    "difference",
    "echo",
    "explained",
    "find",
    "finish",
    "foot",
    "history",
    "line",
    "mode",
    "paste",
    "practice",
    "practise",
    "press",
    "record",
    "reopen",
    "revert",
    "second",
    "shorthand",
    "since",
    "strike",
    "suspects",
]
