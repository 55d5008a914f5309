from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0016_stakes_as_decimals"),
    ]

    operations = [
        migrations.RenameField(
            model_name="listtally",
            old_name="thousandths_above",
            new_name="at_stake",
        ),
        migrations.RenameField(
            model_name="yeartally",
            old_name="thousandths_above",
            new_name="at_stake",
        ),
    ]
