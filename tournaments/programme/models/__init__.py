"""What everything else refers to: events, their series and house rules."""

from tournaments.programme.models.events import MOST_ROUNDS, MOST_SERIES, Event, Series
from tournaments.programme.models.rule_sets import RuleSet

__all__ = ["MOST_ROUNDS", "MOST_SERIES", "Event", "RuleSet", "Series"]
