"""Keep what went into a draw and what came out, and swaps by hand."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_history_of_entries")]

    operations = [
        migrations.AddField(
            model_name="draw",
            name="question",
            field=models.TextField(blank=True, editable=False),
        ),
        migrations.AddField(
            model_name="draw",
            name="answer",
            field=models.TextField(blank=True, editable=False),
        ),
        migrations.AddField(
            model_name="drawjob",
            name="question",
            field=models.TextField(blank=True, editable=False),
        ),
        migrations.AddField(
            model_name="drawjob",
            name="repeats",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="repeat_jobs",
                to="tournaments.draw",
            ),
        ),
        migrations.CreateModel(
            name="Swap",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "reason",
                    models.CharField(blank=True, max_length=200, verbose_name="reason"),
                ),
                ("is_undone", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exchanges",
                        to="tournaments.draw",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exchanges",
                        to="tournaments.series",
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.AddConstraint(
            model_name="swap",
            constraint=models.CheckConstraint(
                condition=models.Q(("first", models.F("second")), _negated=True),
                name="two_people_change_places",
            ),
        ),
    ]
