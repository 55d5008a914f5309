"""``manage.py changepassword``: change the password of an organisation's account."""

from django.contrib.auth.management.commands import changepassword

from tournaments.management.commands._shared import OrganisationCommand


class Command(OrganisationCommand, changepassword.Command):
    pass
