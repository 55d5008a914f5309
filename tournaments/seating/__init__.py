"""Who sits where: draws for any number of players, without a database.

The public face of the package. A ``SeatingProblem`` goes in, a ``Plan`` comes out;
``plan`` draws series ahead, ``seat_by_standing``, ``seat_by_groups`` and
``seat_by_lot`` draw the next one.
"""

from .bounds import Bounds
from .costs import Costs, costs_of
from .errors import SeatingError
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

__all__ = [
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
    "Table",
    "TableRule",
    "Weights",
    "check_tables",
    "costs_of",
    "hall_for",
    "plan",
    "plan_of",
    "seat_by_lot",
    "swap_cost",
    "swapped",
]
