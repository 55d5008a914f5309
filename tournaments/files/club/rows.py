"""The rows of ``club.json``: all of a club but its events. Some thirty queries."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from django.db.models import Model

from tournaments.careers.joins.selectors import EVENT_TABLE
from tournaments.events.models import Event
from tournaments.files.club.shape import FORMAT, VERSION
from tournaments.files.event.columns import (
    Row,
    file_row,
    moment_text,
    without_empty,
)
from tournaments.files.event.links import Names, linked_row
from tournaments.files.event.order import sorted_section
from tournaments.files.event.sections import CLUB_SECTIONS
from tournaments.files.event.writing import (
    RowMakers,
    linked_rows,
    person_row,
    section_rows,
)
from tournaments.leagues.models import LeaguePlayer
from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.people.models import Club, Join, JoinedRow, Player
from tournaments.people.selectors import home_club
from tournaments.seasons.models import SeasonLot
from tournaments.sheets.models import ArrivedList
from tournaments.sheets.selectors import rule_sets

JoinsByRow = Mapping[tuple[str, int], list[int]]
# The order in the file where it is not that of the pages.
ROOT_ORDERS = {"seasons": ("first_date", "name", "pk"), "leagues": ("season", "name")}


def club_document() -> Row:
    """Return everything the club keeps, its events only by id and slug."""
    home = home_club()
    people = list(Player.every.select_related("club", "joined_into", "mail_address"))
    joins = list(
        Join.objects.select_related("kept", "gone", "by", "parted_by").order_by(
            "at", "gone__public_id"
        )
    )
    ids = {player.pk: str(player.public_id) for player in people}
    tables = club_tables(ids, joins_by_row(joins))
    events = Event.objects.order_by("slug").values_list("public_id", "slug")
    return without_empty(
        {
            "format": FORMAT,
            "version": VERSION,
            "home_club": home.name if home else None,
            "organisation": organisation_row(own_organisation()),
            "clubs": linked_rows("clubs", Club.objects.all()),
            "people": sorted_section(
                "people", [club_person_row(player) for player in people]
            ),
            "joins": list(join_rows(joins)),
            "rule_sets": [
                file_row(rules, club=rules.club and rules.club.name)
                for rules in rule_sets().select_related("club")
            ],
            "events": [{"id": str(key), "slug": slug} for key, slug in events],
            "arrived_lists": arrived_list_rows(),
            **{name: [item for _row, item in pairs] for name, pairs in tables.items()},
        }
    )


def organisation_row(organisation: Organisation | None) -> Row | None:
    """Return the row of an organisation; None where it has no details yet.

    Its logo is a file of its own in the archive.
    """
    if organisation is None:
        return None
    row = file_row(organisation)
    has_details = organisation.logo_digest or row != file_row(Organisation())
    return row if has_details else None


def club_person_row(player: Player) -> Row:
    """Return a person with the columns that an event file leaves out."""
    other = player.joined_into
    mail = getattr(player, "mail_address", None)
    return person_row(player) | without_empty(
        {
            "namesake_number": player.namesake_number,
            "removed_at": moment_text(player.removed_at),
            "joined_into": str(other.public_id) if other else None,
            "mail": file_row(mail) if mail else None,
        }
    )


def joins_by_row(joins: list[Join]) -> JoinsByRow:
    """Return the joins, counted from one, by the row they moved. One query.

    Rows of an event are not in it: the event file has them.
    """
    positions = {join.pk: position for position, join in enumerate(joins, 1)}
    positions_by_row = defaultdict(list)
    tables = (LeaguePlayer.__name__, SeasonLot.__name__)
    for row in JoinedRow.objects.filter(table__in=tables).order_by("join__at", "pk"):
        positions_by_row[row.table, row.row].append(positions[row.join_id])
    return positions_by_row


def join_rows(joins: list[Join]) -> Iterator[Row]:
    """Give the joins with the events of the second entry. Two queries."""
    ids = {pk: str(key) for pk, key in Event.objects.values_list("pk", "public_id")}
    events = defaultdict(list)
    for row in JoinedRow.objects.filter(table=EVENT_TABLE):
        if row.row in ids:
            events[row.join_id].append(ids[row.row])
    for join in joins:
        yield linked_row(join, events=sorted(events[join.pk]))


def arrived_list_rows() -> list[Row]:
    """Return the arrived lists that await a decision. One query."""
    waiting = ArrivedList.objects.waiting().select_related("event", "by")
    return linked_rows("arrived_lists", waiting)


def club_tables(
    people: Mapping[int, str], moves: JoinsByRow
) -> dict[str, list[tuple[Model, Row]]]:
    """Return the seasons and the leagues, each with its row in the file.

    ``people`` are the ids by primary key. One query for each table below them.
    """

    def movable_row(row: Model, names: Names) -> Row:
        """Return a row outside of events that joins of its person may have moved."""
        moved_by = moves.get((type(row).__name__, row.pk))
        return linked_row(row, names, moved_by=moved_by)

    makers: RowMakers = {SeasonLot: movable_row, LeaguePlayer: movable_row}
    return {
        name: list(
            section_rows(
                section, {Player: people}, makers=makers, order=ROOT_ORDERS[name]
            )
        )
        for name, section in CLUB_SECTIONS.items()
    }
