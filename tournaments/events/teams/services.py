"""Writing team rankings, teams, and who shall not sit at one table."""

from collections.abc import Iterable, Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from simple_history.utils import bulk_create_with_history

from tournaments.events.entrants import entries_of
from tournaments.events.log import locked_event, release_problem
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
from tournaments.events.teams.selectors import (
    contests_of,
    full_in,
    kind_problem,
    members_of,
)
from tournaments.people.names.names import fold, tidy
from tournaments.people.privacy.mentions import mentions_of
from tournaments.words.choices import TeamKind

Spell = tuple[int, int | None]


@transaction.atomic
def save_contest(*, contest: TeamContest) -> TeamContest:
    """Save a new or changed team ranking; a new one gets the next free number.

    Refuses a size or a kind that teams which are there already do not fit.
    """
    event = locked_event(contest.event_id)
    contest.name = tidy(contest.name)
    others = contests_of(event)
    if not contest.number:
        contest.number = free_number(others)
    names = {fold(other.name) for other in others if other.pk != contest.pk}
    if fold(contest.name) in names:
        raise ValidationError(
            {
                "name": ValidationError(
                    _("There is a team ranking of this name already."), code="unique"
                )
            }
        )
    contest.full_clean()
    if contest.pk:
        refuse_misfits(contest)
        stored = TeamContest.objects.get(pk=contest.pk)
        if event.is_released and stored.tie_chain != contest.tie_chain:
            raise ValidationError({"tie_chain": release_problem()})
    contest.save()
    return contest


def free_number(contests: Iterable[TeamContest]) -> int:
    """Return the first number that no team ranking has."""
    taken = {contest.number for contest in contests}
    free = set(range(1, MOST_CONTESTS + 1)) - taken
    if not free:
        raise ValidationError(
            _("There are at most %(most)d team rankings."),
            code="many",
            params={"most": MOST_CONTESTS},
        )
    return min(free)


def refuse_misfits(contest: TeamContest) -> None:
    """Refuse a change that makes a team wrong; the message names the team."""
    teams: dict[int, list[TeamMember]] = {}
    for member in members_of([contest]):
        teams.setdefault(member.team_id, []).append(member)
    for members in teams.values():
        try:
            refuse_wrong_team(contest, members)
        except ValidationError as refusal:
            raise ValidationError(
                _("%(team)s: %(why)s"),
                code="misfit",
                params={"team": members[0].team, "why": " ".join(refusal.messages)},
            ) from None


@transaction.atomic
def delete_contest(*, contest: TeamContest) -> None:
    """Take a team ranking away, with its teams and prizes; its people play on."""
    locked_event(contest.event_id)
    for team in contest.teams.all():
        delete_team(team=team)
    contest.prizes.all().delete()
    contest.delete()


@transaction.atomic
def save_team(
    *,
    team: Team,
    entries: Iterable[Entry],
    spells: Mapping[int, Spell] | None = None,
) -> Team:
    """Save a new or changed team with exactly these people.

    ``spells`` says by the key of the entry from which series until which one
    somebody belongs to the team; members of before keep theirs, others play as soon
    as there is room. People not called in full are not so in the team's name.
    """
    contest = team.contest
    event = locked_event(contest.event_id)
    people = fresh(event, entries)
    team.name = tidy(public_spelling(team.name, people))
    refuse_wrong_name(contest, team)
    team.full_clean()
    members = members_wanted(team, people, spells or {})
    refuse_other_teams(contest, team, people)
    refuse_wrong_team(contest, members)
    team.save()
    keep_only(team, members)
    return team


def public_spelling(name: str, people: Sequence[Entry]) -> str:
    """Return the name of a team, which all may read, with public names in it."""
    players = [entry.player for entry in people]
    return mentions_of(players, {each.pk for each in players}).told(name)


