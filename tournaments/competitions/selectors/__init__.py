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
from tournaments.competitions.selectors.records import (
    PlayedList,
    lists_of,
)
from tournaments.competitions.selectors.standings import (
    StandingRow,
    Standings,
    club_name,
    people_by_pk,
    result_sums,
    standings_of,
    standings_revision,
)

__all__ = [
    "PlayedList",
    "SeriesCard",
    "StandingRow",
    "Standings",
    "TableCard",
    "club_name",
    "earlier_series",
    "evenings_for",
    "last_evening",
    "lists_of",
    "people_by_pk",
    "result_sums",
    "seat_choices",
    "series_cards",
    "standings_of",
    "standings_revision",
    "table_cards",
    "tables_of",
    "was_played",
]
