"""Forms of competitions."""

from tournaments.competitions.forms.evenings import (
    EveningForm,
    usual_name,
)
from tournaments.competitions.forms.seats import (
    FEWEST_SEATS,
    CopyTablesForm,
    ManyTablesForm,
    SeatingForm,
    SeatsForm,
    TableForm,
)

__all__ = [
    "FEWEST_SEATS",
    "CopyTablesForm",
    "EveningForm",
    "ManyTablesForm",
    "SeatingForm",
    "SeatsForm",
    "TableForm",
    "usual_name",
]
