"""The roles of a club, and the rights that each of them has.

Code that writes asks for a right, never for a role, so a club that shares out its work
differently changes only this table.
"""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Right(models.TextChoices):
    """What an account may do; the label ends the sentence "may …"."""

    READ = "read", pgettext_lazy("may", "read what is not public")
    PEOPLE = "people", pgettext_lazy("may", "keep people and clubs")
    EVENTS = "events", pgettext_lazy("may", "plan, publish and delete events")
    RUN = "run", pgettext_lazy("may", "run events: check-in, draw, lists, results")
    TYPE = "type", pgettext_lazy("may", "type and check lists")
    JUDGE = "judge", pgettext_lazy("may", "deduct points and reopen lists")
    MONEY = "money", pgettext_lazy("may", "keep the money")
    SEASONS = "seasons", pgettext_lazy("may", "keep seasons")
    LEAGUES = "leagues", pgettext_lazy("may", "keep leagues")
    CLUB = "club", pgettext_lazy("may", "keep accounts, roles and the club's file")


class Role(models.TextChoices):
    """What a person does for the club, as clubs call it."""

    OWNER = "owner", pgettext_lazy("role", "owner")
    SECRETARY = "secretary", _("secretary")
    DIRECTOR = "director", pgettext_lazy("role", "tournament director")
    REFEREE = "referee", _("Referee")
    TREASURER = "treasurer", pgettext_lazy("role", "treasurer")
    TYPIST = "typist", pgettext_lazy("role", "typist")
    READER = "reader", _("reader")
    HOST = "host", _("Host")


ROLES: Mapping[str, frozenset[Right]] = {
    Role.OWNER: frozenset(Right),
    Role.SECRETARY: frozenset(Right) - {Right.MONEY, Right.CLUB},
    Role.DIRECTOR: frozenset({Right.READ, Right.RUN, Right.TYPE}),
    Role.REFEREE: frozenset({Right.READ, Right.JUDGE}),
    Role.TREASURER: frozenset({Right.READ, Right.MONEY}),
    Role.TYPIST: frozenset({Right.READ, Right.TYPE}),
    Role.READER: frozenset({Right.READ}),
    # For the code of a match, and only that match: nobody signs in with this role.
    Role.HOST: frozenset({Right.RUN, Right.TYPE}),
}


def roles_with(right: Right) -> list[str]:
    """Return the roles that have a right, the mightiest first.

    >>> roles_with(Right.MONEY)
    ['owner', 'treasurer']
    """
    return [str(role) for role, rights in ROLES.items() if right in rights]