def members_wanted(
    team: Team, people: Sequence[Entry], spells: Mapping[int, Spell]
) -> list[TeamMember]:
    """Return the memberships as they shall be, those that are there changed."""
    known = {each.entry_id: each for each in team.members.all()} if team.pk else {}
    members: list[TeamMember] = []
    for entry in sorted(people, key=lambda entry: entry.pk not in known):
        member = known.get(entry.pk)
        if member is None:
            first = first_room(team.contest, members)
            member = TeamMember(contest=team.contest, entry=entry, from_series=first)
        member.team, member.entry = team, entry
        if entry.pk in spells:
            member.from_series, member.until_series = spells[entry.pk]
        refuse_wrong_spell(member)
        members.append(member)
    return members


def first_room(contest: TeamContest, members: Sequence[TeamMember]) -> int:
    """Return from which series on a team has room for one more; 1 if it has none."""
    full = [
        series
        for series in range(1, MOST_SERIES + 1)
        if len(full_in(members, series)) >= contest.size
    ]
    last = max(full, default=0)
    return last + 1 if last < MOST_SERIES else 1


def keep_only(team: Team, members: Iterable[TeamMember]) -> None:
    """Store the memberships of a team; take away all others."""
    wanted = {member.entry_id: member for member in members}
    for member in team.members.all():
        if member.entry_id not in wanted:
            member.delete()
        elif spell_of(member) == spell_of(wanted[member.entry_id]):
            del wanted[member.entry_id]
    for member in wanted.values():
        member.team = team
        member.save()


def spell_of(member: TeamMember) -> Spell:
    """Return from which series until which one somebody belongs to a team."""
    return (member.from_series, member.until_series)


