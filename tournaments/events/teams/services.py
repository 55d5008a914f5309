"""Writing team rankings, teams, their names, and pairs who are kept apart."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.entrants import entries_of
from tournaments.events.log import locked_event, release_problem, require_unreleased
from tournaments.events.models import (
    MOST_CONTESTS,
    MOST_SERIES,
    ApartPair,
    Entry,
    Event,
    Team,
    TeamContest,
    TeamMember,
)
from tournaments.events.models.money import LONGEST_NOTE
from tournaments.events.references import events_of
from tournaments.events.teams.selectors import (
    LONGEST_TEAM,
    contests_of,
    kind_problem,
    members_by_team,
    members_in_series,
    members_of,
)
from tournaments.people.models import Player, name_with_number
from tournaments.people.names.mentions import mentions_from, spellings
from tournaments.people.names.names import fold, tidy
from tournaments.scope.models import (
    LONGEST_LABEL,
    create_many,
    earlier_values,
    entries_about,
)
from tournaments.scope.scope import Audience, shown_to
from tournaments.words.choices import Privacy, TeamKind

SeriesBounds = tuple[int, int | None]
# What decides a team ranking; its name and number do not.
RULES = ("size", "kind", "counting", "scale_short", "tie_chain")


@transaction.atomic
def save_contest(*, contest: TeamContest) -> TeamContest:
    """Save a team ranking that fits its teams; a new one gets the next number."""
    event = locked_event(contest.event_id)
    contest.name = tidy(contest.name)
    others = contests_of(event)
    if not contest.number:
        taken = {other.number for other in others}
        contest.number = next(each for each in count(1) if each not in taken)
        if contest.number > MOST_CONTESTS:
            text = _("There are at most %(most)d team rankings.")
            raise ValidationError(text % {"most": MOST_CONTESTS})
    refuse_taken_name(
        contest.name,
        [other.name for other in others if other.pk != contest.pk],
        _("This name is taken."),
    )
    contest.full_clean()
    if contest.pk:
        refuse_misfits(contest)
        if event.is_released:
            stored = TeamContest.objects.get(pk=contest.pk)
            changed = [n for n in RULES if getattr(stored, n) != getattr(contest, n)]
            if changed:
                raise ValidationError({name: release_problem() for name in changed})
    contest.save()
    return contest


def refuse_misfits(contest: TeamContest) -> None:
    """Refuse a change that makes a team invalid; the message names the team."""
    for members in members_by_team(members_of([contest])).values():
        try:
            refuse_invalid_team(contest, members)
        except ValidationError as refusal:
            text = f"{members[0].team}: {' '.join(refusal.messages)}"
            raise ValidationError(text) from None


@transaction.atomic
def delete_contest(*, contest: TeamContest) -> None:
    """Delete a team ranking with its teams and prizes; its people play on."""
    require_unreleased(locked_event(contest.event_id))
    for team in contest.teams.all():
        delete_team(team=team)
    contest.prizes.all().delete()
    contest.delete()


@transaction.atomic
def save_team(
    *,
    team: Team,
    entries: Iterable[Entry],
    spells: Mapping[int, SeriesBounds] | None = None,
) -> Team:
    """Save a new or changed team with exactly these people.

    ``spells`` has the first and the last series of a member by the key of the entry.
    Without one, members keep theirs and new members play as soon as there is room.
    Once the results are released, only the name can change.
    """
    contest = team.contest
    event = locked_event(contest.event_id)
    people = stored_entries(event, entries)
    team.name = tidy(team.name)
    others = contest.teams.exclude(pk=team.pk)
    refuse_taken_name(
        team.name, others.values_list("name", flat=True), _("This name is taken.")
    )
    team.full_clean()
    members = memberships_for(team, people, spells or {})
    refuse_members_of_other_teams(contest, team, people)
    refuse_invalid_team(contest, members)
    stored = team.members.all() if team.pk else ()
    before, after = (
        {each.entry_id: spell_of(each) for each in own} for own in (stored, members)
    )
    if before != after:
        require_unreleased(event)
    team.save()
    replace_members(team, members)
    return team


def memberships_for(
    team: Team, people: Sequence[Entry], spells: Mapping[int, SeriesBounds]
) -> list[TeamMember]:
    """Return the memberships of ``people``, existing ones first; nothing is saved."""
    existing = {each.entry_id: each for each in (team.members.all() if team.pk else ())}
    members: list[TeamMember] = []
    for entry in sorted(people, key=lambda entry: entry.pk not in existing):
        member = existing.get(entry.pk)
        if member is None:
            first = first_series_with_room(team.contest, members)
            member = TeamMember(contest=team.contest, entry=entry, from_series=first)
        member.team, member.entry = team, entry
        if entry.pk in spells:
            member.from_series, member.until_series = spells[entry.pk]
        first, last = spell_of(member)
        if not 1 <= first <= MOST_SERIES or (last is not None and last < first - 1):
            text = _("The end lies before the beginning.")
            raise ValidationError(f"{entry.player}: {text}")
        members.append(member)
    return members


def first_series_with_room(contest: TeamContest, members: Sequence[TeamMember]) -> int:
    """Return the first series in which a team has room; 1 if it never has."""
    full = (
        series
        for series in range(MOST_SERIES, 0, -1)
        if len(members_in_series(members, series)) >= contest.size
    )
    last = next(full, 0)
    return last + 1 if last < MOST_SERIES else 1


def replace_members(team: Team, members: Iterable[TeamMember]) -> None:
    wanted = {member.entry_id: member for member in members}
    for member in team.members.all():
        if member.entry_id not in wanted:
            member.delete()
        elif spell_of(member) == spell_of(wanted[member.entry_id]):
            del wanted[member.entry_id]
    for member in wanted.values():
        member.team = team
        member.save()


def spell_of(member: TeamMember) -> SeriesBounds:
    return (member.from_series, member.until_series)


def stored_entries(event: Event, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries as stored; refuse duplicates and those of other events."""
    pks = [entry.pk for entry in entries]
    if len(set(pks)) < len(pks):
        raise ValidationError(_("Somebody is named twice."))
    stored = list(entries_of(event).filter(pk__in=pks))
    if len(stored) < len(pks):
        raise ValidationError(_("This person does not take part."))
    return stored


