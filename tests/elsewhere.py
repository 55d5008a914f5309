"""A computer of its own: a data folder with SQLite, in processes that know no other."""

import pickle
import re
import subprocess
import sys

import time_machine
from django.conf import settings
from django.test import Client
from django.test.utils import setup_test_environment

from tests.processes import ROOT, environ_for
from tests.walks import asking, differences, pages
from tournaments.apps import FIRST_KEY
from tournaments.people.models import User
from tournaments.people.selectors import has_accounts
from tournaments.people.services import set_up_club
from tournaments.scope.scope import scope

PASSWORD = "sieben-buben-im-blatt"
READ = (
    "import django; django.setup()\n"
    "from tests.elsewhere import answer_question; answer_question()"
)

# Help for a laptop or a server; what is subscribed to, with its own ids and moments.
OF_THE_SITE = ("/help/", ".atom", ".ics")


class Laptop:
    """A data folder, and what is done and read there at a moment that stands still."""

    def __init__(self, folder, *, at, address=""):
        self.at = at
        self.environ = environ_for(
            folder,
            DJANGO_SETTINGS_MODULE="skatclub.settings",
            SKATCLUB_ADDRESS=address,
        )

    def manage(self, *arguments):
        """Call a command, and return what it printed."""
        return self.run(["manage.py", *map(str, arguments)]).decode()

    def pages(self, reader=""):
        """Return what all pages say to somebody there, or to a visitor."""
        return self.ask(reader, None)

    def differences(self, found, reader=""):
        """Return where a walk through another site says something else."""
        return self.ask(reader, found)

    def ask(self, reader, found):
        question = pickle.dumps((self.at, reader, found))
        return pickle.loads(self.run(["-c", READ], question))

    def run(self, arguments, question=b""):
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environ,
            input=question,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, stderr := done.stderr.decode()) == (0, ""), stderr
        return done.stdout


def is_of_the_move(here, _there, lines):
    """Tell whether a page is about the computer, or since when it knows somebody.

    Or it says who backs it up, offers a folder of the own computer, prints codes that
    no other computer can work out, or is asked for again by programs, which know it by
    an id of this site.
    """
    if here.startswith("/downloads/people/"):
        is_moment = re.compile(r'. +"(at|created_at)": "[0-9TZ:.-]+",?').fullmatch
        return all(map(is_moment, lines))
    if here.endswith("/print/start-cards/"):
        return all(map(re.compile(r"[-+] [A-Z2-9]{6}").fullmatch, lines))
    return here in ("/join/", "/downloads/", "/share/copy/") or here.endswith(
        OF_THE_SITE
    )


def answer_question():
    """Read the question of a test, and write the answer: in the laptop's process."""
    settings.STORAGES["staticfiles"]["BACKEND"] = settings.PLAIN_STATIC
    setup_test_environment(debug=False)
    at, reader, found = pickle.load(sys.stdin.buffer)
    with time_machine.travel(at, tick=False), scope(FIRST_KEY):
        client = Client()
        if reader:
            client.force_login(account_of(reader))
        ask = asking(client, headers={"host": "localhost"})
        answer = pages(ask) if found is None else differences(found, ask)
    sys.stdout.buffer.write(pickle.dumps(answer))


def account_of(name):
    """Return an account of this computer; the first one is made by the set-up."""
    if has_accounts():
        return User.objects.get(username=name)
    return set_up_club(name="", username=name, password=PASSWORD)
