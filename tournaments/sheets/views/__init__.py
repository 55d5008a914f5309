"""The pages of a list."""

from tournaments.sheets.views.calculator import calculator
from tournaments.sheets.views.checking import aloud, check, second
from tournaments.sheets.views.course import course
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
from tournaments.sheets.views.rule_sets import (
    copy_rules,
    create_rules,
    delete_rules,
    edit_rules,
    show_rules,
)

__all__ = [
    "accept",
    "aloud",
    "calculator",
    "check",
    "copy_rules",
    "course",
    "create_rules",
    "delete_rules",
    "detail",
    "difference",
    "echo",
    "edit_rules",
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
    "show_rules",
    "since",
    "strike",
    "suspects",
]
