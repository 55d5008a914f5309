"""``manage.py createsuperuser``: an account that may do all, of one organisation."""

from django.contrib.auth.management.commands import createsuperuser

from tournaments.organisations.commands import OrganisationCommand


class Command(OrganisationCommand, createsuperuser.Command):
    pass
