"""``manage.py rebuild_ratings``: compute the ratings of a federation again."""

from django.utils.translation import gettext as _

from tournaments.federation.services import update_ratings
from tournaments.organisations.commands import OrganisationCommand


class Command(OrganisationCommand):
    help = "Reckon the ratings of a federation from the public lists of its clubs."

    def handle(self, **options):
        update = update_ratings(anew=True)
        self.stdout.write(
            _("Calculated again: %(people)s people from %(lists)s lists.")
            % {"people": update.people, "lists": update.lists}
        )
