"""``manage.py up``: everything from an empty folder to a running site."""

import os
import signal
import sys
from contextlib import suppress
from urllib.parse import urlencode

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub import static_files
from skatclub.backups.engines.sqlite import make_whole
from skatclub.backups.folder import UPDATE, stored_copies
from skatclub.backups.making import Keeper, NoCopy, back_up
from skatclub.door.setup_code import setup_code
from skatclub.machine import desktop
from skatclub.machine.condition import (
    Broken,
    require_folder,
    require_own_tables,
    require_sound,
)
from skatclub.machine.networks import network
from skatclub.machine.private_files import close_to_others
from skatclub.machine.qr_codes import blocks_of
from skatclub.machine.running import Claim
from skatclub.machine.serving import create_server
from tournaments.management.commands._shared import TellingCommand, forget_what_is_due
from tournaments.organisations.hosts import organisation_at
from tournaments.organisations.models import Organisation
from tournaments.scope.scope import scope
from tournaments.sheets.tallies import has_missing_tallies, rebuild_tallies

ALL_INTERFACES = "0.0.0.0"
PORTS = range(8000, 8100)
# However the window is closed or the machine shut down, the site stops as by Ctrl+C.
STOP_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
]


class Command(TellingCommand):
    help = "Prepare the database and serve the site."

    def add_arguments(self, parser):
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument(
            "--port", type=int, help="by default 8000, or the next that is free"
        )
        parser.add_argument(
            "--lan",
            action="store_true",
            help="serve the local network and show the address as a QR code",
        )
        parser.add_argument(
            "--no-browser",
            action="store_false",
            dest="browser",
            help="open no browser, also where somebody sits in front of the machine",
        )

    def handle(self, *, host, port, lan, browser, **options):
        if settings.DEBUG:
            raise CommandError(_("up never serves with SKATCLUB_DEBUG switched on."))
        host = ALL_INTERFACES if lan else host
        self.opens_browser = browser and desktop.is_there()
        require_folder(settings.DATA_DIR)
        claim = Claim(settings.DATA_DIR)
        if not claim.take():
            return self.show_running_site(claim, port)
        port = free_port(host, port)
        self.require_sound_data(claim)
        close_to_others(settings.DATA_DIR, but=settings.STATIC_ROOT)
        self.prepare_database()
        static_files.collect()
        try:
            server = create_server(
                get_wsgi_application(), host=host, port=port, **serving_options()
            )
        except (OSError, ValueError) as problem:
            raise serving_error(host, port, problem) from problem
        self.print_addresses(host, port)
        url = f"http://{'127.0.0.1' if host == ALL_INTERFACES else host}:{port}"
        claim.tell(url)
        self.open_browser(url)
        for number in STOP_SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, signal.default_int_handler)
        keeper = Keeper(forget_what_is_due)
        keeper.start()
        server.run()
        keeper.stop()
        make_whole()
        self.stdout.write(_("Stopped."))

    def require_sound_data(self, claim):
        """Check the data, and offer the last backup if the database is broken.

        Most users start with a double click and never type commands.
        """
        try:
            require_sound()
        except Broken:
            copies = stored_copies()
            if not copies or not sys.stdin.isatty():
                raise
            claim.give_back()
            call_command("restore", copies[0].path, stdout=self.stdout)
            claim.take()

    def show_running_site(self, claim, port):
        """Show the site that is being served already, instead of serving it twice."""
        self.stdout.write(_("Skatclub is running already."))
        url = claim.address()
        if not url:
            raise CommandError(_("It does not answer. Please close its window."))
        if port is not None:
            text = _("It serves this folder at %(url)s, and only one may.")
            raise CommandError(text % {"url": url})
        self.print_address(url)
        self.open_browser(url)

    def open_browser(self, url):
        """Open the browser, with the setup code, which is on this screen anyway."""
        if self.opens_browser:
            code = local_setup_code()
            question = (
                f"{reverse('setup')}?{urlencode({'code': code})}" if code else "/"
            )
            desktop.open_browser(url + question).join(timeout=2)

    def prepare_database(self):
        executor = MigrationExecutor(connection)
        targets = executor.loader.graph.leaf_nodes()
        if not executor.migration_plan(targets):
            require_own_tables()
            return
        if executor.loader.applied_migrations:
            self.back_up()
        self.stdout.write(_("Preparing the database ..."))
        call_command("migrate", interactive=False, verbosity=0)
        require_own_tables()
        for organisation in Organisation.objects.values_list("pk", flat=True):
            with scope(organisation):
                if has_missing_tallies():
                    rebuild_tallies()

    def back_up(self):
        try:
            copy = back_up(UPDATE, at=timezone.now())
        except NoCopy as problem:
            text = f"{_('Nothing was changed.')} {problem.messages[0]}"
            raise CommandError(text) from problem
        self.tell(_("Backup: %(path)s"), path=copy)

    def print_addresses(self, host, port):
        if host == ALL_INTERFACES:
            settings.IN_THE_ROOM = True
            settings.ALLOWED_HOSTS = network.OwnHosts(settings.ALLOWED_HOSTS)
            addresses = [f"http://{address}:{port}" for address in network.addresses()]
            urls = [*filter(None, [settings.ADDRESS]), *addresses]
            if urls:
                drawing = blocks_of(urls[0])
                with suppress(UnicodeEncodeError):
                    drawing.encode(sys.stdout.encoding or "ascii")
                    self.stdout.write(drawing)
                self.print_address(urls[0])
            else:
                self.stdout.write(
                    _("This machine is in no network yet; only it sees the site.")
                )
                self.print_address(f"http://127.0.0.1:{port}")
            for other in urls[1:]:
                self.tell(_("Another address: %(url)s"), url=other)
            text = _("The code to scan, also after a change of network: %(url)s")
            self.tell(text, url=f"http://127.0.0.1:{port}{reverse('join')}")
        else:
            settings.ALLOWED_HOSTS.append(host)
            self.print_address(f"http://{host}:{port}")
        code = local_setup_code()
        if code:
            self.tell(_("One-time code for the set-up page: %(code)s"), code=code)
        self.stdout.write(
            _("Leave this window open while you work. To stop: Ctrl+C, or close it.")
        )
        self.stdout.flush()

    def print_address(self, url):
        self.tell(_("Skatclub is at %(url)s"), url=url)


