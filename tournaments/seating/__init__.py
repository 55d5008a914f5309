"""Who sits where: draws for any number of players, without a database.

The public face of the package. A ``SeatingProblem`` goes in, a ``Plan`` comes out;
``plan`` draws series ahead, ``seat_by_standing``, ``seat_by_groups`` and
``seat_by_lot`` draw the next one.
"""

from .bounds import Bounds
from .costs import Costs, costs_of
from .errors import SeatingError
from .groups import seat_by_groups
from .league import LEAGUE_MATCH_DAY, plan_match_day, seat_match_day
from .lots import seat_by_lot
from .plans import (
    VERSION,
    Plan,
    check_tables,
    plan,
    plan_of,
    swap_cost,
    swapped,
)
from .problem import (
    MEETINGS_FIRST,
    THREES_FIRST,
    Entrant,
    Hall,
    SeatingProblem,
    SeriesTables,
    Table,
    TableRule,
    Weights,
    hall_for,
)
from .search import PICKS
from .standing import StandingRule, seat_by_standing

__all__ = [
    "LEAGUE_MATCH_DAY",
    "MEETINGS_FIRST",
    "PICKS",
    "THREES_FIRST",
    "VERSION",
    "Bounds",
    "Costs",
    "Entrant",
    "Hall",
    "Plan",
    "SeatingError",
    "SeatingProblem",
    "SeriesTables",
    "StandingRule",
    "Table",
    "TableRule",
    "Weights",
    "check_tables",
    "costs_of",
    "hall_for",
    "plan",
    "plan_match_day",
    "plan_of",
    "seat_by_groups",
    "seat_by_lot",
    "seat_by_standing",
    "seat_match_day",
    "swap_cost",
    "swapped",
]
