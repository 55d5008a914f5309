"""Data for other sites and programs, and data they never get."""

import datetime
import gzip
import html
import re
from xml.etree.ElementTree import fromstring

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from skatclub.release.bundles import bundle
from tests.factories import (
    EIGHT_GAMES,
    finish_list,
    make_evening,
    make_secretary,
    make_sheet,
    type_games,
)
from tests.tournaments.leagues.matches import make_division, make_teams, plan, set_up
from tests.tournaments.seasons.seasons import make_season, played_evening
from tournaments.events.entries.replies import next_evening
from tournaments.events.flow.services import release, reopen_list
from tournaments.events.models import Event, Series
from tournaments.events.planning.services import publish_event
from tournaments.leagues.services import publish_league
from tournaments.organisations.models import Organisation
from tournaments.organisations.services import add_organisation
from tournaments.people.models import Club, Player, User
from tournaments.people.services import save_club
from tournaments.public.selectors import ZONE
from tournaments.scope.scope import UNTIL_RELEASED, scope
from tournaments.seasons.models import Season
from tournaments.seasons.services import publish_season
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import EventKind, Privacy

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def first_evening(module_db):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    erika = make_secretary()
    evening = played_evening(0, 2, erika)
    publish_event(event=evening, is_published=True)
    publish_season(season=make_season(), is_published=True)
    return evening


@pytest.fixture
def club(first_evening, db):
    return Event.objects.get(pk=first_evening.pk)


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(re.sub("<[^>]*>", " ", answer.text).split())


def test_the_widget_shows_the_last_result_and_the_season(client, club):
    text = text_of(client.get("/de/widget/"))

    assert "Kreuzbube" in text
    assert "Zuletzt: Abend 0, 9. Januar 2026 vorläufig" in text
    assert re.search(r"1\. Bernd .* 2\. Anna", text)
    assert re.search(r" 1 Bernd .* 2 Anna", text_of(client.get("/en/widget/")))
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


def test_the_widget_of_today_is_light_unless_its_page_follows_the_reader(client, club):
    evening = make_evening("Heute", date=timezone.localdate())
    sheet, by = make_sheet(evening=evening), User.objects.get()
    finish_list(sheet, EIGHT_GAMES, by=by)
    make_sheet(("W", "X", "Y", "Z"), evening=evening)
    publish_event(event=evening, is_published=True)

    light = client.get("/de/widget/")
    follows = client.get("/de/widget/?look=auto").text

    assert "vorn: Dieter, 223 Punkte" in text_of(light)
    assert ' data-look="light"' in light.text
    assert 'content="light"' in light.text
    assert "data-look" not in follows
    assert 'content="light dark"' in follows


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
    publish_event(event=club, is_published=False)
    assert "Abend 0" not in text_of(client.get("/de/widget/"))


def test_each_club_shares_its_own(client, club, many_organisations):
    other = add_organisation(name="Herz Sieben", host="herz7.example").organisation
    with scope(other.pk):
        make_secretary("frieda")
    there = {"host": "herz7.example"}

    shared = [
        client.get(path, headers=there).content.decode()
        for path in ("/de/widget/", "/de/results.atom", "/de/calendar.ics")
    ]

    assert all("Herz Sieben" in text for text in shared)
    assert not any("Abend 0" in text or "Bernd" in text for text in shared)


def entries_of(answer):
    assert answer.status_code == 200
    return list(fromstring(answer.content).iter(f"{ATOM}entry"))


def said(entry, name):
    return entry.find(f"{ATOM}{name}").text


def test_a_feed_tells_each_result_once(client, club):
    answer = client.get("/de/results.atom")
    (entry,) = entries_of(answer)

    assert answer["Content-Type"].startswith("application/atom+xml")
    assert said(entry, "title") == "Abend 0, 9. Januar 2026: Bernd (vorläufig)"
    assert said(entry, "summary").startswith("1. Bernd ")
    assert said(entry, "id") == f"urn:uuid:{club.public_id}"
    # RFC 4287, 4.1.1: somebody has written each entry.
    assert b"<author><name>" in answer.content
    assert entry.find(f"{ATOM}link").get("href") == (
        f"http://testserver/de/events/{club.slug}/standings/"
    )

    # Each language has a feed of its own; a corrected result keeps its id.
    english = client.get("/en/results.atom").content
    feeds = {re.search(rb"<id>[^<]*", text)[0] for text in (answer.content, english)}
    assert len(feeds) == 2
    before = entry
    release(event=club, is_released=True)
    (after,) = entries_of(client.get("/de/results.atom"))
    assert said(after, "title") == "Abend 0, 9. Januar 2026: Bernd"
    assert said(after, "id") == said(before, "id")
    assert said(after, "updated") >= said(before, "updated")
    sheet = ScoreSheet.objects.filter(series__event=club).earliest("pk")
    reopen_list(sheet=sheet, by=User.objects.get(), reason="Tippfehler")
    (corrected,) = entries_of(client.get("/de/results.atom"))
    state = "(wird berichtigt, 0 von 1 Listen)"
    assert said(corrected, "title") == f"Abend 0, 9. Januar 2026 {state}"
    assert said(corrected, "updated") >= said(after, "updated")


