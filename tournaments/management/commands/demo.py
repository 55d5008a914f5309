"""``manage.py demo``: the invented club of the set-up page, without a browser."""

import secrets

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub.new_database import prepare_if_new
from tournaments.people.accounts.forms import SAMPLE_NAME
from tournaments.people.selectors import count_imported_people, has_accounts
from tournaments.people.services import set_up_club
from tournaments.sample.club import build_sample_club
from tournaments.words.formats import short_date

USERNAME = "hannelore"


class Command(BaseCommand):
    help = "Fill an empty database with an invented club."

    def add_arguments(self, parser):
        parser.add_argument("--seed", type=int, default=1, help="another seed, others")

    def handle(self, *, seed, **options):
        prepare_if_new()
        if has_accounts() or count_imported_people() is not None:
            raise CommandError(
                _("The database has a club already; the demo needs an empty one.")
            )
        password = secrets.token_urlsafe(9)
        built = []
        set_up_club(
            name=SAMPLE_NAME,
            username=USERNAME,
            password=password,
            build=lambda secretary: built.append(
                build_sample_club(by=secretary, today=timezone.localdate(), seed=seed)
            ),
        )
        self.tell(built[0])
        self.stdout.write(
            _("Sign in as %(name)s with the password %(password)s")
            % {"name": USERNAME, "password": password}
        )

    def tell(self, club):
        self.stdout.write(
            _("%(club)s: %(players)s people, %(lists)s lists, %(games)s games")
            % {
                "club": SAMPLE_NAME,
                "players": club.players,
                "lists": club.lists,
                "games": club.games,
            }
        )
        for event in (
            *club.past,
            club.today,
            club.tournament,
            club.tandem,
            club.running,
        ):
            self.stdout.write(f"  {short_date(event.date)}  {event}")
