"""``manage.py worker``: do what takes longer than a page, until stopped."""

import socket

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django_tasks_db.management.commands import db_worker

from skatclub.machine.running import Claim
from skatclub.machine.workers import forget_finished, take_up_again


class Command(db_worker.Command):
    help = "Do what pages put off, such as long draws. `up` does it by itself."

    def add_arguments(self, parser):
        super().add_arguments(parser)
        parser.set_defaults(worker_id=socket.gethostname()[:64])

    def configure_logging(self, verbosity):
        """Leave logging to the settings, as all commands do."""

    def handle(self, *, worker_id, **options):
        claim = Claim(settings.DATA_DIR, f"worker-{worker_id}")
        if not claim.take():
            raise CommandError(
                _("A worker “%(name)s” is at work already. Another: --worker-id NAME")
                % {"name": worker_id}
            )
        try:
            forget_finished()
            take_up_again(worker_id)
            super().handle(worker_id=worker_id, **options)
        finally:
            claim.give_back()
