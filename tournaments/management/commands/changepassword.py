"""``manage.py changepassword``: another password for an account of one organisation."""

from django.contrib.auth.management.commands import changepassword

from tournaments.organisations.commands import OrganisationCommand


class Command(OrganisationCommand, changepassword.Command):
    pass
