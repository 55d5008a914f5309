"""Clubs, players and accounts."""

from tournaments.people.models.accounts import User
from tournaments.people.models.clubs import Club
from tournaments.people.models.imports import Import, ImportedRow
from tournaments.people.models.joins import Join, JoinedRow
from tournaments.people.models.mail import MailAddress
from tournaments.people.models.persons import (
    MOST_GROUP,
    Player,
    PlayerQuerySet,
    name_with_number,
)
from tournaments.people.models.sessions import Session
from tournaments.people.models.spellings import Spelling

__all__ = [
    "MOST_GROUP",
    "Club",
    "Import",
    "ImportedRow",
    "Join",
    "JoinedRow",
    "MailAddress",
    "Player",
    "PlayerQuerySet",
    "Session",
    "Spelling",
    "User",
    "name_with_number",
]
