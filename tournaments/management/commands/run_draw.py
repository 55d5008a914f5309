"""``manage.py run_draw JOB``: work on a draw that a page has started."""

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournaments.events.draws.work import run_job
from tournaments.events.models import DrawJob
from tournaments.organisations.commands import OrganisationCommand
from tournaments.people.names.names import Audience, shown_to


class Command(OrganisationCommand):
    help = "Work on a draw that a page has started."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("job", type=int)

    @shown_to(Audience.PUBLIC)
    def handle(self, *, job, **options):
        jobs = DrawJob.objects.select_related("event", "by", "repeats")
        try:
            found = jobs.get(pk=job)
        except DrawJob.DoesNotExist as error:
            raise CommandError(_("There is no such draw.")) from error
        self.stdout.write(run_job(job=found))
