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
from tests.walks import asking, differences
from tournaments.apps import FIRST_KEY
from tournaments.people.models import User
from tournaments.scope.scope import scope

READ = (
    "import django; django.setup()\n"
    "from tests.elsewhere import answer_question; answer_question()"
)

# Help for a laptop or a server; what is subscribed to, with its own ids and moments.
OF_THE_SITE = ("/help/", ".atom", ".ics")


def differences_on(folder, found, *, at, address):
    """Return where walks of some readers through another site say something else.

    ``at`` is the moment that stands still meanwhile.
    """
    done = subprocess.run(
        [sys.executable, "-c", READ],
        cwd=ROOT,
        env=environ_for(
            folder,
            DJANGO_SETTINGS_MODULE="skatclub.settings",
            SKATCLUB_ADDRESS=address,
        ),
        input=pickle.dumps((at, found)),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, stderr := done.stderr.decode()) == (0, ""), stderr
    return pickle.loads(done.stdout)


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
    at, found = pickle.load(sys.stdin.buffer)
    with time_machine.travel(at, tick=False), scope(FIRST_KEY):
        answers = [differences_for(reader, walk) for reader, walk in found.items()]
    sys.stdout.buffer.write(pickle.dumps(answers))


def differences_for(reader, found):
    client = Client()
    if reader:
        client.force_login(User.objects.get(username=reader))
    return differences(found, asking(client, headers={"host": "localhost"}))
