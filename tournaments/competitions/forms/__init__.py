"""Forms of competitions."""

from tournaments.competitions.forms.entries import (
    DoorForm,
    EntryForm,
    LeaveForm,
    SubstituteForm,
)
from tournaments.competitions.forms.evenings import (
    CopyEveningForm,
    EveningForm,
    SettingsForm,
    usual_name,
)
from tournaments.competitions.forms.flow import (
    AdjustmentForm,
    ClockForm,
    CloseSeriesForm,
    ReopenSeriesForm,
    TakeBackForm,
)
from tournaments.competitions.forms.registration import RegistrationForm
from tournaments.competitions.forms.seats import (
    FEWEST_SEATS,
    CopyTablesForm,
    ManyTablesForm,
    SeatingForm,
    SeatsForm,
    TableForm,
)
from tournaments.competitions.forms.teams import (
    ApartForm,
    ContestForm,
    ManyTeamsForm,
    TeamForm,
)
from tournaments.competitions.forms.years import AllTimeForm

__all__ = [
    "FEWEST_SEATS",
    "AdjustmentForm",
    "AllTimeForm",
    "ApartForm",
    "ClockForm",
    "CloseSeriesForm",
    "ContestForm",
    "CopyEveningForm",
    "CopyTablesForm",
    "DoorForm",
    "EntryForm",
    "EveningForm",
    "LeaveForm",
    "ManyTablesForm",
    "ManyTeamsForm",
    "RegistrationForm",
    "ReopenSeriesForm",
    "SeatingForm",
    "SeatsForm",
    "SettingsForm",
    "SubstituteForm",
    "TableForm",
    "TakeBackForm",
    "TeamForm",
    "usual_name",
]
