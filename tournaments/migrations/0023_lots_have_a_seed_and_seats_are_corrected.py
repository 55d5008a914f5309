from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_second_lists_leave_a_trace"),
    ]

    operations = [
        migrations.AddField(
            model_name="lotdraw",
            name="seed",
            field=models.CharField(default="", max_length=40, verbose_name="seed"),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="change",
            name="action",
            field=models.CharField(
                choices=[
                    ("insert", "line added"),
                    ("replace", "line changed"),
                    ("delete", "line removed"),
                    ("accept", "paper is wrong here"),
                    ("foot", "paper totals"),
                    ("reason", "reason for a difference"),
                    ("strike", "rest struck"),
                    ("substitute", "player replaced"),
                    ("mode", "way of typing"),
                    ("seats", "players at the table"),
                    ("reseat", "wrong player corrected"),
                    ("second", "second list changed"),
                    ("finish", "finished"),
                    ("reopen", "reopened"),
                ],
                max_length=12,
            ),
        ),
    ]
