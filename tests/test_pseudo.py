"""No text stands outside of the catalogue, on any page."""

import pytest
from django.conf import settings

from tests import pseudo
from tests.walk import make_things, paths
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.people.models import User
from tournaments.seasons.models import Season

# Names of things, in every language the same.
KNOWN = {
    *("Skatclub", "Deutsch", "English", "SkWO", "ISkO"),
    *("CSV", "ODS", "XLSX", "Excel", "LibreOffice", "frame", "src", "JSON"),
    "Null",
}
STYLE = "/style/"  # its examples are people's names


@pytest.fixture(scope="module")
def things(first_keys):
    owner = make_things()
    for event in Event.objects.all():
        publish_event(event=event, is_published=True)
    Season.objects.update(is_published=True)
    return owner


@pytest.fixture
def strange_language(things, db):
    with pseudo.spoken():
        yield pseudo.words_of_books() | KNOWN


def found_on(client, addresses, known):
    found = {}
    for address in addresses:
        answer = client.get(address)
        if answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
            words = pseudo.plain_words(answer.text, known)
            if words:
                found[address] = sorted(words)
    return found


def test_what_a_translator_cannot_reach_is_found():
    page = (
        '<p title="Weg">ṔĺÁćé von <b>Anna</b> <code>abc</code> 12 x &amp; http://a.de'
    )

    assert pseudo.plain_words(page, {"Anna"}) == {"Weg", "von"}


@pytest.mark.usefixtures("bare_refusals")
def test_nobody_reads_anything_outside_of_the_catalogue(client, strange_language):
    for_visitors = [f"/{pseudo.LANGUAGE}{path}" for path in paths()]

    assert found_on(client, for_visitors, strange_language) == {}
    client.force_login(User.objects.get(username="erika"))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo.LANGUAGE
    assert found_on(client, set(paths()) - {STYLE}, strange_language) == {}