def refuse_taken_name(name: str, others: Iterable[str], text: str) -> None:
    """Refuse with ``text`` a name that others have, in whatever spelling."""
    if fold(name) in {fold(other) for other in others}:
        raise ValidationError({"name": ValidationError(text, code="unique")})


def refuse_members_of_other_teams(
    contest: TeamContest, team: Team, people: Iterable[Entry]
) -> None:
    """Refuse people who play for another team of the same ranking."""
    pks = [entry.pk for entry in people]
    others = TeamMember.objects.filter(contest=contest, entry__in=pks)
    taken = others.exclude(team=team.pk).select_related("entry__player", "team")
    if member := taken.first():
        words = {"player": member.entry.player, "team": member.team}
        raise ValidationError(_("%(player)s plays for %(team)s already.") % words)


def refuse_invalid_team(contest: TeamContest, members: Sequence[TeamMember]) -> None:
    """Refuse too many people in a series, and those who may not play together."""
    begins = {max(each.from_series, each.entry.from_series) for each in members}
    for series in sorted(begins | {MOST_SERIES}):
        people = [member.entry for member in members_in_series(members, series)]
        if len(people) > contest.size:
            text = ngettext(
                "A team has at most %(most)d member.",
                "A team has at most %(most)d members.",
                contest.size,
            )
            raise ValidationError(text % {"most": contest.size})
        if why := kind_problem(contest, people):
            raise ValidationError(why)


@transaction.atomic
def move_to_team(*, entry: Entry, contest: TeamContest, team: Team | None) -> None:
    """Move a person to a team of one ranking, or out of all its teams."""
    event = locked_event(contest.event_id)
    for member in contest.members.filter(entry=entry).select_related("team"):
        if team is not None and member.team_id == team.pk:
            return
        require_unreleased(event)
        member.delete()
    if team is not None:
        people = [member.entry for member in team.members.select_related("entry")]
        save_team(team=team, entries=[*people, entry])


@transaction.atomic
def join_teams(
    *, contest: TeamContest, teams: Mapping[str, Sequence[Entry]]
) -> list[Team]:
    """Add people to the teams of those names, creating teams that do not exist."""
    teams_by_name = {fold(team.name): team for team in contest.teams.all()}
    saved = []
    for name, people in teams.items():
        team = teams_by_name.get(fold(name)) or Team(contest=contest, name=name)
        entries = list(team.entries.all()) if team.pk else []
        pks = {entry.pk for entry in entries}
        entries += [entry for entry in people if entry.pk not in pks]
        saved.append(save_team(team=team, entries=entries))
    return saved


@transaction.atomic
def delete_team(*, team: Team) -> None:
    """Dissolve a team; its members play on."""
    require_unreleased(locked_event(team.contest.event_id))
    for member in team.members.all():
        member.delete()
    team.delete()