def test_an_entry_of_the_feed_is_newer_when_a_name_in_it_changes(client, club):
    with time_machine.travel("2036-01-01 12:00Z", tick=False):
        Player.objects.get(last_name="Bernd").store(
            privacy=Privacy.HIDDEN, cover_number=17
        )
        (entry,) = entries_of(client.get("/de/results.atom"))

    assert "Bernd" not in said(entry, "title")
    assert said(entry, "updated").startswith("2036-01-01")


def test_the_feed_of_a_season_has_its_evenings_alone(client, club):
    other = played_evening(20, 1, User.objects.get())
    publish_event(event=other, is_published=True)
    Season.objects.update(last_date="2026-03-31")
    season = Season.objects.get()

    with_other = entries_of(client.get("/de/results.atom"))
    own = entries_of(client.get(f"/de/seasons/{season.pk}/results.atom"))

    assert len(with_other) == 2
    assert [said(entry, "title")[:7] for entry in own] == ["Abend 0"]
    publish_season(season=season, is_published=False)
    assert client.get(f"/de/seasons/{season.pk}/results.atom").status_code == 404


def test_what_is_withheld_or_not_published_is_in_no_feed_of_the_same_text(client, club):
    Series.objects.update(results_from=UNTIL_RELEASED)
    assert entries_of(client.get("/de/results.atom")) == []

    Series.objects.update(results_from=None)
    publish_event(event=club, is_published=False)
    client.force_login(User.objects.get())
    assert entries_of(client.get("/de/results.atom")) == []
    assert client.get(f"/de/events/{club.slug}/standings.json").status_code == 404
    for path in ("/de/results.atom", "/de/calendar.ics"):
        kept = {"if-none-match": client.get(path)["ETag"]}
        again = client.get(path, headers=kept)
        assert again.status_code == 304, path


def test_feed_and_widget_ask_no_more_for_many_evenings(client, club):
    paths = ("/de/results.atom", "/de/calendar.ics", "/de/widget/")
    counts = []
    for weeks in (range(1, 2), range(2, 4)):
        for week in weeks:
            evening = played_evening(week, 1, User.objects.get())
            publish_event(event=evening, is_published=True)
        for path in paths:
            with CaptureQueriesContext(connection) as asked:
                client.get(path)
            counts.append(len(asked))

    assert all(many <= one for one, many in zip(counts[:3], counts[3:], strict=True)), (
        counts
    )


def test_standings_come_as_json_to_any_page(client, club):
    answer = client.get(f"/de/events/{club.slug}/standings.json")
    told = answer.json()

    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "public" in answer["Cache-Control"]
    assert told["event"]["name"] == "Abend 0"
    assert told["standings"]["rows"][0]["name"] == "Bernd"
    unknown = client.get(f"/de/events/{club.slug}/standings.json?ranking=nobody")
    assert unknown.status_code == 404


def test_season_league_and_event_are_framed_and_read_by_scripts(client, club):
    season = Season.objects.get()
    division = make_division()
    make_teams(division)
    publish_league(league=division.league, is_published=True)
    Player.objects.filter(last_name="Bernd").update(first_name="Kurt")
    client.force_login(User.objects.first())
    page = html.unescape(client.get("/share/").text)
    frames = re.findall(r'<iframe src="http://testserver([^"]*[?][^"]*)"', page)
    files = re.findall(r'value="http://testserver(/de/downloads/[^"]*)"', page)

    texts = [text_of(client.get(html.unescape(each))) for each in frames]
    answers = [client.get(each) for each in [*files, "/de/results.atom"]]

    assert len(frames) == 3
    assert len(files) == 6
    assert f"/de/downloads/seasons/{season.pk}/json/" in files
    assert re.search("Saison 2026 .*1. Bernd, Kurt .*Zur ganzen Tabelle", texts[0])
    assert all(answer["Access-Control-Allow-Origin"] == "*" for answer in answers)
    assert client.get(files[1]).json()["rows"][0][1] == "Bernd, Kurt"
    one = text_of(client.get(f"/de/widget/?event={club.slug}&rows=1"))
    assert "1." in one
    assert "2." not in one
    publish_event(event=club, is_published=False)
    assert client.get(f"/de/widget/?event={club.slug}").status_code == 404
    assert client.get("/de/widget/?season=x").status_code == 404