def local_setup_code():
    """Return the setup code of the organisation at this machine's own addresses."""
    organisation = organisation_at("127.0.0.1")
    if organisation is None:
        return ""
    with scope(organisation):
        return setup_code()


def free_port(host, port_asked):
    """Return the port asked for, or else the first free one of ours."""
    if port_asked is not None and not 1 <= port_asked <= 65535:
        raise CommandError(_("A port is a number from 1 to 65535."))
    for port in PORTS if port_asked is None else [port_asked]:
        try:
            if not network.is_taken(host, port):
                return port
        except (OSError, ValueError) as problem:
            raise serving_error(host, port, problem) from problem
    raise CommandError(
        _(
            "Port %(port)d is taken, perhaps by a Skatclub that is running "
            "already. Another one: --port %(other)d"
        )
        % {"port": port, "other": port % 65535 + 1}
    )


def serving_error(host, port, problem):
    text = _("Cannot serve on %(host)s, port %(port)d: %(problem)s")
    return CommandError(text % {"host": host, "port": port, "problem": problem})


def serving_options():
    """Return the options with which waitress serves a hall full of phones.

    By default it serves 100 connections and crashes above 1023 sockets; Windows has
    no poll and stops at 512.
    """
    is_windows = os.name == "nt"
    options = {
        "threads": 8,
        "connection_limit": 480 if is_windows else 2000,
        "asyncore_use_poll": not is_windows,
        "ident": None,
        # Twice the largest file that a page accepts; the default gigabyte would be
        # stored before the sender is checked.
        "max_request_body_size": 64 * 1024**2,
    }
    if settings.HTTPS:
        options |= {
            "trusted_proxy": "127.0.0.1",
            "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
        }
    return options
