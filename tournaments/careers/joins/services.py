"""Joining two entries of one person, and undoing that."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.lists.sheets import with_key
from tournaments.careers.joins.selectors import obstacles
from tournaments.events.references import references
from tournaments.people.models import Join, JoinedRow, MailAddress, Player, User
from tournaments.people.selectors import home_club
from tournaments.people.services import save_player
from tournaments.scope.edition_number import edition_number
from tournaments.scope.log import earlier_values
from tournaments.sheets.models import Change
from tournaments.sheets.tallies import rebuild_tallies
from tournaments.words.choices import TAKEOVERS, Privacy

BATCH = 500
# The stricter of two privacy wishes applies after a join.
STRICTNESS = (Privacy.FULL, Privacy.SHORT, Privacy.FIRST, Privacy.HIDDEN)


class CannotJoin(ValidationError):
    """The two entries are two people, or cannot be joined for another reason."""


class WrittenSince(ValidationError):
    """Something was written since the join, so undoing it might lose that."""


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
    applies. Until something else is written it can be undone. Raises ``CannotJoin``
    with every reason.
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
    replace_key_in_takeovers(takeovers_of(gone), gone, kept)
    gone.store(joined_into=kept, is_active=False)
    kept.privacy = max(kept.privacy, gone.privacy, key=STRICTNESS.index)
    kept.is_active = True
    save_player(player=kept)
    rebuild_tallies({kept.pk, gone.pk})
    join.store(edition=edition_number())
    return join


def store_moved_rows(join: Join) -> None:
    """Store every row that the join moves; those of the one before serve no more."""
    JoinedRow.objects.all().delete()
    moved = [
        (field.name, field.model._base_manager.filter(**{field.name: join.gone}))
        for field in references()
    ]
    rows = [
        JoinedRow(join=join, table=found.model.__name__, column=column, row=pk)
        for column, found in [*moved, ("", takeovers_of(join.gone))]
        for pk in found.order_by("pk").values_list("pk", flat=True)
    ]
    JoinedRow.objects.bulk_create(rows, batch_size=BATCH)


@transaction.atomic
def undo_join(*, join: Join) -> Join:
    """Give the second entry back every row that the join moved.

    Raises ``WrittenSince``.
    """
    join = (
        Join.objects.select_for_update().select_related("kept", "gone").get(pk=join.pk)
    )
    kept, gone = join.kept, join.gone
    if join.edition != edition_number():
        raise WrittenSince(
            _("Something was written since. The copy made before is a backup."),
            code="since",
        )
    for field in references():
        rows = field.model._base_manager.filter(
            pk__in=joined_rows(join, field.model, field.name)
        )
        rows.update(**{field.name: gone})
    changes = Change.objects.filter(pk__in=joined_rows(join, Change, ""))
    replace_key_in_takeovers(changes, kept, gone)
    gone.joined_into = None
    for person in (kept, gone):
        settings = earlier_values(person, "privacy", "is_active", since=join.at)
        for privacy, is_active in settings:
            person.privacy, person.is_active = privacy, is_active
        save_player(player=person)
    rebuild_tallies({kept.pk, gone.pk})
    join.delete()
    return join


def joined_rows(
    join: Join, model: type[Model], column: str
) -> QuerySet[JoinedRow, Any]:
    """Return the keys of the rows of one column that the join moved, as a query."""
    return join.rows.filter(table=model.__name__, column=column).values("row")


def takeovers_of(player: Player) -> QuerySet[Change]:
    """Return the changes in the histories of lists by which somebody took a place."""
    mark = f":{player.pk}:"
    is_named = Q(before__contains=mark) | Q(after__contains=mark)
    return Change.objects.filter(is_named, action__in=TAKEOVERS)


def replace_key_in_takeovers(
    changes: QuerySet[Change], old: Player, new: Player
) -> None:
    """Replace the key of a player who took over a place in the histories of lists."""
    keys = {str(old.pk): str(new.pk)}
    changed = list(changes)
    for change in changed:
        change.before = with_key(change.before, lambda key: keys.get(key, key))
        change.after = with_key(change.after, lambda key: keys.get(key, key))
    Change.objects.bulk_update(changed, ["before", "after"], batch_size=BATCH)
