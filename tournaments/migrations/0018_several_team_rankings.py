import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0017_points_at_stake"),
    ]

    operations = [
        migrations.AddField(
            model_name="historicalteam",
            name="lot",
            field=models.PositiveIntegerField(default=0, verbose_name="drawn lot"),
        ),
        migrations.AddField(
            model_name="team",
            name="lot",
            field=models.PositiveIntegerField(default=0, verbose_name="drawn lot"),
        ),
        migrations.CreateModel(
            name="HistoricalTeamContest",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9),
                        ],
                        verbose_name="number",
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "size",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(16),
                        ],
                        verbose_name="players in a team",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("any", "whoever likes"),
                            ("mixed", "women and men together"),
                            ("women", "women only"),
                            ("club", "people of one club"),
                        ],
                        default="any",
                        max_length=8,
                        verbose_name="who plays together",
                    ),
                ),
                (
                    "counting",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(16)],
                        verbose_name="results of a team that count",
                    ),
                ),
                (
                    "scale_short",
                    models.BooleanField(
                        default=False, verbose_name="a short team counts as a full one"
                    ),
                ),
                (
                    "tie_chain",
                    models.CharField(
                        choices=[
                            ("won,fewer-lost", "more won, then fewer lost games"),
                            ("fewer-lost,won", "fewer lost, then more won games"),
                            (
                                "best-list,won,fewer-lost",
                                "best list, then more won games",
                            ),
                            ("none", "equal is equal"),
                        ],
                        default="won,fewer-lost",
                        max_length=30,
                        verbose_name="equal totals",
                    ),
                ),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")],
                        max_length=1,
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.competition",
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "historical team ranking",
                "verbose_name_plural": "historical team rankings",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="LogLine",
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
                    "action",
                    models.CharField(
                        choices=[
                            ("table", "table opened"),
                            ("clock", "clock started"),
                            ("stop", "clock stopped"),
                            ("close", "series closed"),
                        ],
                        max_length=12,
                        verbose_name="what",
                    ),
                ),
                (
                    "table_number",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="table"
                    ),
                ),
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
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="tournaments.series",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="TeamContest",
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
                    "number",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9),
                        ],
                        verbose_name="number",
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "size",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(16),
                        ],
                        verbose_name="players in a team",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("any", "whoever likes"),
                            ("mixed", "women and men together"),
                            ("women", "women only"),
                            ("club", "people of one club"),
                        ],
                        default="any",
                        max_length=8,
                        verbose_name="who plays together",
                    ),
                ),
                (
                    "counting",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(16)],
                        verbose_name="results of a team that count",
                    ),
                ),
                (
                    "scale_short",
                    models.BooleanField(
                        default=False, verbose_name="a short team counts as a full one"
                    ),
                ),
                (
                    "tie_chain",
                    models.CharField(
                        choices=[
                            ("won,fewer-lost", "more won, then fewer lost games"),
                            ("fewer-lost,won", "fewer lost, then more won games"),
                            (
                                "best-list,won,fewer-lost",
                                "best list, then more won games",
                            ),
                            ("none", "equal is equal"),
                        ],
                        default="won,fewer-lost",
                        max_length=30,
                        verbose_name="equal totals",
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contests",
                        to="tournaments.competition",
                    ),
                ),
            ],
            options={
                "verbose_name": "team ranking",
                "verbose_name_plural": "team rankings",
                "ordering": ["competition", "number"],
            },
        ),
        migrations.CreateModel(
            name="LotDraw",
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
                    "place",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="place",
                    ),
                ),
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
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lots",
                        to="tournaments.competition",
                    ),
                ),
                (
                    "contest",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lots",
                        to="tournaments.teamcontest",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="HistoricalTeamMember",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                (
                    "from_series",
                    models.PositiveSmallIntegerField(
                        default=1, verbose_name="from series"
                    ),
                ),
                (
                    "until_series",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="until series"
                    ),
                ),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")],
                        max_length=1,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.team",
                    ),
                ),
                (
                    "contest",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.teamcontest",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical team member",
                "verbose_name_plural": "historical team members",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.AddField(
            model_name="historicalteam",
            name="contest",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="tournaments.teamcontest",
            ),
        ),
        migrations.AddField(
            model_name="prize",
            name="contest",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="prizes",
                to="tournaments.teamcontest",
                verbose_name="team ranking",
            ),
        ),
        migrations.AddField(
            model_name="team",
            name="contest",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="teams",
                to="tournaments.teamcontest",
            ),
        ),
        migrations.CreateModel(
            name="TeamMember",
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
                    "from_series",
                    models.PositiveSmallIntegerField(
                        default=1, verbose_name="from series"
                    ),
                ),
                (
                    "until_series",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="until series"
                    ),
                ),
                (
                    "contest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.teamcontest",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "verbose_name": "team member",
                "verbose_name_plural": "team members",
                "ordering": ["from_series", "entry__start_number"],
            },
        ),
        migrations.CreateModel(
            name="LotTicket",
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
                ("lot", models.PositiveIntegerField(verbose_name="drawn lot")),
                (
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tickets",
                        to="tournaments.lotdraw",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["-lot"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("draw", "lot"), name="one_ticket_per_lot"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("entry__isnull", True), ("team__isnull", False)),
                            models.Q(("entry__isnull", False), ("team__isnull", True)),
                            _connector="OR",
                        ),
                        name="a_ticket_has_one_owner",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="teamcontest",
            constraint=models.UniqueConstraint(
                fields=("competition", "number"), name="one_contest_per_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="teamcontest",
            constraint=models.UniqueConstraint(
                fields=("competition", "name"),
                name="one_contest_per_name",
                violation_error_message="There is a team ranking of this name already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="teamcontest",
            constraint=models.CheckConstraint(
                condition=models.Q(("size__gte", 2), ("size__lte", 16)),
                name="team_size_is_sensible",
            ),
        ),
        migrations.AddConstraint(
            model_name="teamcontest",
            constraint=models.CheckConstraint(
                condition=models.Q(("counting__lte", models.F("size"))),
                name="a_team_counts_at_most_itself",
            ),
        ),
        migrations.AddConstraint(
            model_name="teammember",
            constraint=models.UniqueConstraint(
                fields=("contest", "entry"), name="one_team_of_a_contest_per_entry"
            ),
        ),
        migrations.AddConstraint(
            model_name="teammember",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("until_series__isnull", True),
                    (
                        "until_series__gte",
                        django.db.models.expressions.CombinedExpression(
                            models.F("from_series"), "-", models.Value(1)
                        ),
                    ),
                    _connector="OR",
                ),
                name="membership_runs_forward",
            ),
        ),
    ]