@pytest.fixture
def meeting(club):
    Organisation.objects.update(
        weekday=4, start_time="19:30", place="Krug; Hof, links", address="Gasse 3"
    )
    return make_evening("Weihnachtsskat", date=datetime.date(2026, 12, 4))


def dates_in(answer):
    """Return the dates of a calendar as mappings, their lines unfolded."""
    assert answer.status_code == 200
    text = answer.content.decode().replace("\r\n ", "")
    return [
        dict(line.split(":", 1) for line in part.split("\r\n") if ":" in line)
        for part in text.split("BEGIN:VEVENT\r\n")[1:]
    ]


def starts_of(date):
    return "".join(date[name] for name in date if name.startswith("DTSTART"))


@time_machine.travel("2026-11-23 12:00Z", tick=False)
def test_the_calendar_has_what_is_planned_and_the_regular_day(client, meeting):
    before = dates_in(client.get("/de/calendar.ics"))
    publish_event(event=meeting, is_published=True)
    answer = client.get("/de/calendar.ics")
    after = dates_in(answer)

    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    (past, planned, regular, *_more) = after
    assert past["SUMMARY"] == "Abend 0"
    assert planned["SUMMARY"] == "Weihnachtsskat"
    assert planned["DTSTART;TZID=Europe/Berlin"] == "20261204T193000"
    assert planned["UID"] == str(meeting.public_id)
    assert planned["URL"] == f"http://testserver/de/events/{meeting.slug}/"
    assert planned["LOCATION"] == "Krug\\; Hof\\, links\\, Gasse 3"
    assert regular["DTSTART;TZID=Europe/Berlin"] == "20261127T193000"
    assert "Weihnachtsskat" not in {date["SUMMARY"] for date in before}
    days = [date["DTSTART;TZID=Europe/Berlin"] for date in after]
    assert len(days) == len(set(days))
    assert {date["UID"] for date in after[2:-1]} < {date["UID"] for date in before}
    # A date that is moved is the same one later.
    meeting.refresh_from_db()
    meeting.date = datetime.date(2026, 12, 11)
    meeting.save()
    moved = dates_in(client.get("/de/calendar.ics"))[1]
    assert moved["UID"] == planned["UID"]
    assert int(moved["SEQUENCE"]) == int(planned["SEQUENCE"]) + 1
    assert moved["DTSTART;TZID=Europe/Berlin"] == "20261211T193000"
    # A tournament may be anywhere.
    meeting.store(kind=EventKind.TOURNAMENT)
    assert "LOCATION" not in dates_in(client.get("/de/calendar.ics"))[1]


@time_machine.travel("2026-11-23 12:00Z", tick=False)
@pytest.mark.parametrize("is_published", [True, False])
def test_an_evening_stands_on_the_day_it_was_moved_to_alone(
    client, meeting, is_published
):
    publish_event(event=meeting, is_published=is_published)
    meeting.refresh_from_db()
    meeting.date = datetime.date(2026, 12, 3)
    meeting.save()
    extra = make_evening("Geheim", date=datetime.date(2026, 11, 25))
    extra.store(place="Waldhaus")

    answer = client.get("/de/calendar.ics")
    days = [starts_of(date)[:8] for date in dates_in(answer)[1:]]

    assert sorted(days)[:4] == ["20261125", "20261127", "20261203", "20261211"]
    assert next_evening() == extra
    assert "Nächster Abend: Mittwoch, 25. November" in text_of(client.get("/de/"))
    assert "Geheim" not in answer.text
    assert answer.text.count("LOCATION:Waldhaus") == 1


@time_machine.travel("2026-11-23 12:00Z", tick=False)
def test_a_match_day_is_a_date_until_its_match_is_one(client, club):
    division = make_division("Staffel Ost")
    teams = make_teams(division, people=4)
    group = plan(division, teams, number=12)
    hidden = client.get("/de/calendar.ics")
    publish_league(league=division.league, is_published=True)
    _evening, day = dates_in(client.get("/de/calendar.ics"))

    assert "Landesliga" not in hidden.text
    assert day["SUMMARY"] == "Landesliga Staffel Ost\\, 12. Spieltag"
    assert day["DTSTART;VALUE=DATE"] == f"{group.match_day.date:%Y%m%d}"
    assert day["URL"] == f"http://testserver/de/leagues/divisions/{division.pk}/"
    event = set_up(group, teams, by=User.objects.get()).event
    publish_event(event=event, is_published=True)
    told = [each["SUMMARY"] for each in dates_in(client.get("/de/calendar.ics"))]
    assert "Landesliga Staffel Ost\\, 12. Spieltag\\, Gruppe 1" in told
    assert day["SUMMARY"] not in told


