"""``manage.py demo``: build the invented club of the set-up page from the shell."""

import secrets

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.files.club.sample import build_sample_club
from tournaments.management.commands._shared import OrganisationCommand
from tournaments.people.accounts.forms import SAMPLE_NAME
from tournaments.people.models import Player
from tournaments.people.selectors import count_imported_people, has_accounts
from tournaments.people.services import set_up_club
from tournaments.scope.scope import Audience, shown_to
from tournaments.sheets.models import Game, ScoreSheet
from tournaments.words.choices import EventKind
from tournaments.words.formats import short_date

USERNAME = "hannelore"


class Command(OrganisationCommand):
    help = "Fill an empty database with an invented club."

    def add_arguments(self, parser):
        parser.add_argument("--weeks", type=int, help="how far back the evenings go")

    @shown_to(Audience.PUBLIC)
    def handle(self, *, weeks, **options):
        if weeks is not None and weeks < 0:
            raise CommandError(_("At least 0 weeks."))
        if has_accounts() or count_imported_people() is not None:
            raise CommandError(
                _("The database has a club already; the demo needs an empty one.")
            )
        self.password = secrets.token_urlsafe(9)
        set_up_club(
            name=SAMPLE_NAME,
            username=USERNAME,
            password=self.password,
            build=lambda: build_sample_club(today=timezone.localdate(), weeks=weeks),
        )
        self.tell(
            _("%(club)s: %(players)s people, %(lists)s lists, %(games)s games"),
            club=SAMPLE_NAME,
            players=Player.objects.count(),
            lists=ScoreSheet.objects.count(),
            games=Game.objects.count(),
        )
        for event in Event.objects.exclude(kind=EventKind.EVENING).order_by("date"):
            self.stdout.write(f"  {short_date(event.date)}  {event}")
        text = _("Sign in as %(name)s with the password %(password)s")
        self.tell(text, name=USERNAME, password=self.password)
