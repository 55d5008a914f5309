"""All tables at once: a new database takes this instead of the steps it replaces."""

import re
import uuid

import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("tournaments", "0001_players_competitions_and_lists"),
        ("tournaments", "0002_second_lists"),
        ("tournaments", "0003_entries_draws_and_money"),
        ("tournaments", "0004_public_ids"),
        ("tournaments", "0005_history_of_entries"),
        ("tournaments", "0006_draws_can_be_repeated"),
        ("tournaments", "0007_series_can_be_reopened"),
        ("tournaments", "0008_club_seasons"),
        ("tournaments", "0009_marks_of_house_rules"),
        ("tournaments", "0010_house_rules_of_a_club"),
        ("tournaments", "0011_leagues_and_their_match_days"),
        ("tournaments", "0012_tallies_of_the_years"),
        ("tournaments", "0013_people_choose_their_public_name"),
        ("tournaments", "0014_more_house_rules"),
        ("tournaments", "0015_points_above_expectation"),
        ("tournaments", "0016_stakes_as_decimals"),
        ("tournaments", "0017_points_at_stake"),
        ("tournaments", "0018_several_team_rankings"),
        ("tournaments", "0019_teams_belong_to_a_ranking"),
        ("tournaments", "0020_teams_have_no_event_of_their_own"),
        ("tournaments", "0021_history_and_lots_of_seasons"),
        ("tournaments", "0022_second_lists_leave_a_trace"),
        ("tournaments", "0023_lots_have_a_seed_and_seats_are_corrected"),
        ("tournaments", "0024_further_house_rules"),
        ("tournaments", "0025_lots_of_an_event_are_taken_back"),
    ]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Competition",
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
                    "public_id",
                    models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("evening", "club evening"),
                            ("tournament", "tournament"),
                            ("championship", "championship"),
                            ("league", "league match"),
                        ],
                        default="evening",
                        max_length=12,
                        verbose_name="kind",
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("slug", models.SlugField(editable=False, max_length=150, unique=True)),
                ("date", models.DateField(verbose_name="date")),
                (
                    "place",
                    models.CharField(blank=True, max_length=120, verbose_name="place"),
                ),
                (
                    "system",
                    models.CharField(
                        choices=[
                            ("plain", "plain points"),
                            ("seeger", "Seeger"),
                            ("seeger-fabian", "Seeger-Fabian"),
                        ],
                        default="seeger-fabian",
                        max_length=15,
                        verbose_name="list system",
                    ),
                ),
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        default=12,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="rounds per series",
                    ),
                ),
                (
                    "is_published",
                    models.BooleanField(default=False, verbose_name="published"),
                ),
                (
                    "second_person",
                    models.BooleanField(
                        default=False, verbose_name="a second person checks every list"
                    ),
                ),
                (
                    "organiser",
                    models.CharField(
                        blank=True, max_length=120, verbose_name="organiser"
                    ),
                ),
                (
                    "remarks",
                    models.TextField(
                        blank=True, max_length=2000, verbose_name="rule remarks"
                    ),
                ),
                (
                    "table_rule",
                    models.CharField(
                        choices=[
                            ("fours", "tables of four, the rest in threes"),
                            ("threes", "tables of three where possible"),
                            ("five", "five people share one table"),
                        ],
                        default="fours",
                        max_length=8,
                        verbose_name="tables",
                    ),
                ),
                (
                    "meetings_first",
                    models.BooleanField(
                        default=True,
                        verbose_name="new opponents count more than few tables of three",
                    ),
                ),
                (
                    "time_limit",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(10),
                            django.core.validators.MaxValueValidator(600),
                        ],
                        verbose_name="time limit in minutes",
                    ),
                ),
                (
                    "guests_apart",
                    models.BooleanField(
                        default=False, verbose_name="guests are ranked apart"
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
                    "is_released",
                    models.BooleanField(default=False, verbose_name="results released"),
                ),
                (
                    "senior_age",
                    models.PositiveSmallIntegerField(
                        default=60, verbose_name="seniors from age"
                    ),
                ),
                (
                    "junior_age",
                    models.PositiveSmallIntegerField(
                        default=21, verbose_name="juniors below age"
                    ),
                ),
                (
                    "youth_age",
                    models.PositiveSmallIntegerField(
                        default=18, verbose_name="youth below age"
                    ),
                ),
                (
                    "pupil_age",
                    models.PositiveSmallIntegerField(
                        default=15, verbose_name="pupils below age"
                    ),
                ),
                (
                    "age_date",
                    models.DateField(
                        blank=True, null=True, verbose_name="age counted on"
                    ),
                ),
                (
                    "entry_fee",
                    models.PositiveIntegerField(default=0, verbose_name="entry fee"),
                ),
                (
                    "passed_in_fee",
                    models.PositiveIntegerField(
                        default=0, verbose_name="fee per passed-in game"
                    ),
                ),
                (
                    "passed_in_free",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="passed-in games without a fee"
                    ),
                ),
                (
                    "prize_mode",
                    models.CharField(
                        choices=[
                            ("list", "fixed amounts per place"),
                            ("field", "a percentage of the field shares the pot"),
                            ("shares", "shares of the pot in percent"),
                        ],
                        default="list",
                        max_length=10,
                        verbose_name="prizes",
                    ),
                ),
                (
                    "prize_percent",
                    models.PositiveSmallIntegerField(
                        default=30,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="percent of the field that win a prize",
                    ),
                ),
                (
                    "pot_percent",
                    models.PositiveSmallIntegerField(
                        default=100,
                        validators=[django.core.validators.MaxValueValidator(100)],
                        verbose_name="percent of the entry fees paid out",
                    ),
                ),
                (
                    "prize_rounding",
                    models.PositiveIntegerField(
                        default=100,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="prizes rounded down to",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "competition",
                "verbose_name_plural": "competitions",
                "ordering": ["-date", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("rounds__gte", 1), ("rounds__lte", 30)),
                        name="rounds_are_sensible",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                ["evening", "tournament", "championship", "league"],
                            )
                        ),
                        name="kind_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("system__in", ["plain", "seeger", "seeger-fabian"])
                        ),
                        name="system_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Division",
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
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "order",
                    models.PositiveSmallIntegerField(default=1, verbose_name="order"),
                ),
                (
                    "promoted",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(200)],
                        verbose_name="promoted teams",
                    ),
                ),
                (
                    "relegated",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(200)],
                        verbose_name="relegated teams",
                    ),
                ),
            ],
            options={
                "verbose_name": "division",
                "verbose_name_plural": "divisions",
                "ordering": ["order", "name"],
            },
        ),
        migrations.CreateModel(
            name="Team",
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
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "lot",
                    models.PositiveIntegerField(default=0, verbose_name="drawn lot"),
                ),
            ],
            options={
                "verbose_name": "team",
                "verbose_name_plural": "teams",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="User",
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
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(
                        blank=True, null=True, verbose_name="last login"
                    ),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={
                            "unique": "A user with that username already exists."
                        },
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[
                            django.contrib.auth.validators.UnicodeUsernameValidator()
                        ],
                        verbose_name="username",
                    ),
                ),
                (
                    "first_name",
                    models.CharField(
                        blank=True, max_length=150, verbose_name="first name"
                    ),
                ),
                (
                    "last_name",
                    models.CharField(
                        blank=True, max_length=150, verbose_name="last name"
                    ),
                ),
                (
                    "email",
                    models.EmailField(
                        blank=True, max_length=254, verbose_name="email address"
                    ),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("secretary", "secretary"), ("reader", "reader")],
                        default="reader",
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Club",
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
                    "name",
                    models.CharField(max_length=120, unique=True, verbose_name="name"),
                ),
                (
                    "number",
                    models.CharField(
                        blank=True,
                        max_length=7,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^\\d{7}$", "A club number has seven digits."
                            )
                        ],
                        verbose_name="club number",
                    ),
                ),
                (
                    "is_home",
                    models.BooleanField(default=False, verbose_name="our club"),
                ),
            ],
            options={
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_home", True)),
                        fields=("is_home",),
                        name="one_club_is_at_home",
                        violation_error_message="There is a club at home already.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Draw",
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
                ("at", models.DateTimeField()),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("wishes", "drawn, everybody meets new opponents"),
                            ("lot", "drawn by lot alone"),
                            ("standing", "by standing, best with best"),
                            ("groups", "by strength groups"),
                            ("hand", "seated by hand"),
                            ("league", "the plan of a league match day"),
                        ],
                        max_length=10,
                        verbose_name="mode",
                    ),
                ),
                ("first_series", models.PositiveSmallIntegerField()),
                ("last_series", models.PositiveSmallIntegerField()),
                ("seed", models.CharField(max_length=80, verbose_name="seed")),
                ("version", models.PositiveSmallIntegerField()),
                ("picks", models.PositiveIntegerField(default=0)),
                ("repeats", models.PositiveIntegerField(default=0)),
                ("third_meetings", models.PositiveIntegerField(default=0)),
                ("club_clashes", models.PositiveIntegerField(default=0)),
                ("team_clashes", models.PositiveIntegerField(default=0)),
                ("apart_clashes", models.PositiveIntegerField(default=0)),
                ("three_table_excess", models.PositiveIntegerField(default=0)),
                ("seat_excess", models.PositiveIntegerField(default=0)),
                ("bound_repeats", models.PositiveIntegerField(default=0)),
                ("bound_club_clashes", models.PositiveIntegerField(default=0)),
                ("swaps", models.PositiveSmallIntegerField(default=0)),
                ("question", models.TextField(blank=True, editable=False)),
                ("answer", models.TextField(blank=True, editable=False)),
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
                        related_name="draws",
                        to="tournaments.competition",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("competition", "number"), name="one_draw_per_number"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DrawJob",
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
                    "state",
                    models.CharField(
                        choices=[
                            ("running", "running"),
                            ("stopping", "stopping"),
                            ("done", "done"),
                            ("failed", "failed"),
                        ],
                        default="running",
                        max_length=10,
                    ),
                ),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("wishes", "drawn, everybody meets new opponents"),
                            ("lot", "drawn by lot alone"),
                            ("standing", "by standing, best with best"),
                            ("groups", "by strength groups"),
                            ("hand", "seated by hand"),
                            ("league", "the plan of a league match day"),
                        ],
                        max_length=10,
                    ),
                ),
                ("first_series", models.PositiveSmallIntegerField()),
                ("last_series", models.PositiveSmallIntegerField()),
                ("seed", models.CharField(max_length=80)),
                ("question", models.TextField(blank=True, editable=False)),
                ("picks", models.PositiveIntegerField(default=0)),
                ("most_picks", models.PositiveIntegerField()),
                ("price", models.IntegerField(blank=True, null=True)),
                ("message", models.CharField(blank=True, max_length=300)),
                ("started_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
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
                        related_name="draw_jobs",
                        to="tournaments.competition",
                    ),
                ),
                (
                    "repeats",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="repeat_jobs",
                        to="tournaments.draw",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["running", "stopping"])),
                        fields=("competition",),
                        name="one_running_draw_per_competition",
                        violation_error_message="A draw is running already.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
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
                    "start_number",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(3000),
                        ],
                        verbose_name="start number",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("registered", "registered"),
                            ("present", "present"),
                            ("absent", "did not come"),
                            ("left", "has left"),
                        ],
                        default="registered",
                        max_length=10,
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
                    "fixed_table",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="fixed table"
                    ),
                ),
                (
                    "group",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="strength group"
                    ),
                ),
                (
                    "lot",
                    models.PositiveIntegerField(default=0, verbose_name="drawn lot"),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.competition",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "ordering": ["start_number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("competition", "start_number"),
                        name="one_entry_per_start_number",
                        violation_error_message="This start number is taken.",
                    ),
                    models.CheckConstraint(
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
                        name="series_run_forward",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ApartPair",
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
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="apart",
                        to="tournaments.competition",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("competition", "first", "second"), name="one_pair_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first__lt", models.F("second"))),
                        name="a_pair_is_two_people",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricalClub",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        db_index=True, max_length=120, verbose_name="name"
                    ),
                ),
                (
                    "number",
                    models.CharField(
                        blank=True,
                        max_length=7,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^\\d{7}$", "A club number has seven digits."
                            )
                        ],
                        verbose_name="club number",
                    ),
                ),
                (
                    "is_home",
                    models.BooleanField(default=False, verbose_name="our club"),
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
                "verbose_name": "historical club",
                "verbose_name_plural": "historical clubs",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalLeague",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "federation",
                    models.CharField(
                        blank=True, max_length=60, verbose_name="federation"
                    ),
                ),
                ("season", models.CharField(max_length=20, verbose_name="season")),
                (
                    "category",
                    models.CharField(
                        blank=True,
                        help_text="Leagues of one category share their players, e.g. women.",
                        max_length=60,
                        verbose_name="competition category",
                    ),
                ),
                (
                    "system",
                    models.CharField(
                        choices=[
                            ("plain", "plain points"),
                            ("seeger", "Seeger"),
                            ("seeger-fabian", "Seeger-Fabian"),
                        ],
                        default="seeger-fabian",
                        max_length=15,
                        verbose_name="list system",
                    ),
                ),
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        default=12,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="rounds per series",
                    ),
                ),
                (
                    "series_per_day",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(12),
                        ],
                        verbose_name="series per match day",
                    ),
                ),
                (
                    "match_days",
                    models.PositiveSmallIntegerField(
                        default=5,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(40),
                        ],
                        verbose_name="match days",
                    ),
                ),
                (
                    "step",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10),
                        ],
                        verbose_name="league points between two places",
                    ),
                ),
                (
                    "team_size",
                    models.PositiveSmallIntegerField(
                        default=4,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(16),
                        ],
                        verbose_name="players in a team",
                    ),
                ),
                (
                    "least_players",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(16),
                        ],
                        verbose_name="players a team may start with",
                    ),
                ),
                (
                    "shared",
                    models.CharField(
                        choices=[
                            ("averaged", "share the points of their places"),
                            ("best", "each get the points of the better place"),
                        ],
                        default="averaged",
                        max_length=10,
                        verbose_name="equal teams in a series",
                    ),
                ),
                (
                    "scale_short",
                    models.BooleanField(
                        default=False,
                        verbose_name="a short team counts as a full one (4/3)",
                    ),
                ),
                (
                    "games_decide",
                    models.BooleanField(
                        default=False,
                        verbose_name="won and lost games decide after the score",
                    ),
                ),
                (
                    "average_of",
                    models.CharField(
                        choices=[("lists", "per list"), ("games", "per game")],
                        default="lists",
                        max_length=10,
                        verbose_name="the single ranking averages",
                    ),
                ),
                (
                    "minimum_percent",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(100)],
                        verbose_name="percent of the games needed in the single ranking",
                    ),
                ),
                (
                    "allows_guests",
                    models.BooleanField(
                        default=True,
                        verbose_name="people of other clubs may play in a team",
                    ),
                ),
                (
                    "is_published",
                    models.BooleanField(default=False, verbose_name="published"),
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
                "verbose_name": "historical league",
                "verbose_name_plural": "historical leagues",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalLeagueTeam",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "withdrawn_on",
                    models.DateField(
                        blank=True, null=True, verbose_name="withdrawn on"
                    ),
                ),
                (
                    "withdrawn_reason",
                    models.CharField(blank=True, max_length=300, verbose_name="reason"),
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
                    "club",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.division",
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
                "verbose_name": "historical league team",
                "verbose_name_plural": "historical league teams",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalMatchDay",
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
                            django.core.validators.MaxValueValidator(40),
                        ],
                        verbose_name="match day",
                    ),
                ),
                ("date", models.DateField(verbose_name="date")),
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
                    "division",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.division",
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
                "verbose_name": "historical match day",
                "verbose_name_plural": "historical match days",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalRuleSet",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("is_frozen", models.BooleanField(default=False, editable=False)),
                (
                    "kontra",
                    models.BooleanField(default=False, verbose_name="Kontra and Re"),
                ),
                (
                    "ramsch_after_kontra",
                    models.BooleanField(
                        default=False,
                        verbose_name="after Kontra the next game is a Ramsch",
                    ),
                ),
                (
                    "bock_by_hand",
                    models.BooleanField(
                        default=False, verbose_name="the writer may double any game"
                    ),
                ),
                (
                    "bock_split",
                    models.BooleanField(
                        default=False, verbose_name="60 to 60 card points"
                    ),
                ),
                (
                    "bock_value",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="a game worth at least",
                    ),
                ),
                (
                    "bock_lost_kontra",
                    models.BooleanField(default=False, verbose_name="a lost Kontra"),
                ),
                ("bock_re", models.BooleanField(default=False, verbose_name="any Re")),
                (
                    "bock_schneider",
                    models.BooleanField(default=False, verbose_name="Schneider"),
                ),
                (
                    "bock_quiet_rounds",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(99)],
                        verbose_name="so many full rounds without Bock",
                    ),
                ),
                (
                    "bock_counts_passed_in",
                    models.BooleanField(
                        default=True,
                        verbose_name="passed-in games count in a Bock round",
                    ),
                ),
                (
                    "ramsch_after_bock",
                    models.BooleanField(
                        default=False,
                        verbose_name="a Ramsch round follows each Bock round",
                    ),
                ),
                (
                    "extra_levels",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=200,
                        verbose_name="named extra levels",
                    ),
                ),
                (
                    "extra_levels_in_grand",
                    models.BooleanField(
                        default=False,
                        verbose_name="extra levels count in Grand as well",
                    ),
                ),
                (
                    "null",
                    models.PositiveSmallIntegerField(
                        default=23,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="Null",
                    ),
                ),
                (
                    "null_hand",
                    models.PositiveSmallIntegerField(
                        default=35,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="Null Hand",
                    ),
                ),
                (
                    "null_ouvert",
                    models.PositiveSmallIntegerField(
                        default=46,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="Null ouvert",
                    ),
                ),
                (
                    "null_ouvert_hand",
                    models.PositiveSmallIntegerField(
                        default=59,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="Null ouvert Hand",
                    ),
                ),
                (
                    "null_revolution",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="Null revolution",
                    ),
                ),
                (
                    "ramsch",
                    models.CharField(
                        blank=True,
                        choices=[
                            (
                                "fewest-points",
                                "fewest card points earn the prize, shared if equal",
                            ),
                            (
                                "fewest-wins",
                                "fewest card points win a game of that value",
                            ),
                            (
                                "winner",
                                "the winner alone earns the prize, nobody if equal",
                            ),
                            ("most-pays", "most card points cost as many points"),
                        ],
                        default="",
                        max_length=15,
                        verbose_name="when all have passed",
                    ),
                ),
                (
                    "ramsch_prize",
                    models.PositiveSmallIntegerField(
                        default=20,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="prize in points",
                    ),
                ),
                (
                    "schieberamsch",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("minus", "minus card points, doubled by pushing"),
                            ("marks", "marks in tens, the lowest sum wins"),
                        ],
                        default="",
                        max_length=10,
                        verbose_name="scoring",
                    ),
                ),
                (
                    "only_ramsch",
                    models.BooleanField(
                        default=False, verbose_name="nothing but Ramsch is played"
                    ),
                ),
                (
                    "who_marks",
                    models.CharField(
                        choices=[
                            ("loser", "only who has most card points"),
                            ("everybody", "everybody his own card points"),
                        ],
                        default="loser",
                        max_length=10,
                        verbose_name="who writes",
                    ),
                ),
                (
                    "ramsch_ties",
                    models.CharField(
                        choices=[
                            ("full", "each the full amount"),
                            ("half", "each half of it"),
                        ],
                        default="full",
                        max_length=5,
                        verbose_name="several with the most card points write",
                    ),
                ),
                (
                    "ramsch_skat",
                    models.CharField(
                        choices=[
                            ("last-trick", "to the last trick"),
                            ("most-points", "to who has most card points"),
                            ("aside", "to nobody"),
                        ],
                        default="last-trick",
                        max_length=12,
                        verbose_name="the skat goes",
                    ),
                ),
                (
                    "push_jacks",
                    models.BooleanField(
                        default=True, verbose_name="jacks may be pushed"
                    ),
                ),
                (
                    "push_doubles",
                    models.BooleanField(default=True, verbose_name="each push doubles"),
                ),
                (
                    "virgin_doubles",
                    models.BooleanField(
                        default=True, verbose_name="a player without a trick doubles"
                    ),
                ),
                (
                    "announced_virgin",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="a missed announcement of no trick costs",
                    ),
                ),
                (
                    "ramsch_kontra",
                    models.BooleanField(
                        default=False, verbose_name="Kontra in a Ramsch"
                    ),
                ),
                (
                    "march",
                    models.PositiveSmallIntegerField(
                        default=120,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="all tricks in points",
                    ),
                ),
                (
                    "march_counts_pushes",
                    models.BooleanField(
                        default=False, verbose_name="pushing doubles all tricks as well"
                    ),
                ),
                (
                    "ramsch_cap",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(20000)],
                        verbose_name="at most so many points off",
                    ),
                ),
                (
                    "grand_hand_in_ramsch",
                    models.BooleanField(
                        default=False, verbose_name="Grand Hand in a Ramsch"
                    ),
                ),
                (
                    "same_dealer_after_grand_hand",
                    models.BooleanField(
                        default=False,
                        verbose_name="after a Grand Hand the same dealer deals again",
                    ),
                ),
                (
                    "forced_games",
                    models.BooleanField(
                        default=False,
                        verbose_name="no bidding: forehand plays, seven contracts each",
                    ),
                ),
                (
                    "target",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(20000)],
                        verbose_name="first to so many points",
                    ),
                ),
                (
                    "loser_points",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(20000)],
                        verbose_name="Bierlachs up to so many points",
                    ),
                ),
                (
                    "defenders_write",
                    models.BooleanField(
                        default=False,
                        verbose_name="defenders write the value of a won game",
                    ),
                ),
                (
                    "stake_cents",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=10,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^([0-9]{1,5}(/[1-9][0-9]{0,3}|[.,][0-9]{1,3})?)?$",
                                "Write a number of cents, or a fraction like 1/10.",
                            )
                        ],
                        verbose_name="stake in cents per point",
                    ),
                ),
                (
                    "cap_cents",
                    models.PositiveIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(10000000)],
                        verbose_name="nobody pays more than",
                    ),
                ),
                (
                    "grid_cents",
                    models.PositiveIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10000000),
                        ],
                        verbose_name="amounts are rounded to",
                    ),
                ),
                (
                    "losers_pay_pot",
                    models.BooleanField(
                        default=False,
                        verbose_name="losers pay into a pot, winners get nothing",
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
                    "club",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.club",
                        verbose_name="club",
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
                "verbose_name": "historical rule set",
                "verbose_name_plural": "historical rule sets",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalSeason",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("first_date", models.DateField(verbose_name="first day")),
                ("last_date", models.DateField(verbose_name="last day")),
                (
                    "takes_evenings",
                    models.BooleanField(
                        default=True,
                        verbose_name="every club evening of this time belongs to it",
                    ),
                ),
                (
                    "is_published",
                    models.BooleanField(default=False, verbose_name="published"),
                ),
                (
                    "unit",
                    models.CharField(
                        choices=[
                            ("list", "lists"),
                            ("series", "series"),
                            ("evening", "evenings"),
                        ],
                        default="list",
                        max_length=8,
                        verbose_name="what is counted",
                    ),
                ),
                (
                    "measure",
                    models.CharField(
                        choices=[("sum", "the sum"), ("average", "the average")],
                        default="average",
                        max_length=8,
                        verbose_name="what ranks",
                    ),
                ),
                (
                    "best",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="only the best",
                    ),
                ),
                (
                    "planned",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="planned in all",
                    ),
                ),
                (
                    "minimum_lists",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="at least so many lists",
                    ),
                ),
                (
                    "minimum_series",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="at least so many series",
                    ),
                ),
                (
                    "minimum_evenings",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="at least so many evenings",
                    ),
                ),
                (
                    "missing",
                    models.IntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-20000),
                            django.core.validators.MaxValueValidator(20000),
                        ],
                        verbose_name="points of a missing result",
                    ),
                ),
                (
                    "missing_up_to",
                    models.CharField(
                        choices=[
                            ("minimum", "up to the minimum"),
                            ("all", "all that were held"),
                        ],
                        default="all",
                        max_length=8,
                        verbose_name="how many missing results count",
                    ),
                ),
                (
                    "absence_unit",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("list", "lists"),
                            ("series", "series"),
                            ("evening", "evenings"),
                        ],
                        max_length=8,
                        verbose_name="absence is counted in",
                    ),
                ),
                (
                    "absence_points",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="points off"
                    ),
                ),
                (
                    "absence_cents",
                    models.PositiveIntegerField(default=0, verbose_name="absence fee"),
                ),
                (
                    "absence_free",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="free absences"
                    ),
                ),
                (
                    "series",
                    models.CharField(
                        blank=True,
                        max_length=40,
                        validators=[
                            django.core.validators.RegexValidator(
                                re.compile("^\\d+(?:,\\d+)*\\Z"),
                                code="invalid",
                                message="Enter only digits separated by commas.",
                            )
                        ],
                        verbose_name="only these series of an evening",
                    ),
                ),
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="lists are scaled to so many rounds",
                    ),
                ),
                (
                    "guests",
                    models.CharField(
                        choices=[
                            ("among", "ranked among the members"),
                            ("apart", "listed apart"),
                        ],
                        default="apart",
                        max_length=8,
                        verbose_name="guests",
                    ),
                ),
                (
                    "ties",
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
                        verbose_name="equal results",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0, editable=False)),
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
                    "club",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.club",
                        verbose_name="club",
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
                "verbose_name": "historical season",
                "verbose_name_plural": "historical seasons",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
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
            name="Join",
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
                ("at", models.DateTimeField()),
                ("parted_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "parted_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="JoinedRow",
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
                ("table", models.CharField(max_length=60)),
                ("column", models.CharField(max_length=60)),
                ("row", models.PositiveBigIntegerField()),
                (
                    "join",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rows",
                        to="tournaments.join",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("join", "table", "column", "row"),
                        name="moved_once_by_a_join",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="League",
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
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "federation",
                    models.CharField(
                        blank=True, max_length=60, verbose_name="federation"
                    ),
                ),
                ("season", models.CharField(max_length=20, verbose_name="season")),
                (
                    "category",
                    models.CharField(
                        blank=True,
                        help_text="Leagues of one category share their players, e.g. women.",
                        max_length=60,
                        verbose_name="competition category",
                    ),
                ),
                (
                    "system",
                    models.CharField(
                        choices=[
                            ("plain", "plain points"),
                            ("seeger", "Seeger"),
                            ("seeger-fabian", "Seeger-Fabian"),
                        ],
                        default="seeger-fabian",
                        max_length=15,
                        verbose_name="list system",
                    ),
                ),
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        default=12,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="rounds per series",
                    ),
                ),
                (
                    "series_per_day",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(12),
                        ],
                        verbose_name="series per match day",
                    ),
                ),
                (
                    "match_days",
                    models.PositiveSmallIntegerField(
                        default=5,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(40),
                        ],
                        verbose_name="match days",
                    ),
                ),
                (
                    "step",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10),
                        ],
                        verbose_name="league points between two places",
                    ),
                ),
                (
                    "team_size",
                    models.PositiveSmallIntegerField(
                        default=4,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(16),
                        ],
                        verbose_name="players in a team",
                    ),
                ),
                (
                    "least_players",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(16),
                        ],
                        verbose_name="players a team may start with",
                    ),
                ),
                (
                    "shared",
                    models.CharField(
                        choices=[
                            ("averaged", "share the points of their places"),
                            ("best", "each get the points of the better place"),
                        ],
                        default="averaged",
                        max_length=10,
                        verbose_name="equal teams in a series",
                    ),
                ),
                (
                    "scale_short",
                    models.BooleanField(
                        default=False,
                        verbose_name="a short team counts as a full one (4/3)",
                    ),
                ),
                (
                    "games_decide",
                    models.BooleanField(
                        default=False,
                        verbose_name="won and lost games decide after the score",
                    ),
                ),
                (
                    "average_of",
                    models.CharField(
                        choices=[("lists", "per list"), ("games", "per game")],
                        default="lists",
                        max_length=10,
                        verbose_name="the single ranking averages",
                    ),
                ),
                (
                    "minimum_percent",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(100)],
                        verbose_name="percent of the games needed in the single ranking",
                    ),
                ),
                (
                    "allows_guests",
                    models.BooleanField(
                        default=True,
                        verbose_name="people of other clubs may play in a team",
                    ),
                ),
                (
                    "is_published",
                    models.BooleanField(default=False, verbose_name="published"),
                ),
            ],
            options={
                "verbose_name": "league",
                "verbose_name_plural": "leagues",
                "ordering": ["-season", "name", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("name", "season"),
                        name="one_league_per_name_and_season",
                        violation_error_message="This league exists already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("least_players__lte", models.F("team_size"))
                        ),
                        name="a_full_team_may_start",
                        violation_error_message="A team cannot be asked for more players than it has.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("minimum_percent__lte", 100)),
                        name="at_most_all_league_games",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricalDivision",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "order",
                    models.PositiveSmallIntegerField(default=1, verbose_name="order"),
                ),
                (
                    "promoted",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(200)],
                        verbose_name="promoted teams",
                    ),
                ),
                (
                    "relegated",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(200)],
                        verbose_name="relegated teams",
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
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.league",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical division",
                "verbose_name_plural": "historical divisions",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.AddField(
            model_name="division",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="divisions",
                to="tournaments.league",
            ),
        ),
        migrations.CreateModel(
            name="LeagueTeam",
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
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "withdrawn_on",
                    models.DateField(
                        blank=True, null=True, verbose_name="withdrawn on"
                    ),
                ),
                (
                    "withdrawn_reason",
                    models.CharField(blank=True, max_length=300, verbose_name="reason"),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="league_teams",
                        to="tournaments.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="teams",
                        to="tournaments.division",
                    ),
                ),
            ],
            options={
                "verbose_name": "league team",
                "verbose_name_plural": "league teams",
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("division", "name"),
                        name="one_league_team_per_name",
                        violation_error_message="There is a team of this name already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("withdrawn_on__isnull", False),
                            ("withdrawn_reason", ""),
                            _connector="OR",
                        ),
                        name="only_the_withdrawn_say_why",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LossStep",
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
                    "from_loss",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="from lost game",
                    ),
                ),
                ("amount", models.PositiveIntegerField(verbose_name="amount")),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="loss_steps",
                        to="tournaments.competition",
                    ),
                ),
            ],
            options={
                "ordering": ["from_loss"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("competition", "from_loss"), name="one_amount_per_step"
                    )
                ],
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
                ("at", models.DateTimeField()),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="place",
                    ),
                ),
                ("seed", models.CharField(max_length=40, verbose_name="seed")),
                ("taken_back_at", models.DateTimeField(blank=True, null=True)),
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
                    "taken_back_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("taken_back_at__isnull", True),
                                ("taken_back_by__isnull", True),
                            ),
                            models.Q(
                                ("taken_back_at__isnull", False),
                                ("taken_back_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="a_lot_is_taken_back_by_somebody",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchDay",
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
                            django.core.validators.MaxValueValidator(40),
                        ],
                        verbose_name="match day",
                    ),
                ),
                ("date", models.DateField(verbose_name="date")),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="match_days",
                        to="tournaments.division",
                    ),
                ),
            ],
            options={
                "verbose_name": "match day",
                "verbose_name_plural": "match days",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("division", "number"),
                        name="one_match_day_per_number",
                        violation_error_message="This match day exists already.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricalMatchGroup",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(default=1, verbose_name="group"),
                ),
                (
                    "place",
                    models.CharField(blank=True, max_length=120, verbose_name="place"),
                ),
                (
                    "entered_at",
                    models.DateTimeField(blank=True, editable=False, null=True),
                ),
                (
                    "confirmed_at",
                    models.DateTimeField(blank=True, editable=False, null=True),
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
                    "confirmed_by",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entered_by",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                    "host",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.leagueteam",
                        verbose_name="host",
                    ),
                ),
                (
                    "match_day",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.matchday",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical match group",
                "verbose_name_plural": "historical match groups",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="MatchGroup",
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
                    models.PositiveSmallIntegerField(default=1, verbose_name="group"),
                ),
                (
                    "place",
                    models.CharField(blank=True, max_length=120, verbose_name="place"),
                ),
                (
                    "entered_at",
                    models.DateTimeField(blank=True, editable=False, null=True),
                ),
                (
                    "confirmed_at",
                    models.DateTimeField(blank=True, editable=False, null=True),
                ),
                (
                    "competition",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="match_group",
                        to="tournaments.competition",
                    ),
                ),
                (
                    "confirmed_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entered_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosted_groups",
                        to="tournaments.leagueteam",
                        verbose_name="host",
                    ),
                ),
                (
                    "match_day",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="groups",
                        to="tournaments.matchday",
                    ),
                ),
            ],
            options={
                "verbose_name": "match group",
                "verbose_name_plural": "match groups",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match_day", "number"),
                        name="one_match_group_per_number",
                        violation_error_message="This group exists already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("confirmed_at__isnull", True),
                            ("entered_at__isnull", False),
                            _connector="OR",
                        ),
                        name="entered_before_confirmed",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("confirmed_by__isnull", True),
                            ("entered_by__isnull", True),
                            models.Q(
                                ("confirmed_by", models.F("entered_by")), _negated=True
                            ),
                            _connector="OR",
                        ),
                        name="a_second_person_confirms",
                        violation_error_message="Another person has to confirm these results.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GroupReopening",
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
                ("reason", models.CharField(max_length=300, verbose_name="reason")),
                ("was_confirmed", models.BooleanField(default=False)),
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
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reopenings",
                        to="tournaments.matchgroup",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Player",
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
                    "public_id",
                    models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
                ),
                (
                    "first_name",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="first name"
                    ),
                ),
                (
                    "last_name",
                    models.CharField(max_length=200, verbose_name="last name"),
                ),
                (
                    "name_key",
                    models.CharField(db_index=True, editable=False, max_length=450),
                ),
                ("search_key", models.CharField(editable=False, max_length=900)),
                ("is_guest", models.BooleanField(default=False, verbose_name="guest")),
                ("is_active", models.BooleanField(default=True, verbose_name="active")),
                (
                    "member_number",
                    models.CharField(
                        blank=True, max_length=20, verbose_name="member number"
                    ),
                ),
                (
                    "gender",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("female", "female"),
                            ("male", "male"),
                            ("diverse", "diverse"),
                        ],
                        max_length=8,
                        verbose_name="gender",
                    ),
                ),
                (
                    "birth_date",
                    models.DateField(
                        blank=True, null=True, verbose_name="date of birth"
                    ),
                ),
                (
                    "privacy",
                    models.CharField(
                        choices=[
                            ("full", "full name"),
                            ("short", "short name: Anna K."),
                            ("first-name", "first name only: Anna"),
                            ("hidden", "hidden: Player 17"),
                        ],
                        default="full",
                        max_length=10,
                        verbose_name="name in public",
                    ),
                ),
                (
                    "cover_number",
                    models.PositiveIntegerField(
                        blank=True, editable=False, null=True, unique=True
                    ),
                ),
                (
                    "namesake_number",
                    models.PositiveIntegerField(blank=True, editable=False, null=True),
                ),
                (
                    "removed_at",
                    models.DateTimeField(blank=True, editable=False, null=True),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to="tournaments.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "joined_into",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="joined",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "ordering": ["name_key", "pk"],
                "default_manager_name": "objects",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("last_name", ""), _negated=True),
                        name="a_player_has_a_name",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("privacy__in", ["full", "short", "first-name", "hidden"])
                        ),
                        name="privacy_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("privacy", "hidden"), _negated=True),
                            ("cover_number__isnull", False),
                            _connector="OR",
                        ),
                        name="a_hidden_player_has_a_number",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LeaguePlayer",
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
                    "position",
                    models.PositiveSmallIntegerField(
                        default=1, verbose_name="position"
                    ),
                ),
                (
                    "from_match_day",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(40),
                        ],
                        verbose_name="from match day",
                    ),
                ),
                (
                    "until_match_day",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(40),
                        ],
                        verbose_name="until match day",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_up",
                        to="tournaments.leagueteam",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="league_places",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "league player",
                "verbose_name_plural": "league players",
                "ordering": ["position", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team", "player"),
                        name="one_line_up_place_per_person",
                        violation_error_message="This person is in the line-up already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("until_match_day__isnull", True),
                            ("until_match_day__gte", models.F("from_match_day")),
                            _connector="OR",
                        ),
                        name="line_up_runs_forward",
                        violation_error_message="The last match day lies before the first one.",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="join",
            name="gone",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.player",
            ),
        ),
        migrations.AddField(
            model_name="join",
            name="kept",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.player",
            ),
        ),
        migrations.CreateModel(
            name="HistoricalPlayer",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.UUIDField(db_index=True, default=uuid.uuid4, editable=False),
                ),
                (
                    "first_name",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="first name"
                    ),
                ),
                (
                    "last_name",
                    models.CharField(max_length=200, verbose_name="last name"),
                ),
                (
                    "name_key",
                    models.CharField(db_index=True, editable=False, max_length=450),
                ),
                ("search_key", models.CharField(editable=False, max_length=900)),
                ("is_guest", models.BooleanField(default=False, verbose_name="guest")),
                ("is_active", models.BooleanField(default=True, verbose_name="active")),
                (
                    "member_number",
                    models.CharField(
                        blank=True, max_length=20, verbose_name="member number"
                    ),
                ),
                (
                    "gender",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("female", "female"),
                            ("male", "male"),
                            ("diverse", "diverse"),
                        ],
                        max_length=8,
                        verbose_name="gender",
                    ),
                ),
                (
                    "birth_date",
                    models.DateField(
                        blank=True, null=True, verbose_name="date of birth"
                    ),
                ),
                (
                    "privacy",
                    models.CharField(
                        choices=[
                            ("full", "full name"),
                            ("short", "short name: Anna K."),
                            ("first-name", "first name only: Anna"),
                            ("hidden", "hidden: Player 17"),
                        ],
                        default="full",
                        max_length=10,
                        verbose_name="name in public",
                    ),
                ),
                (
                    "cover_number",
                    models.PositiveIntegerField(
                        blank=True, db_index=True, editable=False, null=True
                    ),
                ),
                (
                    "namesake_number",
                    models.PositiveIntegerField(blank=True, editable=False, null=True),
                ),
                (
                    "removed_at",
                    models.DateTimeField(blank=True, editable=False, null=True),
                ),
                ("created_at", models.DateTimeField(blank=True, editable=False)),
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
                    "club",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.club",
                        verbose_name="club",
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
                    "joined_into",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical player",
                "verbose_name_plural": "historical players",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalLeaguePlayer",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                (
                    "position",
                    models.PositiveSmallIntegerField(
                        default=1, verbose_name="position"
                    ),
                ),
                (
                    "from_match_day",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(40),
                        ],
                        verbose_name="from match day",
                    ),
                ),
                (
                    "until_match_day",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(40),
                        ],
                        verbose_name="until match day",
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
                        to="tournaments.leagueteam",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical league player",
                "verbose_name_plural": "historical league players",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalEntry",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                (
                    "start_number",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(3000),
                        ],
                        verbose_name="start number",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("registered", "registered"),
                            ("present", "present"),
                            ("absent", "did not come"),
                            ("left", "has left"),
                        ],
                        default="registered",
                        max_length=10,
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
                    "fixed_table",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="fixed table"
                    ),
                ),
                (
                    "group",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="strength group"
                    ),
                ),
                (
                    "lot",
                    models.PositiveIntegerField(default=0, verbose_name="drawn lot"),
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
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical entry",
                "verbose_name_plural": "historical entries",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.AddField(
            model_name="entry",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="tournaments.player",
            ),
        ),
        migrations.CreateModel(
            name="Reopening",
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
                ("at", models.DateTimeField()),
                ("through", models.PositiveSmallIntegerField()),
                ("reason", models.CharField(max_length=300, verbose_name="reason")),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "closed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="ReopeningPlace",
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
                    "place_before",
                    models.PositiveSmallIntegerField(blank=True, null=True),
                ),
                ("total_before", models.IntegerField(blank=True, null=True)),
                (
                    "place_after",
                    models.PositiveSmallIntegerField(blank=True, null=True),
                ),
                ("total_after", models.IntegerField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
                (
                    "reopening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="tournaments.reopening",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("reopening", "player"), name="one_place_per_reopening"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RuleSet",
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
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("is_frozen", models.BooleanField(default=False, editable=False)),
                (
                    "kontra",
                    models.BooleanField(default=False, verbose_name="Kontra and Re"),
                ),
                (
                    "ramsch_after_kontra",
                    models.BooleanField(
                        default=False,
                        verbose_name="after Kontra the next game is a Ramsch",
                    ),
                ),
                (
                    "bock_by_hand",
                    models.BooleanField(
                        default=False, verbose_name="the writer may double any game"
                    ),
                ),
                (
                    "bock_split",
                    models.BooleanField(
                        default=False, verbose_name="60 to 60 card points"
                    ),
                ),
                (
                    "bock_value",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="a game worth at least",
                    ),
                ),
                (
                    "bock_lost_kontra",
                    models.BooleanField(default=False, verbose_name="a lost Kontra"),
                ),
                ("bock_re", models.BooleanField(default=False, verbose_name="any Re")),
                (
                    "bock_schneider",
                    models.BooleanField(default=False, verbose_name="Schneider"),
                ),
                (
                    "bock_quiet_rounds",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(99)],
                        verbose_name="so many full rounds without Bock",
                    ),
                ),
                (
                    "bock_counts_passed_in",
                    models.BooleanField(
                        default=True,
                        verbose_name="passed-in games count in a Bock round",
                    ),
                ),
                (
                    "ramsch_after_bock",
                    models.BooleanField(
                        default=False,
                        verbose_name="a Ramsch round follows each Bock round",
                    ),
                ),
                (
                    "extra_levels",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=200,
                        verbose_name="named extra levels",
                    ),
                ),
                (
                    "extra_levels_in_grand",
                    models.BooleanField(
                        default=False,
                        verbose_name="extra levels count in Grand as well",
                    ),
                ),
                (
                    "null",
                    models.PositiveSmallIntegerField(
                        default=23,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="Null",
                    ),
                ),
                (
                    "null_hand",
                    models.PositiveSmallIntegerField(
                        default=35,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="Null Hand",
                    ),
                ),
                (
                    "null_ouvert",
                    models.PositiveSmallIntegerField(
                        default=46,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="Null ouvert",
                    ),
                ),
                (
                    "null_ouvert_hand",
                    models.PositiveSmallIntegerField(
                        default=59,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="Null ouvert Hand",
                    ),
                ),
                (
                    "null_revolution",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="Null revolution",
                    ),
                ),
                (
                    "ramsch",
                    models.CharField(
                        blank=True,
                        choices=[
                            (
                                "fewest-points",
                                "fewest card points earn the prize, shared if equal",
                            ),
                            (
                                "fewest-wins",
                                "fewest card points win a game of that value",
                            ),
                            (
                                "winner",
                                "the winner alone earns the prize, nobody if equal",
                            ),
                            ("most-pays", "most card points cost as many points"),
                        ],
                        default="",
                        max_length=15,
                        verbose_name="when all have passed",
                    ),
                ),
                (
                    "ramsch_prize",
                    models.PositiveSmallIntegerField(
                        default=20,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="prize in points",
                    ),
                ),
                (
                    "schieberamsch",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("minus", "minus card points, doubled by pushing"),
                            ("marks", "marks in tens, the lowest sum wins"),
                        ],
                        default="",
                        max_length=10,
                        verbose_name="scoring",
                    ),
                ),
                (
                    "only_ramsch",
                    models.BooleanField(
                        default=False, verbose_name="nothing but Ramsch is played"
                    ),
                ),
                (
                    "who_marks",
                    models.CharField(
                        choices=[
                            ("loser", "only who has most card points"),
                            ("everybody", "everybody his own card points"),
                        ],
                        default="loser",
                        max_length=10,
                        verbose_name="who writes",
                    ),
                ),
                (
                    "ramsch_ties",
                    models.CharField(
                        choices=[
                            ("full", "each the full amount"),
                            ("half", "each half of it"),
                        ],
                        default="full",
                        max_length=5,
                        verbose_name="several with the most card points write",
                    ),
                ),
                (
                    "ramsch_skat",
                    models.CharField(
                        choices=[
                            ("last-trick", "to the last trick"),
                            ("most-points", "to who has most card points"),
                            ("aside", "to nobody"),
                        ],
                        default="last-trick",
                        max_length=12,
                        verbose_name="the skat goes",
                    ),
                ),
                (
                    "push_jacks",
                    models.BooleanField(
                        default=True, verbose_name="jacks may be pushed"
                    ),
                ),
                (
                    "push_doubles",
                    models.BooleanField(default=True, verbose_name="each push doubles"),
                ),
                (
                    "virgin_doubles",
                    models.BooleanField(
                        default=True, verbose_name="a player without a trick doubles"
                    ),
                ),
                (
                    "announced_virgin",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="a missed announcement of no trick costs",
                    ),
                ),
                (
                    "ramsch_kontra",
                    models.BooleanField(
                        default=False, verbose_name="Kontra in a Ramsch"
                    ),
                ),
                (
                    "march",
                    models.PositiveSmallIntegerField(
                        default=120,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="all tricks in points",
                    ),
                ),
                (
                    "march_counts_pushes",
                    models.BooleanField(
                        default=False, verbose_name="pushing doubles all tricks as well"
                    ),
                ),
                (
                    "ramsch_cap",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(20000)],
                        verbose_name="at most so many points off",
                    ),
                ),
                (
                    "grand_hand_in_ramsch",
                    models.BooleanField(
                        default=False, verbose_name="Grand Hand in a Ramsch"
                    ),
                ),
                (
                    "same_dealer_after_grand_hand",
                    models.BooleanField(
                        default=False,
                        verbose_name="after a Grand Hand the same dealer deals again",
                    ),
                ),
                (
                    "forced_games",
                    models.BooleanField(
                        default=False,
                        verbose_name="no bidding: forehand plays, seven contracts each",
                    ),
                ),
                (
                    "target",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(20000)],
                        verbose_name="first to so many points",
                    ),
                ),
                (
                    "loser_points",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(20000)],
                        verbose_name="Bierlachs up to so many points",
                    ),
                ),
                (
                    "defenders_write",
                    models.BooleanField(
                        default=False,
                        verbose_name="defenders write the value of a won game",
                    ),
                ),
                (
                    "stake_cents",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=10,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^([0-9]{1,5}(/[1-9][0-9]{0,3}|[.,][0-9]{1,3})?)?$",
                                "Write a number of cents, or a fraction like 1/10.",
                            )
                        ],
                        verbose_name="stake in cents per point",
                    ),
                ),
                (
                    "cap_cents",
                    models.PositiveIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(10000000)],
                        verbose_name="nobody pays more than",
                    ),
                ),
                (
                    "grid_cents",
                    models.PositiveIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10000000),
                        ],
                        verbose_name="amounts are rounded to",
                    ),
                ),
                (
                    "losers_pay_pot",
                    models.BooleanField(
                        default=False,
                        verbose_name="losers pay into a pot, winners get nothing",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rule_sets",
                        to="tournaments.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "rule set",
                "verbose_name_plural": "rule sets",
                "ordering": ["name", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_frozen", False)),
                        fields=("name",),
                        name="one_rule_set_per_name",
                        violation_error_message="There are house rules of this name.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ramsch", ""),
                            (
                                "ramsch__in",
                                ["fewest-points", "fewest-wins", "winner", "most-pays"],
                            ),
                            _connector="OR",
                        ),
                        name="ramsch_scoring_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("schieberamsch", ""),
                            ("schieberamsch__in", ["minus", "marks"]),
                            _connector="OR",
                        ),
                        name="schieberamsch_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("grid_cents__gte", 1)),
                        name="money_has_a_grid",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricalCompetition",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.UUIDField(db_index=True, default=uuid.uuid4, editable=False),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("evening", "club evening"),
                            ("tournament", "tournament"),
                            ("championship", "championship"),
                            ("league", "league match"),
                        ],
                        default="evening",
                        max_length=12,
                        verbose_name="kind",
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("slug", models.SlugField(editable=False, max_length=150)),
                ("date", models.DateField(verbose_name="date")),
                (
                    "place",
                    models.CharField(blank=True, max_length=120, verbose_name="place"),
                ),
                (
                    "system",
                    models.CharField(
                        choices=[
                            ("plain", "plain points"),
                            ("seeger", "Seeger"),
                            ("seeger-fabian", "Seeger-Fabian"),
                        ],
                        default="seeger-fabian",
                        max_length=15,
                        verbose_name="list system",
                    ),
                ),
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        default=12,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="rounds per series",
                    ),
                ),
                (
                    "is_published",
                    models.BooleanField(default=False, verbose_name="published"),
                ),
                (
                    "second_person",
                    models.BooleanField(
                        default=False, verbose_name="a second person checks every list"
                    ),
                ),
                (
                    "organiser",
                    models.CharField(
                        blank=True, max_length=120, verbose_name="organiser"
                    ),
                ),
                (
                    "remarks",
                    models.TextField(
                        blank=True, max_length=2000, verbose_name="rule remarks"
                    ),
                ),
                (
                    "table_rule",
                    models.CharField(
                        choices=[
                            ("fours", "tables of four, the rest in threes"),
                            ("threes", "tables of three where possible"),
                            ("five", "five people share one table"),
                        ],
                        default="fours",
                        max_length=8,
                        verbose_name="tables",
                    ),
                ),
                (
                    "meetings_first",
                    models.BooleanField(
                        default=True,
                        verbose_name="new opponents count more than few tables of three",
                    ),
                ),
                (
                    "time_limit",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(10),
                            django.core.validators.MaxValueValidator(600),
                        ],
                        verbose_name="time limit in minutes",
                    ),
                ),
                (
                    "guests_apart",
                    models.BooleanField(
                        default=False, verbose_name="guests are ranked apart"
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
                    "is_released",
                    models.BooleanField(default=False, verbose_name="results released"),
                ),
                (
                    "senior_age",
                    models.PositiveSmallIntegerField(
                        default=60, verbose_name="seniors from age"
                    ),
                ),
                (
                    "junior_age",
                    models.PositiveSmallIntegerField(
                        default=21, verbose_name="juniors below age"
                    ),
                ),
                (
                    "youth_age",
                    models.PositiveSmallIntegerField(
                        default=18, verbose_name="youth below age"
                    ),
                ),
                (
                    "pupil_age",
                    models.PositiveSmallIntegerField(
                        default=15, verbose_name="pupils below age"
                    ),
                ),
                (
                    "age_date",
                    models.DateField(
                        blank=True, null=True, verbose_name="age counted on"
                    ),
                ),
                (
                    "entry_fee",
                    models.PositiveIntegerField(default=0, verbose_name="entry fee"),
                ),
                (
                    "passed_in_fee",
                    models.PositiveIntegerField(
                        default=0, verbose_name="fee per passed-in game"
                    ),
                ),
                (
                    "passed_in_free",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="passed-in games without a fee"
                    ),
                ),
                (
                    "prize_mode",
                    models.CharField(
                        choices=[
                            ("list", "fixed amounts per place"),
                            ("field", "a percentage of the field shares the pot"),
                            ("shares", "shares of the pot in percent"),
                        ],
                        default="list",
                        max_length=10,
                        verbose_name="prizes",
                    ),
                ),
                (
                    "prize_percent",
                    models.PositiveSmallIntegerField(
                        default=30,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="percent of the field that win a prize",
                    ),
                ),
                (
                    "pot_percent",
                    models.PositiveSmallIntegerField(
                        default=100,
                        validators=[django.core.validators.MaxValueValidator(100)],
                        verbose_name="percent of the entry fees paid out",
                    ),
                ),
                (
                    "prize_rounding",
                    models.PositiveIntegerField(
                        default=100,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="prizes rounded down to",
                    ),
                ),
                ("created_at", models.DateTimeField(blank=True, editable=False)),
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
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.ruleset",
                        verbose_name="house rules",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical competition",
                "verbose_name_plural": "historical competitions",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.AddField(
            model_name="competition",
            name="rule_set",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="competitions",
                to="tournaments.ruleset",
                verbose_name="house rules",
            ),
        ),
        migrations.CreateModel(
            name="ScoreSheet",
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
                    "table_number",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="table",
                    ),
                ),
                (
                    "table_size",
                    models.PositiveSmallIntegerField(
                        verbose_name="players at the table"
                    ),
                ),
                (
                    "system",
                    models.CharField(
                        choices=[
                            ("plain", "plain points"),
                            ("seeger", "Seeger"),
                            ("seeger-fabian", "Seeger-Fabian"),
                        ],
                        max_length=15,
                        verbose_name="list system",
                    ),
                ),
                ("rounds", models.PositiveSmallIntegerField(verbose_name="rounds")),
                (
                    "code",
                    models.CharField(
                        editable=False, max_length=8, unique=True, verbose_name="code"
                    ),
                ),
                (
                    "totals_only",
                    models.BooleanField(default=False, verbose_name="totals only"),
                ),
                (
                    "cut_short",
                    models.BooleanField(default=False, verbose_name="time was up"),
                ),
                (
                    "paper_games",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(200),
                        ],
                        verbose_name="games played",
                    ),
                ),
                (
                    "paper_passed_in",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(200)],
                        verbose_name="passed in",
                    ),
                ),
                (
                    "mismatch_reason",
                    models.CharField(blank=True, max_length=300, verbose_name="reason"),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("empty", "empty"),
                            ("typing", "being typed"),
                            ("differs", "differs"),
                            ("proved", "proved"),
                            ("checked", "checked"),
                            ("finished", "finished"),
                        ],
                        default="empty",
                        editable=False,
                        max_length=10,
                    ),
                ),
                (
                    "proof",
                    models.CharField(
                        choices=[
                            ("none", "not proved yet"),
                            ("totals", "proved by the totals of the paper"),
                            ("values", "proved by a check value on every line"),
                        ],
                        default="none",
                        editable=False,
                        max_length=10,
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "finished_at",
                    models.DateTimeField(blank=True, editable=False, null=True),
                ),
                (
                    "finished_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "typed_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "list",
                "verbose_name_plural": "lists",
                "ordering": ["series", "table_number"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("table_size__gte", 3), ("table_size__lte", 5)
                        ),
                        name="three_to_five_at_a_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rounds__gte", 1)),
                        name="a_list_has_a_round",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    "empty",
                                    "typing",
                                    "differs",
                                    "proved",
                                    "checked",
                                    "finished",
                                ],
                            )
                        ),
                        name="state_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Payment",
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
                ("at", models.DateTimeField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("fee", "entry fee"),
                            ("loss", "loss money"),
                            ("prize", "prize money"),
                            ("float", "change fund"),
                            ("other", "other"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                ("amount", models.IntegerField(verbose_name="amount")),
                (
                    "note",
                    models.CharField(blank=True, max_length=200, verbose_name="note"),
                ),
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
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="tournaments.competition",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "reverts",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reverted",
                        to="tournaments.payment",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(
                        fields=["competition", "kind"], name="payments_by_kind"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ListTally",
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
                ("total", models.IntegerField(default=0)),
                ("game_points", models.IntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("others_lost", models.PositiveIntegerField(default=0)),
                ("played_diamonds", models.PositiveIntegerField(default=0)),
                ("won_diamonds", models.PositiveIntegerField(default=0)),
                ("played_hearts", models.PositiveIntegerField(default=0)),
                ("won_hearts", models.PositiveIntegerField(default=0)),
                ("played_spades", models.PositiveIntegerField(default=0)),
                ("won_spades", models.PositiveIntegerField(default=0)),
                ("played_clubs", models.PositiveIntegerField(default=0)),
                ("won_clubs", models.PositiveIntegerField(default=0)),
                ("played_grand", models.PositiveIntegerField(default=0)),
                ("won_grand", models.PositiveIntegerField(default=0)),
                ("played_null", models.PositiveIntegerField(default=0)),
                ("won_null", models.PositiveIntegerField(default=0)),
                ("played_null_ouvert", models.PositiveIntegerField(default=0)),
                ("won_null_ouvert", models.PositiveIntegerField(default=0)),
                ("played_forehand", models.PositiveIntegerField(default=0)),
                ("won_forehand", models.PositiveIntegerField(default=0)),
                ("played_middlehand", models.PositiveIntegerField(default=0)),
                ("won_middlehand", models.PositiveIntegerField(default=0)),
                ("played_rearhand", models.PositiveIntegerField(default=0)),
                ("won_rearhand", models.PositiveIntegerField(default=0)),
                ("active", models.PositiveIntegerField(default=0)),
                ("others_declared", models.PositiveIntegerField(default=0)),
                ("first", models.PositiveIntegerField(default=0)),
                ("second", models.PositiveIntegerField(default=0)),
                ("third", models.PositiveIntegerField(default=0)),
                ("fourth", models.PositiveIntegerField(default=0)),
                ("seat_1", models.PositiveIntegerField(default=0)),
                ("seat_2", models.PositiveIntegerField(default=0)),
                ("seat_3", models.PositiveIntegerField(default=0)),
                ("seat_4", models.PositiveIntegerField(default=0)),
                ("threes", models.PositiveIntegerField(default=0)),
                ("grand_ouverts", models.PositiveIntegerField(default=0)),
                ("at_stake", models.IntegerField(default=0)),
                ("best_value", models.PositiveIntegerField(default=0)),
                ("best_run", models.PositiveIntegerField(default=0)),
                ("year", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="list_tallies",
                        to="tournaments.player",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "player"],
                "indexes": [
                    models.Index(fields=["player", "year"], name="tallies_by_year")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("sheet", "player"), name="one_tally_per_list_and_person"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
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
                ("number", models.PositiveSmallIntegerField()),
                ("declarer", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "contract",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("diamonds", "Diamonds"),
                            ("hearts", "Hearts"),
                            ("spades", "Spades"),
                            ("clubs", "Clubs"),
                            ("grand", "Grand"),
                            ("null", "Null"),
                        ],
                        max_length=10,
                    ),
                ),
                ("matadors", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("without", models.BooleanField(default=False)),
                ("hand", models.BooleanField(default=False)),
                ("schneider", models.BooleanField(default=False)),
                ("schneider_announced", models.BooleanField(default=False)),
                ("schwarz", models.BooleanField(default=False)),
                ("schwarz_announced", models.BooleanField(default=False)),
                ("ouvert", models.BooleanField(default=False)),
                ("won", models.BooleanField(default=True)),
                ("bid", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "overbid_value",
                    models.PositiveSmallIntegerField(blank=True, null=True),
                ),
                (
                    "card_points",
                    models.PositiveSmallIntegerField(blank=True, null=True),
                ),
                ("skat_taken", models.BooleanField(blank=True, null=True)),
                (
                    "picked",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("diamonds", "Diamonds"),
                            ("hearts", "Hearts"),
                            ("spades", "Spades"),
                            ("clubs", "Clubs"),
                            ("grand", "Grand"),
                            ("null", "Null"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("played", "played to the end"),
                            ("conceded", "conceded"),
                            ("rule-break", "decided by a rule break"),
                            ("referee", "decided by the referee"),
                        ],
                        default="played",
                        max_length=10,
                    ),
                ),
                ("written_value", models.SmallIntegerField(blank=True, null=True)),
                ("house", models.CharField(blank=True, max_length=60)),
                (
                    "paper_value",
                    models.SmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-20000),
                            django.core.validators.MaxValueValidator(20000),
                        ],
                    ),
                ),
                (
                    "paper_running",
                    models.SmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-20000),
                            django.core.validators.MaxValueValidator(20000),
                        ],
                    ),
                ),
                ("paper_wrong", models.BooleanField(default=False)),
                ("remark", models.CharField(blank=True, max_length=200)),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("sheet", "number"), name="one_game_per_line"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="lines_count_from_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("declarer__isnull", True),
                            models.Q(("declarer__gte", 1), ("declarer__lte", 5)),
                            _connector="OR",
                        ),
                        name="declarer_has_a_place",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("contract", ""),
                            (
                                "contract__in",
                                [
                                    "diamonds",
                                    "hearts",
                                    "spades",
                                    "clubs",
                                    "grand",
                                    "null",
                                ],
                            ),
                            _connector="OR",
                        ),
                        name="contract_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("declarer__isnull", False),
                            ("contract", ""),
                            _connector="OR",
                        ),
                        name="a_contract_has_a_declarer",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("matadors__isnull", True),
                            models.Q(("matadors__gte", 1), ("matadors__lte", 11)),
                            _connector="OR",
                        ),
                        name="one_to_eleven_matadors",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("contract", "grand"), _negated=True),
                            ("matadors__lte", 4),
                            _connector="OR",
                        ),
                        name="grand_has_four_matadors",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("bid__isnull", True),
                            models.Q(("bid__gte", 18), ("bid__lte", 264)),
                            _connector="OR",
                        ),
                        name="bid_is_possible",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("card_points__isnull", True),
                            ("card_points__lte", 120),
                            _connector="OR",
                        ),
                        name="at_most_120_card_points",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Change",
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
                ("step", models.PositiveIntegerField()),
                ("reverts", models.PositiveIntegerField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                (
                    "action",
                    models.CharField(
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
                ("number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("before", models.CharField(blank=True, max_length=400)),
                ("after", models.CharField(blank=True, max_length=400)),
                ("reason", models.CharField(blank=True, max_length=300)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(fields=["sheet", "step"], name="changes_by_step")
                ],
            },
        ),
        migrations.CreateModel(
            name="CashCount",
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
                ("at", models.DateTimeField()),
                ("counted", models.IntegerField(verbose_name="counted")),
                ("expected", models.IntegerField(verbose_name="expected")),
                (
                    "note",
                    models.CharField(blank=True, max_length=200, verbose_name="note"),
                ),
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
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash_counts",
                        to="tournaments.competition",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash_counts",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Season",
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
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("first_date", models.DateField(verbose_name="first day")),
                ("last_date", models.DateField(verbose_name="last day")),
                (
                    "takes_evenings",
                    models.BooleanField(
                        default=True,
                        verbose_name="every club evening of this time belongs to it",
                    ),
                ),
                (
                    "is_published",
                    models.BooleanField(default=False, verbose_name="published"),
                ),
                (
                    "unit",
                    models.CharField(
                        choices=[
                            ("list", "lists"),
                            ("series", "series"),
                            ("evening", "evenings"),
                        ],
                        default="list",
                        max_length=8,
                        verbose_name="what is counted",
                    ),
                ),
                (
                    "measure",
                    models.CharField(
                        choices=[("sum", "the sum"), ("average", "the average")],
                        default="average",
                        max_length=8,
                        verbose_name="what ranks",
                    ),
                ),
                (
                    "best",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="only the best",
                    ),
                ),
                (
                    "planned",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="planned in all",
                    ),
                ),
                (
                    "minimum_lists",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="at least so many lists",
                    ),
                ),
                (
                    "minimum_series",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="at least so many series",
                    ),
                ),
                (
                    "minimum_evenings",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="at least so many evenings",
                    ),
                ),
                (
                    "missing",
                    models.IntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-20000),
                            django.core.validators.MaxValueValidator(20000),
                        ],
                        verbose_name="points of a missing result",
                    ),
                ),
                (
                    "missing_up_to",
                    models.CharField(
                        choices=[
                            ("minimum", "up to the minimum"),
                            ("all", "all that were held"),
                        ],
                        default="all",
                        max_length=8,
                        verbose_name="how many missing results count",
                    ),
                ),
                (
                    "absence_unit",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("list", "lists"),
                            ("series", "series"),
                            ("evening", "evenings"),
                        ],
                        max_length=8,
                        verbose_name="absence is counted in",
                    ),
                ),
                (
                    "absence_points",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="points off"
                    ),
                ),
                (
                    "absence_cents",
                    models.PositiveIntegerField(default=0, verbose_name="absence fee"),
                ),
                (
                    "absence_free",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="free absences"
                    ),
                ),
                (
                    "series",
                    models.CharField(
                        blank=True,
                        max_length=40,
                        validators=[
                            django.core.validators.RegexValidator(
                                re.compile("^\\d+(?:,\\d+)*\\Z"),
                                code="invalid",
                                message="Enter only digits separated by commas.",
                            )
                        ],
                        verbose_name="only these series of an evening",
                    ),
                ),
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="lists are scaled to so many rounds",
                    ),
                ),
                (
                    "guests",
                    models.CharField(
                        choices=[
                            ("among", "ranked among the members"),
                            ("apart", "listed apart"),
                        ],
                        default="apart",
                        max_length=8,
                        verbose_name="guests",
                    ),
                ),
                (
                    "ties",
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
                        verbose_name="equal results",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="tournaments.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "season",
                "verbose_name_plural": "seasons",
                "ordering": ["-first_date", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("last_date__gte", models.F("first_date"))),
                        name="a_season_runs_forward",
                        violation_error_message="The last day lies before the first.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("unit__in", ["list", "series", "evening"])),
                        name="season_unit_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("measure__in", ["sum", "average"])),
                        name="season_measure_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("best__isnull", True), ("best__gte", 1), _connector="OR"
                        ),
                        name="a_season_counts_something",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricalSeasonCompetition",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                (
                    "belongs",
                    models.BooleanField(
                        default=True, verbose_name="belongs to the season"
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
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical competition of a season",
                "verbose_name_plural": "historical competitions of a season",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalSeasonBonus",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                (
                    "unit",
                    models.CharField(
                        choices=[
                            ("list", "lists"),
                            ("series", "series"),
                            ("evening", "evenings"),
                        ],
                        max_length=8,
                        verbose_name="unit",
                    ),
                ),
                (
                    "at_least",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="at least",
                    ),
                ),
                (
                    "points",
                    models.IntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(-20000),
                            django.core.validators.MaxValueValidator(20000),
                        ],
                        verbose_name="points",
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
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical bonus",
                "verbose_name_plural": "historical bonuses",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="SeasonBonus",
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
                    "unit",
                    models.CharField(
                        choices=[
                            ("list", "lists"),
                            ("series", "series"),
                            ("evening", "evenings"),
                        ],
                        max_length=8,
                        verbose_name="unit",
                    ),
                ),
                (
                    "at_least",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="at least",
                    ),
                ),
                (
                    "points",
                    models.IntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(-20000),
                            django.core.validators.MaxValueValidator(20000),
                        ],
                        verbose_name="points",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bonuses",
                        to="tournaments.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "bonus",
                "verbose_name_plural": "bonuses",
                "ordering": ["unit", "at_least"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "unit", "at_least"), name="one_bonus_per_step"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonCompetition",
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
                    "belongs",
                    models.BooleanField(
                        default=True, verbose_name="belongs to the season"
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="tournaments.competition",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "competition of a season",
                "verbose_name_plural": "competitions of a season",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "competition"),
                        name="one_word_per_competition",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonDraw",
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
                ("seed", models.CharField(max_length=40)),
                ("drawn_at", models.DateTimeField()),
                ("taken_back_at", models.DateTimeField(null=True)),
                (
                    "drawn_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="tournaments.season",
                    ),
                ),
                (
                    "taken_back_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["drawn_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SeasonLot",
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
                        validators=[django.core.validators.MinValueValidator(1)]
                    ),
                ),
                (
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lots",
                        to="tournaments.seasondraw",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="season_lots",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "ordering": ["draw", "-number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("draw", "number"), name="one_person_per_season_lot"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SecondList",
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
                ("text", models.TextField(max_length=20000, verbose_name="lines")),
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
                    "sheet",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_list",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Series",
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
                ("number", models.PositiveSmallIntegerField(verbose_name="series")),
                ("clock_started_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series",
                        to="tournaments.competition",
                    ),
                ),
                (
                    "draw",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="series",
                        to="tournaments.draw",
                    ),
                ),
            ],
            options={
                "verbose_name": "series",
                "verbose_name_plural": "series",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("competition", "number"), name="one_series_per_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1), ("number__lte", 12)),
                        name="series_number_is_sensible",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
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
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                (
                    "paper_points",
                    models.IntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-20000),
                            django.core.validators.MaxValueValidator(20000),
                        ],
                        verbose_name="game points",
                    ),
                ),
                (
                    "paper_won",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(200)],
                        verbose_name="won",
                    ),
                ),
                (
                    "paper_lost",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(200)],
                        verbose_name="lost",
                    ),
                ),
                (
                    "paper_total",
                    models.IntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-20000),
                            django.core.validators.MaxValueValidator(20000),
                        ],
                        verbose_name="total",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournaments.player",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.scoresheet",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.series",
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("sheet", "place"), name="one_player_per_place"
                    ),
                    models.UniqueConstraint(
                        fields=("series", "player"),
                        name="one_table_per_player_and_series",
                        violation_error_message="This player sits at another table of the series.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1), ("place__lte", 5)),
                        name="place_is_known",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="scoresheet",
            name="series",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sheets",
                to="tournaments.series",
            ),
        ),
        migrations.CreateModel(
            name="Result",
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
                ("place", models.PositiveSmallIntegerField()),
                ("first_game", models.PositiveSmallIntegerField()),
                ("last_game", models.PositiveSmallIntegerField()),
                ("game_points", models.IntegerField()),
                ("won", models.PositiveSmallIntegerField()),
                ("lost", models.PositiveSmallIntegerField()),
                ("others_lost", models.PositiveSmallIntegerField()),
                ("total", models.IntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="tournaments.player",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="tournaments.scoresheet",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="tournaments.series",
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "place", "first_game"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("sheet", "place", "first_game"),
                        name="one_result_per_stint",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "last_game__gte",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("first_game"), "-", models.Value(1)
                                ),
                            )
                        ),
                        name="stints_run_forward",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="reopening",
            name="series",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reopenings",
                to="tournaments.series",
            ),
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
                ("at", models.DateTimeField()),
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
            name="Adjustment",
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
                ("at", models.DateTimeField()),
                (
                    "points",
                    models.IntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(-20000),
                            django.core.validators.MaxValueValidator(20000),
                        ],
                        verbose_name="points",
                    ),
                ),
                ("won", models.SmallIntegerField(default=0, verbose_name="won")),
                ("lost", models.SmallIntegerField(default=0, verbose_name="lost")),
                ("reason", models.CharField(max_length=300, verbose_name="reason")),
                (
                    "decided_by",
                    models.CharField(max_length=120, verbose_name="decided by"),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="tournaments.player",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="tournaments.series",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Substitution",
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
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                (
                    "from_game",
                    models.PositiveSmallIntegerField(verbose_name="from game"),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="substitutions",
                        to="tournaments.player",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="substitutions",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["from_game", "place"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("sheet", "place", "from_game"),
                        name="one_substitute_per_place_and_game",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("from_game__gte", 2)),
                        name="substitutes_come_later",
                    ),
                ],
            },
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
                ("at", models.DateTimeField()),
                (
                    "reason",
                    models.CharField(blank=True, max_length=200, verbose_name="reason"),
                ),
                ("is_undone", models.BooleanField(default=False)),
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
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first", models.F("second")), _negated=True
                        ),
                        name="two_people_change_places",
                    )
                ],
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
        migrations.CreateModel(
            name="GroupTeam",
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
                ("order", models.PositiveSmallIntegerField(default=1)),
                (
                    "is_absent",
                    models.BooleanField(default=False, verbose_name="did not come"),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sides",
                        to="tournaments.leagueteam",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sides",
                        to="tournaments.matchgroup",
                    ),
                ),
                (
                    "event_team",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="league_side",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["order", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("group", "team"), name="one_side_per_team_and_group"
                    )
                ],
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("competition", "number"), name="one_contest_per_number"
                    ),
                    models.UniqueConstraint(
                        fields=("competition", "name"),
                        name="one_contest_per_name",
                        violation_error_message="There is a team ranking of this name already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("size__gte", 2), ("size__lte", 16)),
                        name="team_size_is_sensible",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("counting__lte", models.F("size"))),
                        name="a_team_counts_at_most_itself",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="team",
            name="contest",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="teams",
                to="tournaments.teamcontest",
            ),
        ),
        migrations.CreateModel(
            name="Prize",
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
                (
                    "amount",
                    models.PositiveIntegerField(default=0, verbose_name="amount"),
                ),
                (
                    "percent",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="percent of the pot"
                    ),
                ),
                (
                    "text",
                    models.CharField(blank=True, max_length=120, verbose_name="prize"),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.competition",
                    ),
                ),
                (
                    "contest",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.teamcontest",
                        verbose_name="team ranking",
                    ),
                ),
            ],
            options={
                "verbose_name": "prize",
                "verbose_name_plural": "prizes",
                "ordering": ["contest_id", "place"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("contest__isnull", True)),
                        fields=("competition", "place"),
                        name="one_prize_per_place",
                    ),
                    models.UniqueConstraint(
                        fields=("contest", "place"), name="one_team_prize_per_place"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("percent__lte", 100)),
                        name="at_most_the_whole_pot",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="lotdraw",
            name="contest",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="lots",
                to="tournaments.teamcontest",
            ),
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
        migrations.CreateModel(
            name="HistoricalTeam",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "lot",
                    models.PositiveIntegerField(default=0, verbose_name="drawn lot"),
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
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                "verbose_name": "historical team",
                "verbose_name_plural": "historical teams",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("contest", "entry"),
                        name="one_team_of_a_contest_per_entry",
                    ),
                    models.CheckConstraint(
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
                ],
            },
        ),
        migrations.AddField(
            model_name="team",
            name="entries",
            field=models.ManyToManyField(
                related_name="teams",
                through="tournaments.TeamMember",
                to="tournaments.entry",
            ),
        ),
        migrations.CreateModel(
            name="Verdict",
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
                ("revision", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("is_right", models.BooleanField()),
                ("line", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("remark", models.CharField(blank=True, max_length=300)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="verdicts",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="YearTally",
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
                ("total", models.IntegerField(default=0)),
                ("game_points", models.IntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("others_lost", models.PositiveIntegerField(default=0)),
                ("played_diamonds", models.PositiveIntegerField(default=0)),
                ("won_diamonds", models.PositiveIntegerField(default=0)),
                ("played_hearts", models.PositiveIntegerField(default=0)),
                ("won_hearts", models.PositiveIntegerField(default=0)),
                ("played_spades", models.PositiveIntegerField(default=0)),
                ("won_spades", models.PositiveIntegerField(default=0)),
                ("played_clubs", models.PositiveIntegerField(default=0)),
                ("won_clubs", models.PositiveIntegerField(default=0)),
                ("played_grand", models.PositiveIntegerField(default=0)),
                ("won_grand", models.PositiveIntegerField(default=0)),
                ("played_null", models.PositiveIntegerField(default=0)),
                ("won_null", models.PositiveIntegerField(default=0)),
                ("played_null_ouvert", models.PositiveIntegerField(default=0)),
                ("won_null_ouvert", models.PositiveIntegerField(default=0)),
                ("played_forehand", models.PositiveIntegerField(default=0)),
                ("won_forehand", models.PositiveIntegerField(default=0)),
                ("played_middlehand", models.PositiveIntegerField(default=0)),
                ("won_middlehand", models.PositiveIntegerField(default=0)),
                ("played_rearhand", models.PositiveIntegerField(default=0)),
                ("won_rearhand", models.PositiveIntegerField(default=0)),
                ("active", models.PositiveIntegerField(default=0)),
                ("others_declared", models.PositiveIntegerField(default=0)),
                ("first", models.PositiveIntegerField(default=0)),
                ("second", models.PositiveIntegerField(default=0)),
                ("third", models.PositiveIntegerField(default=0)),
                ("fourth", models.PositiveIntegerField(default=0)),
                ("seat_1", models.PositiveIntegerField(default=0)),
                ("seat_2", models.PositiveIntegerField(default=0)),
                ("seat_3", models.PositiveIntegerField(default=0)),
                ("seat_4", models.PositiveIntegerField(default=0)),
                ("threes", models.PositiveIntegerField(default=0)),
                ("grand_ouverts", models.PositiveIntegerField(default=0)),
                ("at_stake", models.IntegerField(default=0)),
                ("best_value", models.PositiveIntegerField(default=0)),
                ("best_run", models.PositiveIntegerField(default=0)),
                ("year", models.PositiveSmallIntegerField()),
                ("is_published", models.BooleanField()),
                ("lists", models.PositiveIntegerField()),
                ("best_total", models.IntegerField()),
                ("most_won", models.PositiveIntegerField()),
                ("best_evening", models.IntegerField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="year_tallies",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "ordering": ["player", "year", "is_published"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "year", "is_published"),
                        name="one_tally_per_person_and_year",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(
                fields=("league", "name"),
                name="one_division_per_name",
                violation_error_message="This division exists already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="join",
            constraint=models.UniqueConstraint(
                condition=models.Q(("parted_at__isnull", True)),
                fields=("gone",),
                name="joined_into_one_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="join",
            constraint=models.CheckConstraint(
                condition=models.Q(("kept", models.F("gone")), _negated=True),
                name="two_entries_are_joined",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("competition", "player"),
                name="one_entry_per_person",
                violation_error_message="This person takes part already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="scoresheet",
            constraint=models.UniqueConstraint(
                fields=("series", "table_number"),
                name="one_list_per_table_and_series",
                violation_error_message="This table has a list already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="reopening",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at__isnull", True)),
                fields=("series",),
                name="one_open_reopening_per_series",
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                fields=("contest", "name"),
                name="one_team_per_name",
                violation_error_message="There is a team of this name already.",
            ),
        ),
    ]
