"""All tables of a new database in one step of its first migration."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateTables(Operation):
    """Create the tables of many models at once, as they are after all ``operations``.

    One by one, Django builds the classes of all related models again behind each of
    two hundred operations, and SQLite copies a table for each constraint: on an old
    laptop that was most of the first start. Nothing looks at the steps in between, so
    the classes are built once and each table is created in its final form.

    ``operations`` create models and add to them; nothing else would reach the database.
    """

    reduces_to_sql = True
    reversible = True
    serialization_expand_args = ["operations"]

    def __init__(self, operations: Sequence[Operation]):
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # Django keeps the classes here, once built, and would renew them each time.
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for model in self.models_in(app_label, schema_editor, to_state):
            schema_editor.create_model(model)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for model in reversed([*self.models_in(app_label, schema_editor, from_state)]):
            schema_editor.delete_model(model)

    def models_in(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, state: Any
    ) -> Iterator[type[models.Model]]:
        """Yield the models that get a table in this database, in their order."""
        for operation in self.operations:
            if isinstance(operation, CreateModel):
                model = state.apps.get_model(app_label, operation.name)
                if self.allow_migrate_model(schema_editor.connection.alias, model):
                    yield model

    def describe(self) -> str:
        return "Create all tables"
