"""The difference detective: from what differs to the line that is wrong (M3)."""

from scoring.detective.search import suspects
from scoring.detective.slips import Correction, Remedy, RowField, SlipKind, Suspect

__all__ = ["Correction", "Remedy", "RowField", "SlipKind", "Suspect", "suspects"]
