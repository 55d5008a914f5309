"""The rows of ``club.json``: all of a club but its events. Some thirty queries."""

from collections.abc import Mapping

from django.db.models import Model

from tournaments.events.models import Event
from tournaments.files.club.shape import FORMAT, VERSION
from tournaments.files.event.columns import (
    Row,
    file_row,
    moment_text,
    without_empty,
)
from tournaments.files.event.links import linked_row
from tournaments.files.event.order import sorted_section
from tournaments.files.event.sections import CLUB_SECTIONS
from tournaments.files.event.writing import (
    linked_rows,
    person_row,
    section_rows,
)
from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.people.models import Club, Join, Player
from tournaments.people.selectors import home_club
from tournaments.sheets.models import ArrivedList
from tournaments.sheets.selectors import rule_sets

# The order in the file where it is not that of the pages.
ROOT_ORDERS = {"seasons": ("first_date", "name", "pk"), "leagues": ("season", "name")}


def club_document() -> Row:
    """Return everything the club keeps, its events only by id and slug."""
    home = home_club()
    people = list(Player.every.select_related("club", "joined_into", "mail_address"))
    joins = Join.objects.select_related("kept", "gone", "by")
    ids = {player.pk: str(player.public_id) for player in people}
    tables = club_tables(ids)
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
            "joins": list(map(linked_row, joins.order_by("at", "gone__public_id"))),
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


def arrived_list_rows() -> list[Row]:
    """Return the arrived lists that await a decision. One query."""
    waiting = ArrivedList.objects.waiting().select_related("event", "by")
    return linked_rows("arrived_lists", waiting)


def club_tables(people: Mapping[int, str]) -> dict[str, list[tuple[Model, Row]]]:
    """Return the seasons and the leagues, each with its row in the file.

    ``people`` are the ids by primary key. One query for each table below them.
    """
    return {
        name: list(section_rows(section, {Player: people}, order=ROOT_ORDERS[name]))
        for name, section in CLUB_SECTIONS.items()
    }