@time_machine.travel("2026-11-23 12:00Z", tick=False)
def test_an_evening_that_is_held_takes_the_place_of_the_regular_day(client, meeting):
    Event.objects.filter(pk=meeting.pk).update(date=datetime.date(2026, 11, 27))
    before = dates_in(client.get("/de/calendar.ics"))
    publish_event(event=meeting, is_published=True)

    with time_machine.travel("2026-11-27 23:00Z", tick=False):
        after = dates_in(client.get("/de/calendar.ics"))

    on_the_day, still = (
        [date["UID"] for date in dates if "20261127T" in starts_of(date)]
        for dates in (before, after)
    )
    assert len(on_the_day) == 1
    assert still == [str(meeting.public_id)]


def test_pages_name_the_feeds_and_the_calendar_whose_lines_are_folded(client, club):
    season = Season.objects.get()
    named = {
        "/de/": ("/de/results.atom", "/de/calendar.ics"),
        "/de/events/": ("/de/results.atom", "/de/calendar.ics"),
        f"/de/seasons/{season.pk}/": (f"/de/seasons/{season.pk}/results.atom",),
        f"/de/events/{club.slug}/standings/": (
            f"/de/events/{club.slug}/standings.json",
        ),
    }
    for path, links in named.items():
        page = client.get(path).text
        found = re.findall(r'<link rel="alternate"[^>]*href="([^"]*)"', page)
        assert {*links} <= {*found}, path

    assert settings.TIME_ZONE == ZONE
    Event.objects.update(name="Großes Preisskatturnier, " * 4, place="ü" * 80)
    lines = client.get("/de/calendar.ics").content.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert f"TZID:{ZONE}".encode() in lines


def test_the_secretary_finds_each_line_to_copy_and_how_it_looks(client, meeting):
    publish_event(event=meeting, is_published=True)
    client.force_login(User.objects.get())

    page = client.get("/share/").text

    line = html.unescape(re.search(r'<textarea id="widget-line"[^>]*>([^<]*)', page)[1])
    assert line.startswith('<iframe src="http://testserver/de/widget/" title="Kreuz')
    link = '<a href="http://testserver/de/">Alle Ergebnisse: Kreuzbube</a>'
    assert line.endswith(f"></iframe> {link}")
    assert "\n" not in line
    assert '<iframe class="shared" src="/de/widget/"' in page
    assert "frame-src http://testserver." in page
    for address in ("calendar.ics", "results.atom", "standings.json"):
        found = re.search(rf'value="http://testserver(/de/[^"]*{address})"', page)[1]
        assert client.get(found).status_code == 200
    assert "webcal://testserver/de/calendar.ics" in page
    assert "Weihnachtsskat" in page
    for path in ("/downloads/", "/events/"):
        assert 'href="/share/"' in client.get(path).text


def test_who_shares_from_a_laptop_hears_that_nobody_finds_it(client, club, settings):
    client.force_login(User.objects.get())
    near = {"host": "127.0.0.1:8000"}
    told = client.get("/share/", headers=near).text
    settings.ADDRESS = "http://192.168.1.20:8000/"
    network = client.get("/share/", headers=near).text
    settings.ADDRESS = "https://skat.example/"

    elsewhere = client.get("/share/", headers=near).text

    assert "führen nur zu diesem Computer" in told
    assert "nur in diesem Netz" in network
    assert "manage.py" not in told + network
    assert "führen nur zu" not in network + elsewhere
    assert "nur in diesem Netz" not in elsewhere
    assert "https://skat.example/de/widget/" in elsewhere


def test_search_engines_find_what_is_published_and_pages_say_what_they_are(
    client, club
):
    open_event, secret = make_evening(name="Herbst"), make_evening(name="Geheim")
    publish_event(event=open_event, is_published=True)

    robots = client.get("/robots.txt").text
    sitemap = client.get("/sitemap.xml").text

    assert "Sitemap: http://testserver/sitemap.xml" in robots
    assert f"http://testserver/en/events/{open_event.slug}/standings/" in sitemap
    assert secret.slug not in sitemap
    address = f"http://testserver/de/events/{open_event.slug}/standings/"
    page = client.get(f"{address}?sort=total").text
    assert '<meta name="description" property="og:description" content="Herbst' in page
    title = 'content="Rangliste · Herbst, 6. November 2026 · Kreuzbube"'
    assert f'<meta property="og:title" {title}>' in page
    assert f'<link rel="canonical" href="{address}">' in page
    assert 'hreflang="en" href="http://testserver/en/' in page
