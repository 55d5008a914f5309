"""Writing a list: the only door.

Each service locks the list, checks, writes, brings the list's state up to date and
leaves a trace in its history, in one transaction.
"""

from tournaments.sheets.services.corrections import apply_corrections
from tournaments.sheets.services.ending import (
    finish_sheet,
    give_verdict,
    is_checked,
    reopen_sheet,
    strike_rest,
)
from tournaments.sheets.services.foot import (
    FootNumbers,
    foot_text,
    type_totals_only,
    write_foot,
)
from tournaments.sheets.services.history import Reach, reach_in, redo, undo
from tournaments.sheets.services.lines import (
    accept_line,
    append_lines,
    delete_line,
    insert_line,
    record_line,
)
from tournaments.sheets.services.refusals import (
    FootIsTaken,
    ImpossibleLine,
    LineIsTaken,
    ListHasChanged,
    NotFinishable,
    NothingToRevert,
    OwnTyping,
    SheetIsFinished,
)
from tournaments.sheets.services.seats import (
    close_table,
    open_sheet,
    seat_players,
    substitute,
)
from tournaments.sheets.services.second_list import write_second_list
from tournaments.sheets.services.writing import Written

__all__ = [
    "FootIsTaken",
    "FootNumbers",
    "ImpossibleLine",
    "LineIsTaken",
    "ListHasChanged",
    "NotFinishable",
    "NothingToRevert",
    "OwnTyping",
    "Reach",
    "SheetIsFinished",
    "Written",
    "accept_line",
    "append_lines",
    "apply_corrections",
    "close_table",
    "delete_line",
    "finish_sheet",
    "foot_text",
    "give_verdict",
    "insert_line",
    "is_checked",
    "open_sheet",
    "reach_in",
    "record_line",
    "redo",
    "reopen_sheet",
    "seat_players",
    "strike_rest",
    "substitute",
    "type_totals_only",
    "undo",
    "write_foot",
    "write_second_list",
]
