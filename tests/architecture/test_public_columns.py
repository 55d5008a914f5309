"""What files and answers for everybody have is named; all else is private."""

from tournaments.careers.joins.services import KEPT_COLUMNS
from tournaments.files.event.sections import EVENT_FILE, WITHOUT_COLUMNS, all_sections
from tournaments.people.models import Player

NOT_SAID = {"id", "organisation"}
PRIVATE = {
    "Event": {"rule_set", "extensions", "created_at"},
    "RuleSet": {"club", "is_frozen"},
    "Club": {"is_home"},
    "Player": {
        *("name_key", "search_key", "member_number", "birth_date", "privacy", "group"),
        *("cover_number", "namesake_number", "removed_at", "joined_into"),
        *("extensions", "created_at"),
    },
    "Prize": {"event"},
    "Entry": {"fixed_table", "group", "misses_prizes", "came_from", "substitute"},
    # They follow from the place of the row in the file.
    "Result": {"series"},
    "Seat": {"series"},
    "TeamMember": {"contest"},
    "ScoreSheet": {
        *("table_size", "pen_epoch", "pen_is_out", "second_epoch"),
        *("typed_by", "finished_by", "extensions"),
    },
}
# Sections that nobody but the club has.
CLUB_ONLY = {
    *("CashCount", "Change", "Confirmation", "ListVersion", "Payment"),
    *("Registration", "Reply", "SecondList", "Verdict"),
}


def models_in_files():
    return {section.model for _name, section in all_sections(EVENT_FILE)}


def test_each_column_is_named_public_or_private():
    said = {}
    for model in models_in_files() - WITHOUT_COLUMNS:
        if not model.public:
            continue
        part_of = {getattr(model, "part_of", "")}
        names = {field.name for field in model._meta.concrete_fields}
        silent = names - {*model.public} - NOT_SAID - part_of
        said[model.__name__] = silent - PRIVATE.get(model.__name__, set())
    assert {name: columns for name, columns in said.items() if columns} == {}


def test_a_table_is_for_everybody_or_for_the_club():
    silent = {model.__name__ for model in models_in_files() if not model.public}

    assert silent <= CLUB_ONLY


def test_what_is_public_exists():
    for model in models_in_files() - WITHOUT_COLUMNS:
        for name in model.public:
            assert model._meta.get_field(name)


def test_a_removed_person_keeps_no_private_column():
    assert {*KEPT_COLUMNS} <= {"id", "organisation", "joined_into", "created_at"} | {
        *Player.public
    }
