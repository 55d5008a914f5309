"""Writing entries: registered, present, late, left or replaced (rules 5.5)."""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.entrants import (
    begun_series_of,
    next_number,
    next_series,
    seated_without_entry,
    series_numbers,
)
from tournaments.events.entries.places import move_up
from tournaments.events.log import locked_event
from tournaments.events.models import Entry, Event, Registration, TeamMember
from tournaments.events.models.entries import MOST_ENTRIES
from tournaments.people.models import Player, User
from tournaments.people.names.names import Visitor
from tournaments.people.services import (
    add_players,
    add_visitor,
    find_or_add_club,
    new_player,
)
from tournaments.scope.models import create_many, update_many
from tournaments.sheets.models import Seat
from tournaments.sheets.seats import seat_players
from tournaments.words.choices import EntryStatus, SheetState


class TakesPartAlready(ValidationError):
    """This person has an entry in the event."""


class HasPlayed(ValidationError):
    """The change would contradict a list that has begun."""


@transaction.atomic
def add_entry(
    *,
    event: Event,
    player: Player,
    status: str = EntryStatus.PRESENT,
    from_series: int | None = None,
    start_number: int | None = None,
) -> Entry:
    """Enter ``player``, who starts in the next series unless another is given."""
    event = locked_event(event.pk)
    existing = event.entries.filter(player=player).first()
    if existing:
        text = _("%(player)s takes part already, with start number %(number)s.")
        words = {"player": player, "number": existing.start_number}
        raise TakesPartAlready(text, "twice", words)
    entry = Entry(
        event=event,
        player=player,
        start_number=start_number or free_numbers(event, 1)[0],
        status=status,
        from_series=from_series or next_series(event),
    )
    return save_entry(entry=entry)


@transaction.atomic
def add_visitor_entry(
    *,
    event: Event,
    visitor: Visitor,
    is_guest: bool = True,
    from_series: int | None = None,
) -> Entry:
    player = add_visitor(visitor=visitor, is_guest=is_guest)
    return add_entry(event=event, player=player, from_series=from_series)


@transaction.atomic
def mark_present(*, entry: Entry, from_series: int | None = None) -> Entry:
    """Check a player in; one who had left or was absent takes part again.

    A player who has not played yet plays from ``from_series`` on, by default from the
    first series that has not begun.
    """
    entry = locked_entry(entry)
    if entry.status == EntryStatus.PRESENT:
        text = _("%(player)s is here already, with start number %(number)s.")
        words = {"player": entry.player, "number": entry.start_number}
        raise TakesPartAlready(text, "here", words)
    if entry.status != EntryStatus.LEFT:
        entry.from_series = from_series or next_series(entry.event)
    entry.status = EntryStatus.PRESENT
    entry.until_series = None
    return save_entry(entry=entry)


@transaction.atomic
def mark_left(*, entry: Entry, after_series: int) -> Entry:
    """Record that a player leaves after ``after_series``; earlier results stay."""
    entry = locked_entry(entry)
    if entry.status not in (EntryStatus.PRESENT, EntryStatus.LEFT):
        raise ValidationError(_("%(player)s is not here.") % {"player": entry.player})
    entry.status = EntryStatus.LEFT
    entry.until_series = after_series
    return save_entry(entry=entry)


@transaction.atomic
def mark_absent(*, entry: Entry) -> Entry:
    """Record that a player did not come; the start number stays theirs."""
    entry = locked_entry(entry)
    require_not_begun(entry, begun_series_of(entry))
    entry.status = EntryStatus.ABSENT
    entry.until_series = None
    save_entry(entry=entry)
    move_up(entry.event)
    return entry


Earlier = dict[str, tuple[str, int, int | None] | None]
"""What entries were before by the keys of the people, as text; None if there was none.

It is the status, and the series from and until which they played.
"""
RANGE = ("status", "from_series", "until_series")


@transaction.atomic
def mark_rest_absent(*, event: Event) -> Earlier:
    entries = list(locked_event(event.pk).entries.filter(status=EntryStatus.REGISTERED))
    earlier = earlier_of(entries)
    for entry in entries:
        entry.status = EntryStatus.ABSENT
    update_many(entries, ["status"])
    return earlier


def earlier_of(entries: Iterable[Entry]) -> Earlier:
    columns = attrgetter(*RANGE)
    return {str(entry.player_id): columns(entry) for entry in entries}


@transaction.atomic
def check_in_all(*, event: Event, players: Sequence[Player]) -> Earlier:
    """Check many players in; return what those were who were not here yet."""
    entries = entries_by_person(event)
    away = [each for each in players if not is_here(entries.get(each.pk))]
    check_in_players(event=event, players=away)
    known = earlier_of(entries[each.pk] for each in away if each.pk in entries)
    return dict.fromkeys(str(each.pk) for each in away) | known


