"""Writing teams, and who shall not sit at one table."""

from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from simple_history.utils import bulk_update_with_history

from tournaments.choices import EntryStatus
from tournaments.competitions.models import ApartPair, Competition, Entry, Team
from tournaments.competitions.selectors.entries import entries_of
from tournaments.competitions.services.entries import locked
from tournaments.members.names import fold, tidy


@transaction.atomic
def save_team(*, team: Team, entries: Iterable[Entry]) -> Team:
    """Save a new or changed team with exactly these members."""
    competition = locked(team.competition)
    members = fresh(competition, entries)
    team.name = tidy(team.name)
    refuse_wrong_name(competition, team)
    refuse_wrong_members(competition, team, members)
    team.full_clean()
    team.save()
    was = {entry.pk: entry for entry in competition.entries.filter(team=team)}
    now = {entry.pk: entry for entry in members}
    changed = [
        *(was[pk] for pk in was.keys() - now),
        *(now[pk] for pk in now.keys() - was),
    ]
    for entry in changed:
        entry.team = team if entry.pk in now else None
    bulk_update_with_history(changed, Entry, ["team"])
    return team


def fresh(competition: Competition, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries as they are stored; refuse doubles and strangers."""
    pks = [entry.pk for entry in entries]
    if len(set(pks)) < len(pks):
        raise ValidationError(_("Somebody is named twice."), code="twice")
    found = list(entries_of(competition).filter(pk__in=pks))
    if len(found) < len(pks):
        raise ValidationError(_("This person does not take part."), code="stranger")
    return found


def refuse_wrong_name(competition: Competition, team: Team) -> None:
    """Refuse a name that another team has, however it is written."""
    others = competition.teams.exclude(pk=team.pk).values_list("name", flat=True)
    if fold(team.name) in {fold(name) for name in others}:
        raise ValidationError(
            {
                "name": ValidationError(
                    _("There is a team of this name already."), code="unique"
                )
            }
        )


def refuse_wrong_members(
    competition: Competition, team: Team, members: Sequence[Entry]
) -> None:
    """Refuse too many members and who plays for another team.

    Whoever has left made room for a substitute.
    """
    most = competition.team_size
    gone = (EntryStatus.LEFT, EntryStatus.ABSENT)
    if most and sum(entry.status not in gone for entry in members) > most:
        raise ValidationError(
            ngettext(
                "A team has at most %(most)d member.",
                "A team has at most %(most)d members.",
                most,
            ),
            code="size",
            params={"most": most},
        )
    for entry in members:
        if entry.team_id and entry.team_id != team.pk:
            raise ValidationError(
                _("%(player)s plays for %(team)s already."),
                code="taken",
                params={"player": entry.player, "team": entry.team},
            )


@transaction.atomic
def delete_team(*, team: Team) -> None:
    """Dissolve a team; its members play on."""
    competition = locked(team.competition)
    members = list(competition.entries.filter(team=team))
    for entry in members:
        entry.team = None
    bulk_update_with_history(members, Entry, ["team"])
    team.delete()


@transaction.atomic
def teams_from_clubs(*, competition: Competition) -> list[Team]:
    """Make teams of those who belong to one club and have no team yet.

    By start number; who is left over of a club stays without a team.
    """
    competition = locked(competition)
    size = competition.team_size
    if size < 2:
        raise ValidationError(_("This event has no teams."), code="no-teams")
    by_club: dict[str, list[Entry]] = {}
    for entry in entries_of(competition).filter(
        team__isnull=True, player__club__isnull=False
    ):
        assert entry.player.club is not None
        by_club.setdefault(entry.player.club.name, []).append(entry)
    taken = {fold(name) for name in competition.teams.values_list("name", flat=True)}
    made, changed = [], []
    for club, entries in by_club.items():
        count = len(entries) // size
        for start in range(0, count * size, size):
            name = free_name(club, taken, is_only=count == 1)
            team = Team(competition=competition, name=name)
            team.save()
            made.append(team)
            for entry in entries[start : start + size]:
                entry.team = team
                changed.append(entry)
    bulk_update_with_history(changed, Entry, ["team"], batch_size=200)
    return made


def free_name(club: str, taken: set[str], *, is_only: bool) -> str:
    """Return the name of the next team of a club, and take it."""
    number = 1
    name = club if is_only else f"{club[:110]} 1"
    while fold(name) in taken:
        number += 1
        name = f"{club[:110]} {number}"
    taken.add(fold(name))
    return name


@transaction.atomic
def keep_apart(*, first: Entry, second: Entry) -> ApartPair:
    """Note that two people shall not sit at one table; noted twice is noted once."""
    if first.pk == second.pk:
        raise ValidationError(_("These are not two people."), code="one")
    if first.competition_id != second.competition_id:
        raise ValidationError(_("This person does not take part."), code="stranger")
    locked(first.competition)
    low, high = sorted((first, second), key=lambda entry: entry.pk)
    pair, _made = ApartPair.objects.get_or_create(
        competition=first.competition, first=low, second=high
    )
    return pair


@transaction.atomic
def let_meet(*, pair: ApartPair) -> None:
    """Forget that two people shall not sit at one table."""
    pair.delete()
