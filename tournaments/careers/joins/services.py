"""Joining two entries of one person, and parting them again."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import ForeignKey, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.lists.takeovers import with_key
from tournaments.careers.joins.selectors import EVENT_TABLE, obstacles
from tournaments.events.references import events_of, path_to_event, references
from tournaments.people.models import Join, JoinedRow, MailAddress, Player, User
from tournaments.people.selectors import home_club
from tournaments.people.services import save_player
from tournaments.sheets.models import Change
from tournaments.sheets.tallies import rebuild_tallies
from tournaments.words.choices import TAKEOVERS, Privacy

BATCH = 500
# The stricter of two privacy wishes applies after a join.
STRICTNESS = (Privacy.FULL, Privacy.SHORT, Privacy.FIRST, Privacy.HIDDEN)


class CannotJoin(ValidationError):
    """The two entries are two people, or cannot be joined for another reason."""


class CannotPart(ValidationError):
    """The join was parted already, or a later join has to be parted first."""


@transaction.atomic
def make_member(*, player: Player) -> Player:
    """Turn a guest into a member of our club; they keep all results."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    player.is_guest = False
    player.club = home_club()
    return save_player(player=player)


@transaction.atomic
def join_people(*, kept: Player, gone: Player, by: User) -> Join:
    """Move everything from ``gone`` to ``kept``, and store which rows were moved.

    Name, club and numbers of ``kept`` stay; the stricter of the two privacy wishes
    applies. Raises ``CannotJoin`` with every reason.
    """
    people = Player.objects.select_for_update().in_bulk([kept.pk, gone.pk])
    if len(people) < 2:
        raise CannotJoin(_("Please choose two different entries."), code="same")
    kept, gone = people[kept.pk], people[gone.pk]
    if problems := obstacles(kept, gone):
        raise CannotJoin([ValidationError(text, code="join") for text in problems])
    join = Join.objects.create(kept=kept, gone=gone, at=timezone.now(), by=by)
    if MailAddress.objects.filter(player=kept).exists():
        MailAddress.objects.filter(player=gone).delete()
    store_moved_rows(join)
    for field in references():
        rows = field.model._base_manager.filter(**{field.name: gone})
        rows.update(**{field.name: kept})
    replace_key_in_takeovers(gone.pk, kept.pk)
    gone.store(joined_into=kept, is_active=False)
    kept.privacy = max(kept.privacy, gone.privacy, key=STRICTNESS.index)
    kept.is_active = True
    save_player(player=kept)
    rebuild_tallies({kept.pk, gone.pk})
    return join


def store_moved_rows(join: Join) -> None:
    """Store every row that the join moves, and the events these belong to."""
    rows = [
        JoinedRow(join=join, table=EVENT_TABLE, column="", row=event)
        for event in sorted(events_of([join.gone_id])[join.gone_id])
    ]
    rows += [
        JoinedRow(join=join, table=table_name(field), column=field.name, row=pk)
        for field in references()
        for pk in field.model._base_manager.filter(**{field.name: join.gone})
        .order_by("pk")
        .values_list("pk", flat=True)
    ]
    JoinedRow.objects.bulk_create(rows, batch_size=BATCH)


@transaction.atomic
def part_people(*, join: Join, by: User) -> Join:
    """Give the second entry back its rows; nothing is lost on either side.

    No event had both entries before the join, so everything in an event of the second
    entry belongs to it, also what was added since: a list finished again, a decision
    of the referee. Rows outside of events go back one by one. Raises ``CannotPart``.
    """
    join = (
        Join.objects.select_for_update().select_related("kept", "gone").get(pk=join.pk)
    )
    kept, gone = join.kept, join.gone
    refuse_parting(join)
    events = joined_rows(join, EVENT_TABLE, "")
    for field in references():
        rows = field.model._base_manager.filter(**{field.name: kept})
        path = path_to_event(field.model)
        belongs_to_gone = (
            Q(**{f"{path}__in": events})
            if path
            else Q(pk__in=joined_rows(join, table_name(field), field.name))
        )
        rows.filter(belongs_to_gone).update(**{field.name: gone})
    replace_key_in_takeovers(kept.pk, gone.pk, events=events)
    gone.joined_into = None
    gone.is_active = True
    save_player(player=gone)
    # Its page has changed as well: the new history row tells caches so.
    save_player(player=kept)
    rebuild_tallies({kept.pk, gone.pk})
    join.store(parted_at=timezone.now(), parted_by=by)
    return join


def refuse_parting(join: Join) -> None:
    """Raise ``CannotPart`` if the entries cannot be parted."""
    if join.parted_at:
        raise CannotPart(_("The two were parted already."), code="parted")
    if join.kept.removed_at:
        raise CannotPart(
            _("This person was removed; nothing tells the two apart any more."),
            code="removed",
        )
    if join.kept.joined_into_id:
        raise CannotPart(
            _("%(name)s was joined with somebody else later. Part those first.")
            % {"name": join.kept.full_name},
            code="later",
        )


def joined_rows(join: Join, table: str, column: str) -> list[int]:
    """Return the keys of the rows of one column that the join moved."""
    rows = join.rows.filter(table=table, column=column)
    return list(rows.values_list("row", flat=True))


def table_name(field: ForeignKey) -> str:
    """Return the name of a table in the rows of a join."""
    return field.model.__name__


def replace_key_in_takeovers(
    old_key: int, new_key: int, *, events: list[int] | None = None
) -> None:
    """Replace the key of a player who took over a place in the histories of lists."""
    changes = Change.objects.filter(action__in=TAKEOVERS)
    if events is not None:
        changes = changes.filter(sheet__series__event__in=events)
    mark = f":{old_key}:"
    keys = {str(old_key): str(new_key)}
    changes_to_save = []
    for change in changes.filter(Q(before__contains=mark) | Q(after__contains=mark)):
        change.before = with_key(change.before, lambda key: keys.get(key, key))
        change.after = with_key(change.after, lambda key: keys.get(key, key))
        changes_to_save.append(change)
    Change.objects.bulk_update(changes_to_save, ["before", "after"], batch_size=BATCH)
