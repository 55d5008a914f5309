"""The pages of a list."""

from tournaments.sheets.views.ending import accept, finish, foot, mode, reopen, strike
from tournaments.sheets.views.lines import echo, line, paste, press, record, revert
from tournaments.sheets.views.reading import detail, explained, find, history

__all__ = [
    "accept",
    "detail",
    "echo",
    "explained",
    "find",
    "finish",
    "foot",
    "history",
    "line",
    "mode",
    "paste",
    "press",
    "record",
    "reopen",
    "revert",
    "strike",
]