@transaction.atomic
def restore_entries(*, event: Event, earlier: Earlier, made: str) -> int:
    """Take back that many were made here, or absent, at once; return how many were.

    Whoever has another status meanwhile, a seat, a team, or paid as somebody new,
    stays as they are.
    """
    event = locked_event(event.pk)
    seated = Seat.objects.filter(series__event=event).values("player")
    unchanged = event.entries.filter(status=made, player__in=list(map(int, earlier)))
    count = 0
    for entry in unchanged.exclude(player__in=seated):
        if before := earlier[str(entry.player_id)]:
            entry.store(**dict(zip(RANGE, before, strict=True)))
        elif entry.payments.exists() or entry.memberships.exists():
            continue
        else:
            entry.delete()
        count += 1
    move_up(event)
    return count


@transaction.atomic
def save_entry(*, entry: Entry) -> Entry:
    """Check and save a new or changed entry, with its event locked."""
    last = max(series_numbers(locked_event(entry.event_id)), default=1)
    until, errors = entry.until_series, {}
    too_late = _("There are %(last)s series.") % {"last": last}
    if not 1 <= entry.from_series <= last:
        errors["from_series"] = too_late
    if until is not None and until > last:
        errors["until_series"] = too_late
    if until is not None and until < entry.from_series - 1:
        errors["until_series"] = _("Nobody leaves before the first series they play.")
    if errors:
        raise ValidationError(errors)
    entry.full_clean()
    require_not_begun(
        entry, [number for number in begun_series_of(entry) if not entry.plays(number)]
    )
    entry.save()
    return entry


@transaction.atomic
def remove_entry(*, entry: Entry) -> None:
    """Delete an entry made by mistake; one with a seat or a payment stays.

    It takes the registration along that it was made of.
    """
    entry = locked_entry(entry)
    who = {"player": entry.player}
    seats = Seat.objects.filter(series__event=entry.event_id, player=entry.player_id)
    if seats.exists():
        text = _("%(player)s has a seat already and stays on the list.")
        raise HasPlayed(text, "seated", who)
    if entry.payments.exists():
        text = _("%(player)s has paid already and stays on the list.")
        raise ValidationError(text, "paid", who)
    theirs = Registration.objects.filter(event=entry.event, player=entry.player)
    for registration in theirs:
        registration.delete()
    entry.delete()
    move_up(entry.event)


@transaction.atomic
def replace_person(
    *,
    entry: Entry,
    player: Player | None = None,
    visitor: Visitor | None = None,
    from_series: int,
    by: User,
) -> Entry:
    """Let ``player``, or a new visitor, play instead of ``entry`` from a series on.

    The substitute gets a new start number, the teams and wishes of the player who
    leaves, and the seats on lists that are still empty. Results stay with those who
    played. In the middle of a list, the change is made on the list itself.
    """
    entry = locked_entry(entry)
    begun = [number for number in begun_series_of(entry) if number >= from_series]
    if begun:
        text = _("The list of series %(series)s has begun: replace %(player)s there.")
        words = {"series": begun[0], "player": entry.player}
        raise HasPlayed(text, "begun", words)
    if player is None:
        assert visitor is not None
        player = add_visitor(visitor=visitor)
    successor = add_entry(event=entry.event, player=player, from_series=from_series)
    for wish in ("fixed_table", "group"):
        setattr(successor, wish, getattr(entry, wish))
    hand_over_teams(leaver=entry, successor=successor, from_series=from_series)
    if entry.status in (EntryStatus.PRESENT, EntryStatus.LEFT):
        last = max(from_series, entry.from_series) - 1
        entry.status, entry.until_series = EntryStatus.LEFT, last
    else:
        entry.status, entry.until_series = EntryStatus.ABSENT, None
    save_entry(entry=entry)
    hand_over_seats(entry, player, from_series, by)
    return save_entry(entry=successor)


def hand_over_teams(*, leaver: Entry, successor: Entry, from_series: int) -> None:
    """Give a substitute the leaver's places in teams, unless they have their own."""
    for member in leaver.memberships.select_related("contest", "team"):
        if member.until_series is not None and member.until_series < from_series:
            continue
        first = max(from_series, member.from_series)
        own = successor.memberships.filter(contest=member.contest).first()
        if own is None:
            team = {"contest": member.contest, "team": member.team}
            own = TeamMember(entry=successor, from_series=first, **team)
        elif own.team_id != member.team_id:
            continue
        own.until_series = member.until_series
        own.save()
        member.until_series = first - 1
        member.save()


