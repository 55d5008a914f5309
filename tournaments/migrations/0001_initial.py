import re
import uuid

import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import tournaments.events.models.entries
import tournaments.scope.models
import tournaments.scope.scope
import tournaments.web.fields
from skatclub.new_tables import CreateTables


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
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
                ("name", models.CharField(max_length=120, verbose_name="Name")),
                (
                    "number",
                    models.CharField(
                        blank=True,
                        max_length=7,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^\\d{7}$",
                                "A club number has seven digits, such as 04.43.006.",
                            )
                        ],
                        verbose_name="Club number",
                    ),
                ),
                (
                    "is_home",
                    models.BooleanField(default=False, verbose_name="Our club"),
                ),
            ],
            options={
                "verbose_name": "Club",
                "verbose_name_plural": "Clubs",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Event",
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
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("evening", "Club evening"),
                            ("tournament", "tournament"),
                            ("championship", "championship"),
                            ("league", "league match"),
                        ],
                        default="evening",
                        max_length=12,
                        verbose_name="kind",
                    ),
                ),
                (
                    "name",
                    models.CharField(blank=True, max_length=120, verbose_name="Name"),
                ),
                (
                    "day_number",
                    models.PositiveSmallIntegerField(
                        editable=False,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                    ),
                ),
                (
                    "group_number",
                    models.PositiveSmallIntegerField(
                        editable=False,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                    ),
                ),
                ("slug", models.SlugField(editable=False, max_length=150)),
                ("date", models.DateField(verbose_name="Date")),
                (
                    "place",
                    models.CharField(blank=True, max_length=120, verbose_name="Place"),
                ),
                (
                    "organiser",
                    models.CharField(
                        blank=True, max_length=120, verbose_name="organiser"
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        blank=True,
                        editable=False,
                        max_length=120,
                        verbose_name="Source",
                    ),
                ),
                (
                    "remarks",
                    models.TextField(
                        blank=True, max_length=2000, verbose_name="rule remarks"
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
                    "same_games",
                    models.BooleanField(
                        default=False,
                        verbose_name="tables of three play as many games as tables of four",
                    ),
                ),
                (
                    "is_published",
                    models.BooleanField(default=False, verbose_name="published"),
                ),
                (
                    "is_released",
                    models.BooleanField(default=False, verbose_name="results released"),
                ),
                ("announced_at", models.DateTimeField(editable=False, null=True)),
                ("corrected_at", models.DateTimeField(editable=False, null=True)),
                (
                    "second_person",
                    models.BooleanField(
                        default=False, verbose_name="a second person checks every list"
                    ),
                ),
                (
                    "totals_only",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        verbose_name="only the totals are typed",
                    ),
                ),
                (
                    "table_rule",
                    models.CharField(
                        choices=[
                            ("fours", "tables of four, rest of three"),
                            ("threes", "tables of three where possible"),
                            ("five", "five people share one table"),
                        ],
                        default="fours",
                        max_length=8,
                        verbose_name="Tables",
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
                    "least_lists",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(12),
                        ],
                        verbose_name="lists needed for a place",
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
                        default="won,fewer-lost",
                        max_length=60,
                        validators=[tournaments.web.fields.check_ties],
                        verbose_name="Equal results",
                    ),
                ),
                (
                    "senior_age",
                    models.PositiveSmallIntegerField(
                        default=60,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="seniors from age",
                    ),
                ),
                (
                    "junior_age",
                    models.PositiveSmallIntegerField(
                        default=21,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="juniors below age",
                    ),
                ),
                (
                    "youth_age",
                    models.PositiveSmallIntegerField(
                        default=18,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="youth below age",
                    ),
                ),
                (
                    "pupil_age",
                    models.PositiveSmallIntegerField(
                        default=15,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="pupils below age",
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
                    models.PositiveIntegerField(default=0, verbose_name="Entry fee"),
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
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="passed-in games without a fee",
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
                        verbose_name="Prizes",
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
                (
                    "prizes_each",
                    models.CharField(
                        choices=[
                            ("all", "gets all of them"),
                            ("one", "gets the best one"),
                            ("beside", "gets the best one; team prizes come on top"),
                        ],
                        default="all",
                        max_length=10,
                        verbose_name="Whoever wins several prizes",
                    ),
                ),
                (
                    "open_until",
                    models.DateTimeField(
                        blank=True, null=True, verbose_name="Open until"
                    ),
                ),
                (
                    "places",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="Places",
                    ),
                ),
                (
                    "extensions",
                    tournaments.scope.models.ExtensionsField(
                        blank=True,
                        default="",
                        editable=False,
                        verbose_name="extensions of other programs",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "Event",
                "verbose_name_plural": "Events",
                "ordering": ["-date", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Import",
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
                ("purpose", models.CharField(max_length=12)),
                (
                    "source",
                    models.CharField(blank=True, max_length=120, verbose_name="Source"),
                ),
                ("event", models.PositiveBigIntegerField(blank=True, null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("taken", models.PositiveIntegerField()),
                ("here", models.PositiveIntegerField()),
                ("left", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ["-pk"],
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
                ("name", models.CharField(max_length=120, verbose_name="Name")),
                (
                    "federation",
                    models.CharField(
                        blank=True, max_length=60, verbose_name="Federation"
                    ),
                ),
                ("season", models.CharField(max_length=20, verbose_name="Season")),
                (
                    "category",
                    models.CharField(
                        blank=True,
                        help_text="Leagues of one category share their players, e.g. women.",
                        max_length=60,
                        verbose_name="Competition",
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
                    "same_games",
                    models.BooleanField(
                        default=False,
                        verbose_name="tables of three play as many games as tables of four",
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
                        verbose_name="Match days",
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
                        verbose_name="Match points between two places",
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
                        verbose_name="a short team counts as a full one",
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
                "verbose_name_plural": "Leagues",
                "ordering": ["-season", "name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="MailAddress",
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
                    "address",
                    models.EmailField(max_length=254, verbose_name="Email address"),
                ),
                (
                    "agreed_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False
                    ),
                ),
            ],
            options={
                "verbose_name": "Email address",
                "ordering": ["player__name_key", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Organisation",
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
                    "short_name",
                    models.SlugField(
                        max_length=40, unique=True, verbose_name="short name"
                    ),
                ),
                (
                    "setup_code",
                    models.CharField(blank=True, editable=False, max_length=200),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "felt",
                    models.CharField(
                        choices=[
                            ("green", "felt green"),
                            ("blue", "bottle blue"),
                            ("wine", "wine red"),
                            ("slate", "slate"),
                        ],
                        default="green",
                        max_length=10,
                        verbose_name="colour",
                    ),
                ),
                ("logo", models.BinaryField(blank=True, default=b"")),
                (
                    "logo_digest",
                    models.CharField(blank=True, editable=False, max_length=16),
                ),
                (
                    "rhythm",
                    models.CharField(
                        choices=[
                            ("weekly", "every week"),
                            ("fortnightly", "every two weeks"),
                            ("first", "the first in a month"),
                            ("second", "the second in a month"),
                            ("third", "the third in a month"),
                            ("fourth", "the fourth in a month"),
                            ("last", "the last in a month"),
                        ],
                        default="weekly",
                        max_length=12,
                        verbose_name="how often",
                    ),
                ),
                (
                    "weekday",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        choices=[
                            (0, "Monday"),
                            (1, "Tuesday"),
                            (2, "Wednesday"),
                            (3, "Thursday"),
                            (4, "Friday"),
                            (5, "Saturday"),
                            (6, "Sunday"),
                        ],
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(6)],
                        verbose_name="weekday",
                    ),
                ),
                (
                    "start_time",
                    models.CharField(
                        blank=True,
                        max_length=5,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^([01]\\d|2[0-3]):[0-5]\\d$",
                                "Please write the time as 19:30.",
                            )
                        ],
                        verbose_name="Begin",
                    ),
                ),
                (
                    "place",
                    models.CharField(blank=True, max_length=120, verbose_name="Place"),
                ),
                (
                    "address",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="address of the place"
                    ),
                ),
                (
                    "town",
                    models.CharField(
                        blank=True, max_length=80, verbose_name="Town of the club"
                    ),
                ),
                (
                    "welcome",
                    models.CharField(
                        blank=True, max_length=160, verbose_name="a word to guests"
                    ),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email"),
                ),
                (
                    "phone",
                    models.CharField(
                        blank=True, max_length=40, verbose_name="telephone"
                    ),
                ),
                (
                    "imprint",
                    models.TextField(
                        blank=True, max_length=20000, verbose_name="Imprint"
                    ),
                ),
                (
                    "privacy",
                    models.TextField(
                        blank=True, max_length=20000, verbose_name="Privacy"
                    ),
                ),
                (
                    "photo_days",
                    models.PositiveSmallIntegerField(
                        default=30,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(365),
                        ],
                        verbose_name="days that photos of lists are kept",
                    ),
                ),
                (
                    "mail_host",
                    models.CharField(
                        blank=True,
                        max_length=253,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Za-z0-9.-]+(:(6[0-4]|[1-5]?\\d)?\\d{1,3})?$",
                                "Please write it as smtp.example.org or smtp.example.org:465.",
                            )
                        ],
                        verbose_name="Mail server",
                    ),
                ),
                (
                    "mail_user",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="User name"
                    ),
                ),
                (
                    "mail_password",
                    models.CharField(blank=True, editable=False, max_length=200),
                ),
                (
                    "mail_sender",
                    models.EmailField(
                        blank=True,
                        max_length=254,
                        verbose_name="Sender of the letters",
                    ),
                ),
                (
                    "reply_code",
                    models.CharField(blank=True, editable=False, max_length=40),
                ),
                (
                    "reply_word",
                    models.CharField(
                        blank=True,
                        max_length=40,
                        verbose_name="Password to say first",
                    ),
                ),
                (
                    "edition",
                    models.BigIntegerField(
                        default=tournaments.scope.scope.new_number,
                        editable=False,
                    ),
                ),
            ],
            options={
                "verbose_name": "Our club",
            },
        ),
        migrations.CreateModel(
            name="TableDevice",
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
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("paired_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                ("epoch", models.PositiveIntegerField(null=True)),
                ("pen_id", models.CharField(blank=True, max_length=64)),
                ("second_epoch", models.PositiveIntegerField(null=True)),
                ("second_pen_id", models.CharField(blank=True, max_length=64)),
            ],
            options={
                "ordering": ["pk"],
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
                ("name", models.CharField(max_length=120, verbose_name="Name")),
            ],
            options={
                "verbose_name": "Team",
                "verbose_name_plural": "Teams",
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
                    "username",
                    models.CharField(
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        validators=[
                            django.contrib.auth.validators.UnicodeUsernameValidator()
                        ],
                        verbose_name="username",
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("secretary", "secretary"),
                            ("director", "tournament director"),
                            ("referee", "Referee"),
                            ("treasurer", "treasurer"),
                            ("typist", "typist"),
                            ("reader", "reader"),
                            ("host", "Host"),
                        ],
                        default="reader",
                        max_length=10,
                        verbose_name="Role",
                    ),
                ),
                ("is_program", models.BooleanField(default=False, editable=False)),
                (
                    "password_set_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        null=True,
                        verbose_name="password set",
                    ),
                ),
                (
                    "entry_code",
                    models.CharField(blank=True, editable=False, max_length=64),
                ),
                (
                    "entry_code_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        null=True,
                        verbose_name="code handed out",
                    ),
                ),
                (
                    "entry_code_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                (
                    "organisation",
                    models.ForeignKey(
                        default=tournaments.scope.scope.organisation_or_none,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="%(class)ss",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "verbose_name": "account",
                "verbose_name_plural": "Accounts",
            },
        ),
        migrations.CreateModel(
            name="ApiKey",
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
                ("name", models.CharField(max_length=60, verbose_name="Name")),
                ("digest", models.CharField(editable=False, max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "last_used_on",
                    models.DateField(blank=True, editable=False, null=True),
                ),
                (
                    "revoked_at",
                    models.DateTimeField(blank=True, editable=False, null=True),
                ),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="api_key",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        default=tournaments.scope.scope.organisation_or_none,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="%(class)ss",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
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
                        verbose_name="Start number",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("registered", "registered"),
                            ("present", "present"),
                            ("absent", "Did not come"),
                            ("left", "has left"),
                        ],
                        default="registered",
                        max_length=10,
                        verbose_name="Status",
                    ),
                ),
                (
                    "from_series",
                    models.PositiveSmallIntegerField(
                        default=1, verbose_name="From series"
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
                        blank=True, null=True, verbose_name="Fixed table"
                    ),
                ),
                (
                    "group",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="Strength group"
                    ),
                ),
                (
                    "came_from",
                    models.CharField(
                        blank=True, max_length=120, verbose_name="qualified by"
                    ),
                ),
                (
                    "substitute",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="number as a substitute"
                    ),
                ),
                (
                    "misses_prizes",
                    models.BooleanField(
                        default=False, verbose_name="not there for the prizes"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "ordering": ["start_number"],
            },
            bases=(tournaments.events.models.entries.SeriesRange, models.Model),
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
                            ("wishes", "drawn, new opponents as far as possible"),
                            ("lot", "drawn by lot alone"),
                            ("standing", "by standing, best with best"),
                            ("groups", "by strength groups"),
                            ("hand", "seated by hand"),
                            ("league", "the plan of a league match day"),
                        ],
                        max_length=10,
                        verbose_name="kind",
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
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="ArrivedList",
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
                ("code", models.CharField(max_length=8)),
                ("series_number", models.PositiveSmallIntegerField()),
                ("table_number", models.PositiveSmallIntegerField()),
                (
                    "route",
                    models.CharField(
                        choices=[
                            ("file", "File"),
                            ("text", "Text"),
                            ("qr", "QR code"),
                            ("program", "another program"),
                        ],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("document", models.TextField(max_length=100000)),
                ("fingerprint", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("ready", "ready"),
                            ("duplicate", "here already"),
                            ("review", "to be looked at"),
                            ("conflict", "Two versions"),
                        ],
                        max_length=10,
                    ),
                ),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("there", "taken over"),
                            ("here", "the list here stays"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "reason",
                    models.CharField(blank=True, max_length=300, verbose_name="Reason"),
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
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="arrived_lists",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
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
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="apart",
                        to="tournaments.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ImportedRow",
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
                ("row", models.PositiveBigIntegerField()),
                ("column", models.CharField(blank=True, max_length=60)),
                ("before", models.CharField(blank=True, max_length=60)),
                ("state", models.CharField(max_length=16)),
                (
                    "origin",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rows",
                        to="tournaments.import",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
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
                ("edition", models.BigIntegerField(editable=False, null=True)),
                (
                    "by",
                    models.ForeignKey(
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
                ("name", models.CharField(max_length=120, verbose_name="Name")),
                (
                    "order",
                    models.PositiveSmallIntegerField(default=1, verbose_name="Order"),
                ),
                (
                    "promoted",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(200)],
                        verbose_name="Promoted teams",
                    ),
                ),
                (
                    "relegated",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(200)],
                        verbose_name="Relegated teams",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="divisions",
                        to="tournaments.league",
                    ),
                ),
            ],
            options={
                "verbose_name": "Division",
                "verbose_name_plural": "Divisions",
                "ordering": ["order", "name"],
            },
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
                ("name", models.CharField(max_length=120, verbose_name="Name")),
                (
                    "withdrawn_on",
                    models.DateField(
                        blank=True, null=True, verbose_name="Withdrawn on"
                    ),
                ),
                (
                    "withdrawn_reason",
                    models.CharField(blank=True, max_length=300, verbose_name="Reason"),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="league_teams",
                        to="tournaments.club",
                        verbose_name="Club",
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
                "verbose_name": "Team",
                "ordering": ["name"],
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
                ("amount", models.PositiveIntegerField(verbose_name="Amount")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="loss_steps",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "Loss money",
                "ordering": ["from_loss"],
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
                        verbose_name="Place",
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
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lots",
                        to="tournaments.event",
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
            },
        ),
        migrations.AddField(
            model_name="event",
            name="mailed",
            field=models.ManyToManyField(
                editable=False, related_name="events", to="tournaments.mailaddress"
            ),
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
                        verbose_name="Match day",
                    ),
                ),
                ("date", models.DateField(verbose_name="Date")),
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
                "verbose_name": "Match day",
                "verbose_name_plural": "Match days",
                "ordering": ["number"],
            },
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
                    models.PositiveSmallIntegerField(default=1, verbose_name="Group"),
                ),
                (
                    "place",
                    models.CharField(blank=True, max_length=120, verbose_name="Place"),
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
                    "confirmed_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="results confirmed by",
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
                        verbose_name="results handed in by",
                    ),
                ),
                (
                    "event",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="match_group",
                        to="tournaments.event",
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
                        verbose_name="Host",
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
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="HostCode",
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
                ("code", models.CharField(max_length=8, unique=True)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="host_codes",
                        to="tournaments.matchgroup",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
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
                ("reason", models.CharField(max_length=300, verbose_name="Reason")),
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
            name="LogEntry",
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
                            ("events", "Events: settings and course"),
                            ("entries", "Who takes part"),
                            ("seats", "Seats and draws"),
                            ("teams", "Teams"),
                            ("money", "Money"),
                            ("people", "Members and guests"),
                            ("seasons", "Seasons"),
                            ("leagues", "Leagues"),
                            ("rules", "House rules"),
                            ("accounts", "Accounts and roles"),
                            ("sign-ins", "Sign-ins"),
                            ("files", "Files taken along"),
                            ("club", "The club itself"),
                        ],
                        max_length=10,
                    ),
                ),
                ("action", models.CharField(max_length=14)),
                ("table", models.CharField(blank=True, max_length=30)),
                ("row", models.PositiveBigIntegerField(blank=True, null=True)),
                ("event", models.PositiveBigIntegerField(blank=True, null=True)),
                ("season", models.PositiveBigIntegerField(blank=True, null=True)),
                ("league", models.PositiveBigIntegerField(blank=True, null=True)),
                ("team", models.PositiveBigIntegerField(blank=True, null=True)),
                ("person", models.PositiveBigIntegerField(blank=True, null=True)),
                ("label", models.CharField(blank=True, max_length=400)),
                ("changes", models.TextField(blank=True)),
                ("times", models.PositiveIntegerField(default=1)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        default=tournaments.scope.scope.organisation_or_none,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="%(class)ss",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.AddField(
            model_name="league",
            name="organisation",
            field=models.ForeignKey(
                default=tournaments.scope.scope.organisation_or_none,
                editable=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="%(class)ss",
                to="tournaments.organisation",
            ),
        ),
        migrations.CreateModel(
            name="KnownHeads",
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
                ("digest", models.CharField(editable=False, max_length=64)),
                ("meanings", models.CharField(max_length=1200, verbose_name="Columns")),
                (
                    "organisation",
                    models.ForeignKey(
                        default=tournaments.scope.scope.organisation_or_none,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="%(class)ss",
                        to="tournaments.organisation",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="import",
            name="organisation",
            field=models.ForeignKey(
                default=tournaments.scope.scope.organisation_or_none,
                editable=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="%(class)ss",
                to="tournaments.organisation",
            ),
        ),
        migrations.CreateModel(
            name="HostName",
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
                    models.CharField(
                        max_length=253, unique=True, verbose_name="host name"
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hosts",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="event",
            name="organisation",
            field=models.ForeignKey(
                default=tournaments.scope.scope.organisation_or_none,
                editable=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="%(class)ss",
                to="tournaments.organisation",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="organisation",
            field=models.ForeignKey(
                default=tournaments.scope.scope.organisation_or_none,
                editable=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="%(class)ss",
                to="tournaments.organisation",
            ),
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
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False)),
                (
                    "first_name",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="First name"
                    ),
                ),
                (
                    "last_name",
                    models.CharField(max_length=200, verbose_name="Family name"),
                ),
                (
                    "name_key",
                    models.CharField(db_index=True, editable=False, max_length=450),
                ),
                ("search_key", models.CharField(editable=False, max_length=900)),
                ("is_guest", models.BooleanField(default=False, verbose_name="Guest")),
                ("is_active", models.BooleanField(default=True, verbose_name="Active")),
                (
                    "member_number",
                    models.CharField(
                        blank=True, max_length=20, verbose_name="Member number"
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
                        verbose_name="Gender",
                    ),
                ),
                (
                    "birth_date",
                    models.DateField(
                        blank=True, null=True, verbose_name="Date of birth"
                    ),
                ),
                (
                    "privacy",
                    models.CharField(
                        choices=[
                            ("full", "full name"),
                            ("short", "short name, such as Anna K."),
                            ("first-name", "first name only, such as Anna"),
                            ("hidden", "hidden, such as Player 17"),
                        ],
                        default="full",
                        max_length=10,
                        verbose_name="Name in public",
                    ),
                ),
                (
                    "group",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(99),
                        ],
                        verbose_name="Strength group",
                    ),
                ),
                (
                    "cover_number",
                    models.PositiveIntegerField(blank=True, editable=False, null=True),
                ),
                (
                    "namesake_number",
                    models.PositiveIntegerField(blank=True, editable=False, null=True),
                ),
                (
                    "removed_at",
                    models.DateTimeField(blank=True, editable=False, null=True),
                ),
                (
                    "extensions",
                    tournaments.scope.models.ExtensionsField(
                        blank=True,
                        default="",
                        editable=False,
                        verbose_name="extensions of other programs",
                    ),
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
                        verbose_name="Club",
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
                (
                    "organisation",
                    models.ForeignKey(
                        default=tournaments.scope.scope.organisation_or_none,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="%(class)ss",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "verbose_name": "Player",
                "verbose_name_plural": "Players",
                "ordering": ["name_key", "pk"],
                "default_manager_name": "objects",
            },
        ),
        migrations.AddField(
            model_name="mailaddress",
            name="player",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="mail_address",
                to="tournaments.player",
            ),
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
                        verbose_name="From match day",
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
                        verbose_name="Until match day",
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
                "verbose_name": "Player",
                "verbose_name_plural": "Line-up",
                "ordering": ["position", "pk"],
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
                ("reason", models.CharField(max_length=300, verbose_name="Reason")),
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
                ("name", models.CharField(max_length=80, verbose_name="Name")),
                ("is_frozen", models.BooleanField(default=False, editable=False)),
                (
                    "options",
                    models.CharField(
                        blank=True, default="", max_length=2000, verbose_name="options"
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
                        verbose_name="Club",
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        default=tournaments.scope.scope.organisation_or_none,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="%(class)ss",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "verbose_name": "House rules",
                "verbose_name_plural": "House rules",
                "ordering": ["name", "pk"],
            },
        ),
        migrations.AddField(
            model_name="event",
            name="rule_set",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="tournaments.ruleset",
                verbose_name="House rules",
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
                        verbose_name="Table",
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        db_index=True, editable=False, max_length=8, verbose_name="code"
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
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        verbose_name="rounds",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(40),
                        ],
                    ),
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
                            ("second", "checked by a second person"),
                            ("table", "confirmed at the table"),
                            ("explained", "differs for a reason"),
                        ],
                        default="none",
                        editable=False,
                        max_length=10,
                    ),
                ),
                (
                    "revision",
                    models.PositiveIntegerField(
                        default=0,
                        editable=False,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1000000),
                        ],
                    ),
                ),
                ("pen_epoch", models.PositiveIntegerField(default=0, editable=False)),
                ("pen_is_out", models.BooleanField(default=False, editable=False)),
                (
                    "second_epoch",
                    models.PositiveIntegerField(default=0, editable=False),
                ),
                (
                    "totals_only",
                    models.BooleanField(default=False, verbose_name="only the totals"),
                ),
                (
                    "stands_for",
                    models.PositiveSmallIntegerField(
                        blank=True, editable=False, null=True, verbose_name="Lists"
                    ),
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
                        verbose_name="Games played",
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
                    models.CharField(blank=True, max_length=300, verbose_name="Reason"),
                ),
                (
                    "finished_at",
                    models.DateTimeField(blank=True, editable=False, null=True),
                ),
                (
                    "extensions",
                    tournaments.scope.models.ExtensionsField(
                        blank=True,
                        default="",
                        editable=False,
                        verbose_name="extensions of other programs",
                    ),
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
                "verbose_name": "List",
                "verbose_name_plural": "Lists",
                "ordering": ["series", "table_number"],
            },
        ),
        migrations.CreateModel(
            name="ListVersion",
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
                ("code", models.CharField(db_index=True, max_length=19)),
                ("at", models.DateTimeField()),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("text", models.TextField(max_length=20000)),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "number"],
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
                ("defended", models.PositiveIntegerField(default=0)),
                ("defended_lost", models.PositiveIntegerField(default=0)),
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
                ("lists", models.PositiveSmallIntegerField(default=1)),
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
            },
        ),
        migrations.CreateModel(
            name="ListPhoto",
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
                ("name", models.CharField(max_length=40, unique=True)),
                ("taken_at", models.DateTimeField()),
                ("turned", models.PositiveSmallIntegerField(default=0)),
                (
                    "first_line",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(1000)],
                    ),
                ),
                (
                    "last_line",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(1000)],
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
                    "sheet",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="photo",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
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
            },
        ),
        migrations.CreateModel(
            name="Confirmation",
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
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(5),
                        ]
                    ),
                ),
                (
                    "revision",
                    models.PositiveIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1000000),
                        ]
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "on",
                    models.CharField(
                        choices=[
                            ("table", "on the phone of the table"),
                            ("phone", "on another phone at the table"),
                            ("card", "with the code of the start card"),
                        ],
                        max_length=10,
                    ),
                ),
                ("is_right", models.BooleanField()),
                ("remark", models.CharField(blank=True, max_length=300)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="confirmations",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
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
                (
                    "step",
                    models.PositiveIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000000),
                        ]
                    ),
                ),
                (
                    "reverts",
                    models.PositiveIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000000),
                        ],
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("insert", "line added"),
                            ("replace", "line changed"),
                            ("delete", "line removed"),
                            ("accept", "The paper is wrong"),
                            ("foot", "Totals of the paper"),
                            ("reason", "reason for a difference"),
                            ("strike", "the rest is struck"),
                            ("substitute", "player replaced"),
                            ("mode", "way of typing"),
                            ("seats", "players at the table"),
                            ("reseat", "wrong player corrected"),
                            ("second", "second list changed"),
                            ("finish", "finished"),
                            ("reopen", "Opened again"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(200),
                        ],
                    ),
                ),
                ("before", models.CharField(blank=True, max_length=400)),
                ("after", models.CharField(blank=True, max_length=400)),
                ("reason", models.CharField(blank=True, max_length=300)),
                (
                    "route",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("file", "File"),
                            ("text", "Text"),
                            ("qr", "QR code"),
                            ("program", "another program"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="changes",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
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
                ("expected", models.IntegerField(verbose_name="Expected")),
                (
                    "note",
                    models.CharField(blank=True, max_length=200, verbose_name="Note"),
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
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash_counts",
                        to="tournaments.event",
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
            name="ApiLine",
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
                ("line_id", models.CharField(max_length=64)),
                ("number", models.PositiveSmallIntegerField()),
                ("text", models.CharField(max_length=300)),
                ("score", models.IntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "key",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="tournaments.apikey",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
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
                ("name", models.CharField(max_length=120, verbose_name="Name")),
                ("first_date", models.DateField(verbose_name="First day")),
                ("last_date", models.DateField(verbose_name="Last day")),
                (
                    "takes_evenings",
                    models.BooleanField(
                        default=True,
                        verbose_name="Every club evening of this time belongs to it",
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
                        choices=[
                            ("sum", "the sum"),
                            ("average", "the average"),
                            ("per-game", "the average per game"),
                        ],
                        default="average",
                        max_length=8,
                        verbose_name="what ranks",
                    ),
                ),
                (
                    "best",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Left empty, everything counts.",
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
                        help_text="While the season runs, minimums grow up to this number.",
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
                    "minimum_games",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9999),
                        ],
                        verbose_name="at least so many games",
                    ),
                ),
                (
                    "missing",
                    models.IntegerField(
                        blank=True,
                        help_text="Left empty, it is left out; 0 counts as zero points.",
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
                        blank=True, default=0, verbose_name="points off"
                    ),
                ),
                (
                    "absence_cents",
                    models.PositiveIntegerField(default=0, verbose_name="Absence fee"),
                ),
                (
                    "absence_free",
                    models.PositiveSmallIntegerField(
                        blank=True, default=0, verbose_name="free absences"
                    ),
                ),
                (
                    "series",
                    models.CharField(
                        blank=True,
                        help_text="For example 1 or 1, 2; left empty, all.",
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
                        help_text="12 makes 48 games of 36; left empty, lists count as played.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="convert lists to so many rounds",
                    ),
                ),
                (
                    "threes_as_fours",
                    models.BooleanField(
                        default=False,
                        help_text="Times 4/3; no rule of the federation.",
                        verbose_name="tables of three: count 36 games as 48",
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
                        verbose_name="Guests",
                    ),
                ),
                (
                    "ties",
                    models.CharField(
                        default="won,fewer-lost",
                        max_length=60,
                        validators=[tournaments.web.fields.check_ties],
                        verbose_name="Equal results",
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
                        verbose_name="Club",
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        default=tournaments.scope.scope.organisation_or_none,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="%(class)ss",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "verbose_name": "Season",
                "verbose_name_plural": "Seasons",
                "ordering": ["-first_date", "-pk"],
            },
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
                "verbose_name": "Bonus",
                "ordering": ["unit", "at_least"],
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
            name="SeasonEvent",
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
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="tournaments.event",
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
                "verbose_name": "event of a season",
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
                ("at", models.DateTimeField()),
                (
                    "text",
                    models.TextField(
                        blank=True, max_length=20000, verbose_name="Lines"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
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
            options={
                "abstract": False,
            },
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
                ("number", models.PositiveSmallIntegerField(verbose_name="Series")),
                ("clock_started_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "draw_from",
                    models.DateTimeField(
                        blank=True, null=True, verbose_name="visitors see the tables"
                    ),
                ),
                (
                    "results_from",
                    models.DateTimeField(
                        blank=True, null=True, verbose_name="visitors see the results"
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
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "Series",
                "verbose_name_plural": "Series",
                "ordering": ["number"],
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
                ("place", models.PositiveSmallIntegerField(verbose_name="Place")),
                (
                    "paper_points",
                    models.IntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-20000),
                            django.core.validators.MaxValueValidator(20000),
                        ],
                        verbose_name="Game points",
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
                        verbose_name="Total",
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
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(5),
                        ]
                    ),
                ),
                (
                    "first_game",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(150),
                        ]
                    ),
                ),
                (
                    "last_game",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(200),
                        ]
                    ),
                ),
                (
                    "game_points",
                    models.IntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(-1000000),
                            django.core.validators.MaxValueValidator(1000000),
                        ]
                    ),
                ),
                ("won", models.PositiveSmallIntegerField()),
                ("lost", models.PositiveSmallIntegerField()),
                ("others_lost", models.PositiveSmallIntegerField()),
                (
                    "total",
                    models.IntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(-1000000),
                            django.core.validators.MaxValueValidator(1000000),
                        ]
                    ),
                ),
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
                        verbose_name="What",
                    ),
                ),
                (
                    "table_number",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="Table"
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
                (
                    "won",
                    models.SmallIntegerField(
                        default=0,
                        validators=[
                            django.core.validators.MinValueValidator(-999),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="won",
                    ),
                ),
                (
                    "lost",
                    models.SmallIntegerField(
                        default=0,
                        validators=[
                            django.core.validators.MinValueValidator(-999),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="lost",
                    ),
                ),
                ("reason", models.CharField(max_length=300, verbose_name="Reason")),
                (
                    "decided_by",
                    models.CharField(max_length=120, verbose_name="Decided by"),
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
                    "reverts",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reverted",
                        to="tournaments.adjustment",
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
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(
                        max_length=40,
                        primary_key=True,
                        serialize=False,
                        verbose_name="session key",
                    ),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                (
                    "expire_date",
                    models.DateTimeField(db_index=True, verbose_name="expire date"),
                ),
                ("device", models.CharField(blank=True, max_length=60)),
                ("signed_in_at", models.DateTimeField(null=True)),
                ("seen_at", models.DateTimeField()),
                ("is_shared", models.BooleanField(default=False)),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        default=tournaments.scope.scope.organisation_or_none,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="%(class)ss",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "ordering": ["-seen_at"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Spelling",
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
                ("name_key", models.CharField(editable=False, max_length=450)),
                (
                    "organisation",
                    models.ForeignKey(
                        default=tournaments.scope.scope.organisation_or_none,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="%(class)ss",
                        to="tournaments.organisation",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="spellings",
                        to="tournaments.player",
                    ),
                ),
            ],
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
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        verbose_name="Place",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(5),
                        ],
                    ),
                ),
                (
                    "from_game",
                    models.PositiveSmallIntegerField(
                        verbose_name="from game",
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(150),
                        ],
                    ),
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
                    models.CharField(blank=True, max_length=200, verbose_name="Reason"),
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
            },
        ),
        migrations.CreateModel(
            name="ReceivedLine",
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
                ("is_second", models.BooleanField(default=False)),
                ("line_id", models.CharField(max_length=64)),
                ("epoch", models.PositiveIntegerField()),
                ("sequence", models.PositiveIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("fingerprint", models.CharField(max_length=64)),
                ("score", models.IntegerField()),
                ("at", models.DateTimeField()),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_lines",
                        to="tournaments.scoresheet",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.tabledevice",
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "sequence"],
            },
        ),
        migrations.CreateModel(
            name="TableKey",
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
                ("code", models.CharField(max_length=8, unique=True)),
                ("made_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_keys",
                        to="tournaments.scoresheet",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="tabledevice",
            name="key",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="devices",
                to="tournaments.tablekey",
            ),
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
                    models.BooleanField(default=False, verbose_name="Did not come"),
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
                ("name", models.CharField(max_length=60, verbose_name="Name")),
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
                        default="won,fewer-lost",
                        max_length=60,
                        validators=[tournaments.web.fields.check_ties],
                        verbose_name="Equal results",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contests",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "Team ranking",
                "verbose_name_plural": "Team rankings",
                "ordering": ["event", "number"],
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
                        verbose_name="Place",
                    ),
                ),
                (
                    "amount",
                    models.PositiveIntegerField(default=0, verbose_name="Amount"),
                ),
                (
                    "percent",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="percent of the pot"
                    ),
                ),
                (
                    "text",
                    models.CharField(blank=True, max_length=120, verbose_name="Prize"),
                ),
                (
                    "value",
                    models.PositiveIntegerField(
                        default=0, verbose_name="value of the thing"
                    ),
                ),
                (
                    "ranking",
                    models.CharField(
                        choices=[
                            ("single", "Single"),
                            ("everybody", "Everybody"),
                            ("teams", "Teams"),
                            ("women", "Women"),
                            ("seniors", "Seniors"),
                            ("juniors", "Juniors"),
                            ("youth", "Youth"),
                            ("pupils", "Pupils"),
                            ("guests", "Guests"),
                            ("lists", "Best lists"),
                        ],
                        default="single",
                        max_length=10,
                        verbose_name="Ranking",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.event",
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
                        verbose_name="Team ranking",
                    ),
                ),
            ],
            options={
                "verbose_name": "Prize",
                "verbose_name_plural": "Prizes",
                "ordering": ["contest_id", "ranking", "place"],
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
                            ("fee", "Entry fee"),
                            ("loss", "Loss money"),
                            ("prize", "prize money"),
                            ("credit", "credit and debts"),
                            ("float", "change fund"),
                            ("other", "other"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                ("amount", models.IntegerField(verbose_name="Amount")),
                (
                    "on_credit",
                    models.BooleanField(default=False, verbose_name="without cash"),
                ),
                (
                    "note",
                    models.CharField(blank=True, max_length=200, verbose_name="Note"),
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
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="tournaments.event",
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
                (
                    "team",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="payments",
                        to="tournaments.team",
                    ),
                ),
                (
                    "contest",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="payments",
                        to="tournaments.teamcontest",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
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
                        default=1, verbose_name="From series"
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
                "ordering": ["from_series", "entry__start_number"],
            },
            bases=(tournaments.events.models.entries.SeriesRange, models.Model),
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
                (
                    "revision",
                    models.PositiveIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1000000),
                        ]
                    ),
                ),
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
                ("defended", models.PositiveIntegerField(default=0)),
                ("defended_lost", models.PositiveIntegerField(default=0)),
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
                ("uncounted", models.IntegerField(default=0)),
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
            },
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="one_draw_per_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="arrivedlist",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "duplicate"), _negated=True),
                fields=("event", "fingerprint"),
                name="the_same_document_counts_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="arrivedlist",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("decided_at", None), ("decided_by", None), ("decision", "")
                    ),
                    models.Q(
                        ("decided_at__isnull", False), ("decided_by__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="a_decision_is_somebodys",
            ),
        ),
        migrations.AddConstraint(
            model_name="apartpair",
            constraint=models.UniqueConstraint(
                fields=("event", "first", "second"), name="one_pair_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="apartpair",
            constraint=models.CheckConstraint(
                condition=models.Q(("first__lt", models.F("second"))),
                name="a_pair_is_two_people",
            ),
        ),
        migrations.AddConstraint(
            model_name="joinedrow",
            constraint=models.UniqueConstraint(
                fields=("join", "table", "column", "row"), name="moved_once_by_a_join"
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(
                fields=("league", "name"),
                name="one_division_per_name",
                violation_error_message="This name is taken.",
            ),
        ),
        migrations.AddConstraint(
            model_name="leagueteam",
            constraint=models.UniqueConstraint(
                fields=("division", "name"),
                name="one_league_team_per_name",
                violation_error_message="This name is taken.",
            ),
        ),
        migrations.AddConstraint(
            model_name="leagueteam",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("withdrawn_on__isnull", False),
                    ("withdrawn_reason", ""),
                    _connector="OR",
                ),
                name="only_the_withdrawn_say_why",
            ),
        ),
        migrations.AddConstraint(
            model_name="lossstep",
            constraint=models.UniqueConstraint(
                fields=("event", "from_loss"), name="one_amount_per_step"
            ),
        ),
        migrations.AddConstraint(
            model_name="matchday",
            constraint=models.UniqueConstraint(
                fields=("division", "number"),
                name="one_match_day_per_number",
                violation_error_message="This match day exists already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchgroup",
            constraint=models.UniqueConstraint(
                fields=("match_day", "number"),
                name="one_match_group_per_number",
                violation_error_message="This group exists already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchgroup",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("confirmed_at__isnull", True),
                    ("entered_at__isnull", False),
                    _connector="OR",
                ),
                name="entered_before_confirmed",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchgroup",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("confirmed_by__isnull", True),
                    ("entered_by__isnull", True),
                    models.Q(("confirmed_by", models.F("entered_by")), _negated=True),
                    _connector="OR",
                ),
                name="a_second_person_confirms",
                violation_error_message="You handed these results in; another person confirms them.",
            ),
        ),
        migrations.AddConstraint(
            model_name="hostcode",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at", None)),
                fields=("group",),
                name="one_code_per_match",
            ),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["organisation", "at"], name="log_by_time"),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["table", "row"], name="log_by_row"),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("team__isnull", False)),
                fields=["team"],
                name="log_by_team",
            ),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("league__isnull", False)),
                fields=["league"],
                name="log_by_league",
            ),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("season__isnull", False)),
                fields=["season"],
                name="log_by_season",
            ),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("event__isnull", False)),
                fields=["event"],
                name="log_by_event",
            ),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("person__isnull", False)),
                fields=["person"],
                name="log_by_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.UniqueConstraint(
                fields=("organisation", "name", "season"),
                name="one_league_per_name_and_season",
                violation_error_message="This name is taken.",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("least_players__lte", models.F("team_size"))),
                name="a_full_team_may_start",
                violation_error_message="A team cannot be asked for more players than it has.",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("minimum_percent__lte", 100)),
                name="at_most_all_league_games",
            ),
        ),
        migrations.AddConstraint(
            model_name="knownheads",
            constraint=tournaments.scope.models.OncePerOrganisation(
                fields=("organisation", "digest"), name="heads_are_known_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=tournaments.scope.models.OncePerOrganisation(
                fields=("organisation", "name"),
                name="one_club_per_name",
                violation_error_message="There is a club of this name: “Members and guests” shows it under “Clubs”, where it can be given another name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_home", True)),
                fields=("organisation",),
                name="one_club_is_at_home",
                violation_error_message="The club has been set up already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="apikey",
            constraint=tournaments.scope.models.OncePerOrganisation(
                fields=("organisation", "name"),
                name="one_key_per_name",
                violation_error_message="This name is taken.",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                models.F("organisation"),
                django.db.models.functions.text.Lower("username"),
                name="one_account_per_name",
                violation_error_message="This name is taken.",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "role__in",
                        [
                            "owner",
                            "secretary",
                            "director",
                            "referee",
                            "treasurer",
                            "typist",
                            "reader",
                            "host",
                        ],
                    )
                ),
                name="role_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_program", False), ("is_active", False), _connector="OR"
                ),
                name="program_signs_in_nowhere",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=tournaments.scope.models.OncePerOrganisation(
                fields=("organisation", "public_id"), name="one_person_per_public_id"
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=tournaments.scope.models.OncePerOrganisation(
                fields=("organisation", "cover_number"),
                name="one_person_per_cover_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("last_name", ""), _negated=True),
                name="a_player_has_a_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("privacy__in", ["full", "short", "first-name", "hidden"])
                ),
                name="privacy_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("privacy", "hidden"), _negated=True),
                    ("cover_number__isnull", False),
                    _connector="OR",
                ),
                name="a_hidden_player_has_a_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="leagueplayer",
            constraint=models.UniqueConstraint(
                fields=("team", "player"),
                name="one_line_up_place_per_person",
                violation_error_message="This person is in the line-up already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="leagueplayer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("until_match_day__isnull", True),
                    ("until_match_day__gte", models.F("from_match_day")),
                    _connector="OR",
                ),
                name="line_up_runs_forward",
                violation_error_message="The end lies before the beginning.",
            ),
        ),
        migrations.AddConstraint(
            model_name="join",
            constraint=models.UniqueConstraint(
                fields=("gone",), name="joined_into_one_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="join",
            constraint=models.CheckConstraint(
                condition=models.Q(("kept", models.F("gone")), _negated=True),
                name="two_entries_are_joined",
                violation_error_message="A person cannot be joined with themselves.",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("event", "player"),
                name="one_entry_per_person",
                violation_error_message="This person takes part already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("event", "start_number"),
                name="one_entry_per_start_number",
                violation_error_message="This start number is taken.",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
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
                name="series_run_forward",
                violation_error_message="The end lies before the beginning.",
            ),
        ),
        migrations.AddConstraint(
            model_name="reopeningplace",
            constraint=models.UniqueConstraint(
                fields=("reopening", "player"), name="one_place_per_reopening"
            ),
        ),
        migrations.AddConstraint(
            model_name="ruleset",
            constraint=tournaments.scope.models.OncePerOrganisation(
                condition=models.Q(("is_frozen", False)),
                fields=("organisation", "name"),
                name="one_rule_set_per_name",
                violation_error_message="This name is taken.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=tournaments.scope.models.OncePerOrganisation(
                fields=("organisation", "public_id"), name="one_event_per_public_id"
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=tournaments.scope.models.OncePerOrganisation(
                fields=("organisation", "slug"), name="one_event_per_slug"
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("rounds__gte", 1), ("rounds__lte", 30)),
                name="rounds_are_sensible",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["evening", "tournament", "championship", "league"])
                ),
                name="kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("system__in", ["plain", "seeger", "seeger-fabian"])
                ),
                name="system_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="listversion",
            constraint=models.UniqueConstraint(
                fields=("sheet", "number"), name="versions_count_from_one"
            ),
        ),
        migrations.AddIndex(
            model_name="listtally",
            index=models.Index(fields=["player", "year"], name="tallies_by_year"),
        ),
        migrations.AddConstraint(
            model_name="listtally",
            constraint=models.UniqueConstraint(
                fields=("sheet", "player"), name="one_tally_per_list_and_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="listphoto",
            constraint=models.CheckConstraint(
                condition=models.Q(("turned__in", [0, 90, 180, 270])),
                name="by_right_angles",
            ),
        ),
        migrations.AddConstraint(
            model_name="listphoto",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("first_line", None), ("last_line", None)),
                    models.Q(
                        ("first_line__isnull", False),
                        ("first_line__lt", models.F("last_line")),
                        ("last_line__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="lines_go_down",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                fields=("sheet", "number"), name="one_game_per_line"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="lines_count_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("declarer__isnull", True),
                    models.Q(("declarer__gte", 1), ("declarer__lte", 5)),
                    _connector="OR",
                ),
                name="declarer_has_a_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("contract", ""),
                    (
                        "contract__in",
                        ["diamonds", "hearts", "spades", "clubs", "grand", "null"],
                    ),
                    _connector="OR",
                ),
                name="contract_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("declarer__isnull", False), ("contract", ""), _connector="OR"
                ),
                name="a_contract_has_a_declarer",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("matadors__isnull", True),
                    models.Q(("matadors__gte", 1), ("matadors__lte", 11)),
                    _connector="OR",
                ),
                name="one_to_eleven_matadors",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("contract", "grand"), _negated=True),
                    ("matadors__lte", 4),
                    _connector="OR",
                ),
                name="grand_has_four_matadors",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("bid__isnull", True),
                    models.Q(("bid__gte", 18), ("bid__lte", 264)),
                    _connector="OR",
                ),
                name="bid_is_possible",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("card_points__isnull", True),
                    ("card_points__lte", 120),
                    _connector="OR",
                ),
                name="at_most_120_card_points",
            ),
        ),
        migrations.AddIndex(
            model_name="change",
            index=models.Index(fields=["sheet", "step"], name="changes_by_step"),
        ),
        migrations.AddConstraint(
            model_name="apiline",
            constraint=models.UniqueConstraint(
                fields=("key", "line_id"), name="one_line_per_id"
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=tournaments.scope.models.OncePerOrganisation(
                fields=("organisation", "name"),
                name="one_season_per_name",
                violation_error_message="This name is taken.",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("last_date__gte", models.F("first_date"))),
                name="a_season_runs_forward",
                violation_error_message="The end lies before the beginning.",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("unit__in", ["list", "series", "evening"])),
                name="season_unit_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("measure__in", ["sum", "average", "per-game"])),
                name="season_measure_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("best__isnull", True), ("best__gte", 1), _connector="OR"
                ),
                name="a_season_counts_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonbonus",
            constraint=models.UniqueConstraint(
                fields=("season", "unit", "at_least"), name="one_bonus_per_step"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonevent",
            constraint=models.UniqueConstraint(
                fields=("season", "event"), name="one_word_per_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonlot",
            constraint=models.UniqueConstraint(
                fields=("draw", "number"), name="one_person_per_season_lot"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonlot",
            constraint=models.UniqueConstraint(
                fields=("draw", "player"), name="one_season_lot_per_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="one_series_per_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1), ("number__lte", 12)),
                name="series_number_is_sensible",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("sheet", "place"), name="one_player_per_place"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("series", "player"),
                name="one_table_per_player_and_series",
                violation_error_message="This player sits at another table of the series.",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__gte", 1), ("place__lte", 5)),
                name="place_is_known",
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
            model_name="scoresheet",
            constraint=models.UniqueConstraint(
                fields=("series", "code"), name="one_list_per_code_and_series"
            ),
        ),
        migrations.AddConstraint(
            model_name="scoresheet",
            constraint=models.CheckConstraint(
                condition=models.Q(("table_size__gte", 3), ("table_size__lte", 5)),
                name="three_to_five_at_a_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="scoresheet",
            constraint=models.CheckConstraint(
                condition=models.Q(("rounds__gte", 1)), name="a_list_has_a_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="scoresheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        ["empty", "typing", "differs", "proved", "checked", "finished"],
                    )
                ),
                name="state_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.UniqueConstraint(
                fields=("sheet", "place", "first_game"), name="one_result_per_stint"
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "last_game__gte",
                        django.db.models.expressions.CombinedExpression(
                            models.F("first_game"), "-", models.Value(1)
                        ),
                    )
                ),
                name="stints_run_forward",
                violation_error_message="The end lies before the beginning.",
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
            model_name="spelling",
            constraint=tournaments.scope.models.OncePerOrganisation(
                fields=("organisation", "name_key"), name="one_person_per_spelling"
            ),
        ),
        migrations.AddConstraint(
            model_name="substitution",
            constraint=models.UniqueConstraint(
                fields=("sheet", "place", "from_game"),
                name="one_substitute_per_place_and_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="substitution",
            constraint=models.CheckConstraint(
                condition=models.Q(("from_game__gte", 2)), name="substitutes_come_later"
            ),
        ),
        migrations.AddConstraint(
            model_name="swap",
            constraint=models.CheckConstraint(
                condition=models.Q(("first", models.F("second")), _negated=True),
                name="two_people_change_places",
                violation_error_message="A pair is two people.",
            ),
        ),
        migrations.AddConstraint(
            model_name="receivedline",
            constraint=models.UniqueConstraint(
                fields=("sheet", "line_id"), name="an_id_means_one_line"
            ),
        ),
        migrations.AddConstraint(
            model_name="receivedline",
            constraint=models.UniqueConstraint(
                fields=("sheet", "sequence", "is_second"),
                name="one_line_per_sequence_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablekey",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at", None)),
                fields=("sheet",),
                name="one_valid_key_per_list",
            ),
        ),
        migrations.AddConstraint(
            model_name="lotticket",
            constraint=models.UniqueConstraint(
                fields=("draw", "lot"), name="one_ticket_per_lot"
            ),
        ),
        migrations.AddConstraint(
            model_name="lotticket",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("entry__isnull", True), ("team__isnull", False)),
                    models.Q(("entry__isnull", False), ("team__isnull", True)),
                    _connector="OR",
                ),
                name="a_ticket_has_one_owner",
                violation_error_message="A lot belongs to a person or to a team.",
            ),
        ),
        migrations.AddConstraint(
            model_name="groupteam",
            constraint=models.UniqueConstraint(
                fields=("group", "team"), name="one_side_per_team_and_group"
            ),
        ),
        migrations.AddConstraint(
            model_name="teamcontest",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="one_contest_per_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="teamcontest",
            constraint=models.UniqueConstraint(
                fields=("event", "name"),
                name="one_contest_per_name",
                violation_error_message="This name is taken.",
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
                violation_error_message="No more results count than a team has.",
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.UniqueConstraint(
                condition=models.Q(("contest__isnull", True)),
                fields=("event", "ranking", "place"),
                name="one_prize_per_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.UniqueConstraint(
                fields=("contest", "place"), name="one_team_prize_per_place"
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(("percent__lte", 100)), name="at_most_the_whole_pot"
            ),
        ),
        migrations.AddIndex(
            model_name="payment",
            index=models.Index(fields=["event", "kind"], name="payments_by_kind"),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("entry__isnull", False),
                    models.Q(
                        ("on_credit", False),
                        models.Q(("kind", "credit"), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="credit_is_somebodys",
            ),
        ),
        migrations.AddConstraint(
            model_name="lotdraw",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("taken_back_at__isnull", True), ("taken_back_by__isnull", True)
                    ),
                    models.Q(
                        ("taken_back_at__isnull", False),
                        ("taken_back_by__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="a_lot_is_taken_back_by_somebody",
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
                violation_error_message="The end lies before the beginning.",
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                fields=("contest", "name"),
                name="one_team_per_name",
                violation_error_message="This name is taken.",
            ),
        ),
        migrations.AddConstraint(
            model_name="yeartally",
            constraint=models.UniqueConstraint(
                fields=("player", "year", "is_published"),
                name="one_tally_per_person_and_year",
            ),
        ),
        migrations.CreateModel(
            name="Registration",
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
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False)),
                (
                    "first_name",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="First name"
                    ),
                ),
                (
                    "last_name",
                    models.CharField(max_length=200, verbose_name="Family name"),
                ),
                (
                    "club",
                    models.CharField(blank=True, max_length=120, verbose_name="Club"),
                ),
                (
                    "number",
                    models.CharField(
                        blank=True, max_length=20, verbose_name="Pass number"
                    ),
                ),
                (
                    "mail",
                    models.EmailField(
                        blank=True, max_length=254, verbose_name="Email address"
                    ),
                ),
                (
                    "is_waiting",
                    models.BooleanField(default=False, verbose_name="waits"),
                ),
                (
                    "at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="registrations",
                        to="tournaments.event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="registrations",
                        to="tournaments.player",
                        verbose_name="Player",
                    ),
                ),
            ],
            options={
                "verbose_name": "Registration",
                "verbose_name_plural": "Registrations",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "public_id"), name="sent_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Reply",
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
                    "answer",
                    models.CharField(
                        choices=[
                            ("yes", "Yes"),
                            ("later", "Coming later"),
                            ("no", "No"),
                        ],
                        max_length=5,
                    ),
                ),
                (
                    "at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replies",
                        to="tournaments.event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replies",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "Reply",
                "verbose_name_plural": "Replies",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "player"), name="one_reply_per_person"
                    )
                ],
            },
        ),
    ]
    # One by one they took most of the first start.
    operations = [CreateTables(operations)]
