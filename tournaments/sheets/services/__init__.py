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
    present_text,
    record_line,
)
from tournaments.sheets.services.refusals import (
    FootIsTaken,
    ImpossibleLine,
    LineIsTaken,
    ListHasChanged,
    NotFinishable,
    NothingToRevert,
    NotProved,
    OwnTyping,
    SheetIsFinished,
)
from tournaments.sheets.services.rule_sets import (
    RulesAreFrozen,
    RulesAreUsed,
    copy_rule_set,
    create_rule_set,
    delete_rule_set,
    save_rule_set,
)
from tournaments.sheets.services.seats import (
    close_table,
    correct_seats,
    open_sheet,
    seat_players,
    substitute,
)
from tournaments.sheets.services.second_list import write_second_list
from tournaments.sheets.services.tallies import (
    is_anything_missing,
    move_tallies,
    rebuild,
    tally_sheets,
    untally_sheets,
    years_put_off,
)
from tournaments.sheets.services.writing import Written

__all__ = [
    "FootIsTaken",
    "FootNumbers",
    "ImpossibleLine",
    "LineIsTaken",
    "ListHasChanged",
    "NotFinishable",
    "NotProved",
    "NothingToRevert",
    "OwnTyping",
    "Reach",
    "RulesAreFrozen",
    "RulesAreUsed",
    "SheetIsFinished",
    "Written",
    "accept_line",
    "append_lines",
    "apply_corrections",
    "close_table",
    "copy_rule_set",
    "correct_seats",
    "create_rule_set",
    "delete_line",
    "delete_rule_set",
    "finish_sheet",
    "foot_text",
    "give_verdict",
    "insert_line",
    "is_anything_missing",
    "is_checked",
    "move_tallies",
    "open_sheet",
    "present_text",
    "reach_in",
    "rebuild",
    "record_line",
    "redo",
    "reopen_sheet",
    "save_rule_set",
    "seat_players",
    "strike_rest",
    "substitute",
    "tally_sheets",
    "type_totals_only",
    "undo",
    "untally_sheets",
    "write_foot",
    "write_second_list",
    "years_put_off",
]
