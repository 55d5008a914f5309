"""Reading competitions: more than a queryset, and never writing."""

from tournaments.competitions.selectors.boards import (
    SeriesCard,
    TableCard,
    earlier_series,
    evenings_for,
    last_evening,
    seat_choices,
    series_cards,
    table_cards,
    tables_of,
    was_played,
)
from tournaments.competitions.selectors.clocks import ClockFace, clock_face
from tournaments.competitions.selectors.entries import (
    Door,
    EntryCounts,
    SeatingChange,
    apart_pairs,
    begun_series_of,
    count_entries,
    door_of,
    entries_of,
    entry_labels,
    next_number,
    next_series,
    people_called,
    seating_changes,
    series_numbers,
    teams_of,
)
from tournaments.competitions.selectors.prize_cut import (
    PrizeCut,
    last_prize_place,
    prize_cut,
)
from tournaments.competitions.selectors.records import (
    PlayedList,
    lists_of,
)
from tournaments.competitions.selectors.registration import ReadLine, read_registration
from tournaments.competitions.selectors.reopenings import (
    PlaceChange,
    place_changes,
    places_through,
    reopenings_of,
)
from tournaments.competitions.selectors.results import (
    SeriesSum,
    adjustments_of,
    result_sums,
)
from tournaments.competitions.selectors.revisions import standings_revision
from tournaments.competitions.selectors.rows import (
    ListRow,
    Note,
    StandingRow,
    TeamRow,
)
from tournaments.competitions.selectors.standings import (
    Standings,
    club_name,
    people_by_pk,
    standings_of,
)

__all__ = [
    "ClockFace",
    "Door",
    "EntryCounts",
    "ListRow",
    "Note",
    "PlaceChange",
    "PlayedList",
    "PrizeCut",
    "ReadLine",
    "SeatingChange",
    "SeriesCard",
    "SeriesSum",
    "StandingRow",
    "Standings",
    "TableCard",
    "TeamRow",
    "adjustments_of",
    "apart_pairs",
    "begun_series_of",
    "clock_face",
    "club_name",
    "count_entries",
    "door_of",
    "earlier_series",
    "entries_of",
    "entry_labels",
    "evenings_for",
    "last_evening",
    "last_prize_place",
    "lists_of",
    "next_number",
    "next_series",
    "people_by_pk",
    "people_called",
    "place_changes",
    "places_through",
    "prize_cut",
    "read_registration",
    "reopenings_of",
    "result_sums",
    "seat_choices",
    "seating_changes",
    "series_cards",
    "series_numbers",
    "standings_of",
    "standings_revision",
    "table_cards",
    "tables_of",
    "teams_of",
    "was_played",
]
