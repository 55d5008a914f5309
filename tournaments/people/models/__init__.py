"""Clubs, players and accounts."""

from tournaments.people.models.accounts import Session, User
from tournaments.people.models.persons import (
    MOST_GROUP,
    Club,
    Import,
    ImportedRow,
    Join,
    JoinedRow,
    MailAddress,
    Player,
    PlayerQuerySet,
    Spelling,
    name_with_number,
)

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