@transaction.atomic
def create_club_teams(*, contest: TeamContest) -> list[Team]:
    """Create teams by club and start number; the remainder stays without one."""
    event = locked_event(contest.event_id)
    require_unreleased(event)
    size = contest.size
    by_club: dict[Any, list[Entry]] = {}
    free = entries_of(event).exclude(memberships__contest=contest)
    for entry in free.filter(player__club__isnull=False):
        by_club.setdefault(entry.player.club, []).append(entry)
    taken = {fold(name) for name in contest.teams.values_list("name", flat=True)}
    teams, members = [], []
    for club, entries in by_club.items():
        is_only = len(entries) // size == 1
        numbered = (f"{club.name[:110]} {number}" for number in count(1 + is_only))
        names = chain([club.name] if is_only else [], numbered)
        for start in range(0, len(entries) // size * size, size):
            name = next(name for name in names if fold(name) not in taken)
            taken.add(fold(name))
            team = Team(contest=contest, name=name)
            team.save()
            teams.append(team)
            team_members = [
                TeamMember(contest=contest, team=team, entry=entry)
                for entry in entries[start : start + size]
            ]
            refuse_invalid_team(contest, team_members)
            members += team_members
    create_many(members)
    return teams


@transaction.atomic
def add_contest(
    *, event: Event, name: str, size: int, kind: str = TeamKind.ANY, **settings: object
) -> TeamContest:
    """Add a team ranking to an event: Tandem, Mixed, teams of four."""
    contest = TeamContest(event=event, name=name, size=size, kind=kind, **settings)
    return save_contest(contest=contest)


@transaction.atomic
def keep_apart(*, first: Entry, second: Entry) -> ApartPair:
    """Store that two people should not sit at one table, at most once."""
    if first.pk == second.pk:
        raise ValidationError(_("A pair is two people."))
    if first.event_id != second.event_id:
        raise ValidationError(_("This person does not take part."))
    locked_event(first.event_id)
    low, high = sorted((first, second), key=lambda entry: entry.pk)
    pair, _is_new = ApartPair.objects.get_or_create(
        event=first.event, first=low, second=high
    )
    return pair


@transaction.atomic
def let_meet(*, pair: ApartPair) -> None:
    """Allow two people to sit at one table again."""
    pair.delete()


def replace_names_in_teams(people: Collection[Player], stand_in: str) -> None:
    """Replace a person's names in the names of their teams by ``stand_in``, for good.

    ``people`` are the records of one person. A public, first or family name alone is
    replaced as well, unless another member of the team has it. Former names of the
    teams are changed, too, and those under which prizes were booked.
    """
    own_names = {name for player in people for name in team_name_parts(player)} - {""}
    teams = Team.objects.filter(members__entry__player__in=people).distinct()
    for team in teams.prefetch_related("members__entry__player"):
        others = [player for player in team_players(team) if player not in people]
        other_names = {name for player in others for name in team_name_parts(player)}
        if not (names := own_names - other_names):
            continue
        replaced = mentions_from(dict.fromkeys(names, stand_in)).public_text
        former = chain(*earlier_values(team, "name"))
        payments = team.payments.filter(note__in=[team.name, *former])
        for payment in payments:
            payment.note = replaced(payment.note)[:LONGEST_NOTE]
            payment.save(update_fields=["note"])
        for entry in chain(*map(entries_about, [team, *payments])):
            entry.label = replaced(entry.label)[:LONGEST_LABEL]
            entry.changes = replaced(entry.changes)
            entry.save(update_fields=["label", "changes"])
        if replaced(team.name) != team.name:
            stem = replaced(team.name)[:LONGEST_TEAM]
            rivals = Team.objects.filter(contest=team.contest_id).exclude(pk=team.pk)
            taken = set(rivals.values_list("name", flat=True))
            numbered = (name_with_number(stem, n) for n in chain([None], count(2)))
            name = next(name for name in numbered if name not in taken)
            Team.objects.filter(pk=team.pk).update(name=name)


def team_name_parts(player: Player) -> set[str]:
    """Return the names of ``player`` that may be part of the name of a team."""
    short_names = {player.public_name, player.given_name}
    return spellings(player, with_last_name=True) | short_names


def doubtful_teams(player: Player) -> list[str]:
    """Return the teams, with their event, whose names should be checked by hand.

    Visitors still read the family name of ``player`` in them, perhaps as a part of a
    word.
    """
    if player.privacy == Privacy.FULL:
        return []
    events = events_of([player.pk])[player.pk]
    teams = Team.objects.filter(contest__event__in=events)
    teams = teams.select_related("contest__event")
    return [
        f"{team} ({team.contest.event})"
        for team in teams.prefetch_related("members__entry__player")
        if is_doubtful(team, player)
    ]


def is_doubtful(team: Team, player: Player) -> bool:
    """Return whether the name of ``team`` may still reveal who ``player`` is."""
    belongs_to_other = any(
        each.last_name == player.last_name and each.privacy == Privacy.FULL
        for each in team_players(team)
    )
    with shown_to(Audience.PUBLIC):
        name = team.name.casefold()
    return player.last_name.casefold() in name and not belongs_to_other


def team_players(team: Team) -> list[Player]:
    return [member.entry.player for member in team.members.all()]
