"""``manage.py createsuperuser``: add an account with all rights to an organisation."""

from django.contrib.auth.management.commands import createsuperuser

from tournaments.management.commands._shared import OrganisationCommand


class Command(OrganisationCommand, createsuperuser.Command):
    pass