def fresh(event: Event, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries as they are stored; refuse doubles and strangers."""
    pks = [entry.pk for entry in entries]
    if len(set(pks)) < len(pks):
        raise ValidationError(_("Somebody is named twice."), code="twice")
    found = list(entries_of(event).filter(pk__in=pks))
    if len(found) < len(pks):
        raise ValidationError(_("This person does not take part."), code="stranger")
    return found


def refuse_wrong_name(contest: TeamContest, team: Team) -> None:
    """Refuse a name that another team has, however it is written."""
    others = contest.teams.exclude(pk=team.pk).values_list("name", flat=True)
    if fold(team.name) in {fold(name) for name in others}:
        raise ValidationError(
            {
                "name": ValidationError(
                    _("There is a team of this name already."), code="unique"
                )
            }
        )


def refuse_wrong_spell(member: TeamMember) -> None:
    """Refuse series that run backwards or that cannot be."""
    first, last = spell_of(member)
    if not 1 <= first <= MOST_SERIES or (last is not None and last < first - 1):
        raise ValidationError(
            _("%(player)s: the series do not run forward."),
            code="series",
            params={"player": member.entry.player},
        )


def refuse_other_teams(
    contest: TeamContest, team: Team, people: Iterable[Entry]
) -> None:
    """Refuse who plays for another team of the same ranking."""
    pks = [entry.pk for entry in people]
    others = TeamMember.objects.filter(contest=contest, entry__in=pks)
    taken = others.exclude(team=team.pk).select_related("entry__player", "team")
    if member := taken.first():
        raise ValidationError(
            _("%(player)s plays for %(team)s already."),
            code="taken",
            params={"player": member.entry.player, "team": member.team},
        )


def refuse_wrong_team(contest: TeamContest, members: Sequence[TeamMember]) -> None:
    """Refuse too many people in a series, and who may not play together.

    Whoever has left made room for a substitute.
    """
    begins = {max(each.from_series, each.entry.from_series) for each in members}
    for series in sorted(begins | {MOST_SERIES}):
        people = [member.entry for member in full_in(members, series)]
        if len(people) > contest.size:
            raise ValidationError(
                ngettext(
                    "A team has at most %(most)d member.",
                    "A team has at most %(most)d members.",
                    contest.size,
                ),
                code="size",
                params={"most": contest.size},
            )
        if why := kind_problem(contest, people):
            raise ValidationError(why, code="kind")


@transaction.atomic
def put_in_team(*, entry: Entry, contest: TeamContest, team: Team | None) -> None:
    """Let somebody play for a team of one ranking, or for none; who moves, moves."""
    locked_event(contest.event_id)
    for member in contest.members.filter(entry=entry).select_related("team"):
        if team is not None and member.team_id == team.pk:
            return
        member.delete()
    if team is not None:
        people = [member.entry for member in team.members.select_related("entry")]
        save_team(team=team, entries=[*people, entry])


@transaction.atomic
def join_teams(
    *, contest: TeamContest, teams: Mapping[str, Sequence[Entry]]
) -> list[Team]:
    """Let people join the teams of those names; what is not there yet is made."""
    known = {fold(team.name): team for team in contest.teams.all()}
    joined = []
    for name, people in teams.items():
        team = known.get(fold(name)) or Team(contest=contest, name=name)
        here = list(team.entries.all()) if team.pk else []
        pks = {entry.pk for entry in here}
        new = [entry for entry in people if entry.pk not in pks]
        joined.append(save_team(team=team, entries=[*here, *new]))
    return joined


@transaction.atomic
def delete_team(*, team: Team) -> None:
    """Dissolve a team; its members play on."""
    locked_event(team.contest.event_id)
    for member in team.members.all():
        member.delete()
    team.delete()


@transaction.atomic
def teams_from_clubs(*, contest: TeamContest) -> list[Team]:
    """Make teams of those who belong to one club and have no team here yet.

    By start number; who is left over of a club stays without a team.
    """
    event = locked_event(contest.event_id)
    size = contest.size
    by_club: dict[str, list[Entry]] = {}
    for entry in entries_of(event).filter(player__club__isnull=False):
        if all(each.contest_id != contest.pk for each in entry.memberships.all()):
            assert entry.player.club is not None
            by_club.setdefault(entry.player.club.name, []).append(entry)
    taken = {fold(name) for name in contest.teams.values_list("name", flat=True)}
    made, members = [], []
    for club, entries in by_club.items():
        count = len(entries) // size
        for start in range(0, count * size, size):
            name = free_name(club, taken, is_only=count == 1)
            team = Team(contest=contest, name=name)
            team.save()
            made.append(team)
            own = [
                TeamMember(contest=contest, team=team, entry=entry)
                for entry in entries[start : start + size]
            ]
            refuse_wrong_team(contest, own)
            members += own
    bulk_create_with_history(members, TeamMember, batch_size=200)
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
def copy_contests(*, source: Event, copy: Event) -> dict[int, TeamContest]:
    """Give ``copy`` the team rankings of ``source``, without teams; by the old key."""
    return {
        each.pk: TeamContest.objects.create(
            event=copy,
            number=each.number,
            name=each.name,
            size=each.size,
            kind=each.kind,
            counting=each.counting,
            scale_short=each.scale_short,
            tie_chain=each.tie_chain,
        )
        for each in contests_of(source)
    }


@transaction.atomic
def add_contest(
    *,
    event: Event,
    name: str,
    size: int,
    kind: str = TeamKind.ANY,
    **settings: object,
) -> TeamContest:
    """Add a team ranking to an event: Tandem, Mixed, teams of four."""
    contest = TeamContest(event=event, name=name, size=size, kind=kind, **settings)
    return save_contest(contest=contest)


@transaction.atomic
def keep_apart(*, first: Entry, second: Entry) -> ApartPair:
    """Note that two people shall not sit at one table; noted twice is noted once."""
    if first.pk == second.pk:
        raise ValidationError(_("These are not two people."), code="one")
    if first.event_id != second.event_id:
        raise ValidationError(_("This person does not take part."), code="stranger")
    locked_event(first.event_id)
    low, high = sorted((first, second), key=lambda entry: entry.pk)
    pair, _made = ApartPair.objects.get_or_create(
        event=first.event, first=low, second=high
    )
    return pair


@transaction.atomic
def let_meet(*, pair: ApartPair) -> None:
    """Forget that two people shall not sit at one table."""
    pair.delete()