def hand_over_seats(entry: Entry, player: Player, from_series: int, by: User) -> None:
    """Seat ``player`` in place of the person of ``entry`` on empty lists."""
    seats = Seat.objects.filter(
        player=entry.player_id,
        series__event=entry.event_id,
        series__number__gte=from_series,
        sheet__state=SheetState.EMPTY,
    ).select_related("sheet")
    for seat in seats:
        at_table = seat.sheet.seats.order_by("place").select_related("player")
        people = [player if each == seat else each.player for each in at_table]
        seat_players(sheet=seat.sheet, players=people, by=by)


@transaction.atomic
def register_people(
    *,
    event: Event,
    people: Sequence[Player | Visitor],
    marks: Mapping[int, Mapping[str, Any]] | None = None,
) -> list[Entry]:
    """Register many people at once, all or none; visitors are added first.

    ``marks`` has further columns by person, such as what they have qualified by.
    """
    event = locked_event(event.pk)
    visitors = [person for person in people if isinstance(person, Visitor)]
    names = dict.fromkeys(visitor.club for visitor in visitors)
    clubs = {name: find_or_add_club(name=name) for name in names}
    people_to_add = [new_player(each, clubs[each.club]) for each in visitors]
    added = iter(add_players(people=people_to_add))
    players = [next(added) if isinstance(each, Visitor) else each for each in people]
    pks = [player.pk for player in players]
    if len(set(pks)) < len(pks) or (event.entries.filter(player__in=pks).exists()):
        text = _("The list has changed meanwhile. Please look at it once more.")
        raise TakesPartAlready(text)
    numbers = free_numbers(event, len(players))
    return create_many(
        [
            Entry(
                event=event,
                player=player,
                start_number=number,
                **(marks or {}).get(player.pk, {}),
            )
            for player, number in zip(players, numbers, strict=True)
        ]
    )


@transaction.atomic
def register_seated(*, event: Event) -> list[Entry]:
    """Give an entry to everybody who sits at a table, seated by hand, without one."""
    event = locked_event(event.pk)
    missing = seated_without_entry(event)
    numbers = free_numbers(event, len(missing))
    present = {"event": event, "status": EntryStatus.PRESENT}
    return create_many(
        [
            Entry(player=each, start_number=number, from_series=each.first, **present)
            for number, each in zip(numbers, missing, strict=True)
        ]
    )


def free_numbers(event: Event, count: int) -> list[int]:
    """Return ``count`` start numbers after the highest; free ones if those run out."""
    first = next_number(event)
    if first + count - 1 <= MOST_ENTRIES:
        return list(range(first, first + count))
    used = set(event.entries.values_list("start_number", flat=True))
    free = [number for number in range(1, MOST_ENTRIES + 1) if number not in used]
    if len(free) < count:
        text = _("There are start numbers up to %(most)s only.")
        raise ValidationError(text, "many", {"most": MOST_ENTRIES})
    return free[:count]


def require_not_begun(entry: Entry, series: Iterable[int]) -> None:
    for number in series:
        text = _("%(player)s plays in series %(series)s: its list is not empty.")
        raise HasPlayed(text, "begun", {"player": entry.player, "series": number})


def locked_entry(entry: Entry) -> Entry:
    locked_event(entry.event_id)
    return Entry.objects.select_related("event", "player").get(pk=entry.pk)


@transaction.atomic
def check_in_players(*, event: Event, players: Iterable[Player]) -> int:
    """Check ``players`` in; return how many were not here yet.

    Players who come after the first series has begun play from the next one on.
    Players at a table without an entry are entered first, as present.
    """
    entries = entries_by_person(event)
    following = next_series(event)
    away = [player for player in players if not is_here(entries.get(player.pk))]
    for player in away:
        if entry := entries.get(player.pk):
            mark_present(entry=entry, from_series=following)
        else:
            add_entry(event=event, player=player, from_series=following)
    return len(away)


@transaction.atomic
def check_out_players(*, event: Event, players: Iterable[Player]) -> int:
    """Check ``players`` out; return how many were here.

    Those who have a seat leave, the others did not come.
    """
    entries = entries_by_person(event)
    last = next_series(event) - 1
    seats = Seat.objects.filter(series__event=event)
    seated = set(seats.values_list("player", flat=True))
    found = [entries.get(player.pk) for player in players]
    here = [entry for entry in found if entry and is_here(entry)]
    for entry in here:
        if last >= entry.from_series or entry.player_id in seated:
            mark_left(entry=entry, after_series=max(last, entry.from_series - 1))
        else:
            mark_absent(entry=entry)
    return len(here)


def is_here(entry: Entry | None) -> bool:
    return entry is not None and entry.status == EntryStatus.PRESENT


def entries_by_person(event: Event) -> dict[int, Entry]:
    """Return the entries by person, after entering people seated by hand."""
    event = locked_event(event.pk)
    register_seated(event=event)
    return {entry.player_id: entry for entry in event.entries.all()}
