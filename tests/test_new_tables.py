"""The tables of a new database are made at once, and just as Django makes them."""

import pytest
from django.db import connection, migrations, models
from django.db.migrations.state import ProjectState

from skatclub.new_tables import CreateTables

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = [
    migrations.CreateModel("Shelf", [("id", models.BigAutoField(primary_key=True))]),
    migrations.CreateModel(
        "Book",
        [
            ("id", models.BigAutoField(primary_key=True)),
            ("title", models.CharField(max_length=50)),
            ("sequel", models.ForeignKey("self", models.CASCADE, null=True)),
            ("authors", models.ManyToManyField("Shelf")),
        ],
    ),
    migrations.AddField(
        "Shelf", "best", models.ForeignKey("tables.Book", models.CASCADE, null=True)
    ),
    migrations.AddConstraint(
        "Book", models.UniqueConstraint(fields=("title",), name="one_book_per_title")
    ),
    migrations.AddIndex("Book", models.Index(fields=["sequel"], name="sequels")),
]


def migrate(*operations):
    """Apply ``operations`` and return the app as it is before and after them."""
    before = ProjectState()
    after = before.clone()
    with connection.schema_editor() as editor:
        for operation in operations:
            earlier = after.clone()
            operation.state_forwards("tables", after)
            operation.database_forwards("tables", editor, earlier, after)
    return before, after


def take_back(operation, before, after):
    with connection.schema_editor() as editor:
        operation.database_backwards("tables", editor, after, before)


def tables_there():
    """Return columns and constraints of each table of the app."""
    with connection.cursor() as cursor:
        inspect = connection.introspection
        return {
            table: (
                sorted(
                    column[:7]
                    for column in inspect.get_table_description(cursor, table)
                ),
                sorted(
                    str(sorted(each.items()))
                    for each in inspect.get_constraints(cursor, table).values()
                ),
            )
            for table in inspect.table_names(cursor)
            if table.startswith("tables_")
        }


def test_the_tables_are_those_that_the_steps_would_make():
    together = CreateTables(STEPS)
    states = migrate(together)
    at_once = tables_there()
    take_back(together, *states)
    assert tables_there() == {}

    before, after = migrate(*STEPS)
    one_by_one = tables_there()
    take_back(together, before, after)

    assert set(at_once) == {"tables_book", "tables_shelf", "tables_book_authors"}
    assert at_once == one_by_one
