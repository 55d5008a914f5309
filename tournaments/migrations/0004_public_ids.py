"""Give people and competitions an id that is the same on every machine."""

import uuid

from django.db import migrations, models

NAMES = ("Player", "Competition")


def give_ids(apps, schema_editor):
    for name in NAMES:
        model = apps.get_model("tournaments", name)
        history = apps.get_model("tournaments", f"Historical{name}")
        rows = list(model.objects.only("pk", "public_id"))
        for row in rows:
            row.public_id = uuid.uuid4()
        model.objects.bulk_update(rows, ["public_id"], batch_size=200)
        ids = {row.pk: row.public_id for row in rows}
        changes = list(history.objects.only("history_id", "id", "public_id"))
        for change in changes:
            # What was deleted has an id too, the same in all its rows.
            change.public_id = ids.setdefault(change.id, uuid.uuid4())
        history.objects.bulk_update(changes, ["public_id"], batch_size=200)


def column(**options):
    return models.UUIDField(default=uuid.uuid4, editable=False, **options)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_entries_draws_and_money")]

    operations = [
        *(
            migrations.AddField(
                model_name=name.lower(),
                name="public_id",
                field=models.UUIDField(null=True, editable=False),
            )
            for name in NAMES
        ),
        *(
            migrations.AddField(
                model_name=f"historical{name.lower()}",
                name="public_id",
                field=column(db_index=True),
            )
            for name in NAMES
        ),
        migrations.RunPython(give_ids, migrations.RunPython.noop, elidable=True),
        *(
            migrations.AlterField(
                model_name=name.lower(), name="public_id", field=column(unique=True)
            )
            for name in NAMES
        ),
    ]
