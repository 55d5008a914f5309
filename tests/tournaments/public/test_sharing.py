"""What other sites and programs take, and what they never get."""

import gzip
import re

import pytest
from django.conf import settings

from skatclub.bundles import bundle
from tests.factories import EIGHT_GAMES, make_secretary, make_sheet, type_games
from tests.tournaments.seasons.seasons import make_season, played_evening
from tournaments.events.models import Event
from tournaments.events.planning.services import publish
from tournaments.people.models import Club, User
from tournaments.people.services import save_club
from tournaments.seasons.services import publish_season
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    erika = make_secretary()
    evening = played_evening(0, 2, erika)
    publish(event=evening, is_published=True)
    publish_season(season=make_season(), is_published=True)
    return evening


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(re.sub("<[^>]*>", " ", answer.text).split())


def test_the_widget_shows_the_last_result_and_the_season(client, club):
    text = text_of(client.get("/de/widget/"))

    assert "Kreuzbube" in text
    assert "Zuletzt: Abend 0, 9. Januar 2026 vorläufig" in text
    assert re.search(r"1\. Bernd .* 2\. Anna", text)
    assert "Saison 2026" in text


def test_only_the_widget_may_stand_in_a_frame(client, club):
    framed = client.get("/de/widget/")
    others = [client.get(path) for path in ("/de/", "/de/events/", "/de/seasons/")]

    policy = framed["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'none'" in policy
    assert "X-Frame-Options" not in framed
    for other in others:
        assert other["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]


def test_the_widget_needs_ten_kilobytes_and_nothing_from_elsewhere(client, club):
    answer = client.get("/de/widget/")
    files = re.findall(r'<link[^>]*href="([^"]*)"', answer.text)

    assert files == [f"{settings.STATIC_URL}css/frame.css"]
    assert not re.search(r"<(script|img|form|iframe)\b|\sstyle=", answer.text)
    assert not answer.cookies
    style = bundle("css/frame.css").read_bytes()
    felts = (settings.BASE_DIR / "skatclub/static/css/felts.css").read_bytes()
    parts = (answer.content, style, felts)
    assert sum(len(gzip.compress(part)) for part in parts) < 10_000


def test_the_widget_says_nothing_that_visitors_do_not_read(client, club):
    hidden = Event.objects.get().series.get().sheets.get().results.first().player
    type(hidden).objects.filter(pk=hidden.pk).update(
        privacy=Privacy.HIDDEN, cover_number=17
    )
    secret = make_sheet().series.event
    type_games(secret.series.get().sheets.get(), EIGHT_GAMES, by=User.objects.get())
    Event.objects.filter(pk=secret.pk).update(name="Geheimabend")
    client.force_login(User.objects.get())

    led = client.get("/widget/")
    text = text_of(client.get("/de/widget/"))

    assert led["Location"] == "/de/widget/"
    assert "Geheimabend" not in text
    assert hidden.last_name not in text
    publish(event=club, is_published=False)
    assert "Abend 0" not in text_of(client.get("/de/widget/"))


def test_a_club_without_an_evening_has_a_widget_with_its_name(client):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    make_secretary()

    text = text_of(client.get("/de/widget/"))

    assert text == "Kreuzbube Kreuzbube Abende, Ergebnisse, Saison"
