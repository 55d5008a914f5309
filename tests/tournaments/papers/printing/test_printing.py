"""The print page: all papers of an event, in one file or alone."""

import datetime
import math
import re
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils.html import escape
from pypdf import PdfReader

from skatclub.machine.networks import network
from tests.factories import make_evening, make_owner, make_user
from tests.tournaments.papers.events import make_event
from tests.tournaments.papers.lists.test_score_sheet import HOSTILE_NAMES
from tests.tournaments.papers.pdf import read, reader_of, texts_of
from tournaments.events.flow.services import release
from tournaments.events.models import Event
from tournaments.events.money.awards import prize_list
from tournaments.events.planning.services import publish_event
from tournaments.papers.event.cards import booked_receipts, place_cards, start_cards
from tournaments.papers.event.certificates import certificates_paper
from tournaments.papers.event.draws import draw_by_name, draw_by_table
from tournaments.papers.event.standings import prize_table, prizes_paper
from tournaments.papers.lists import lists_to_write_on
from tournaments.papers.orders import PAPERS, PaperKind
from tournaments.people.models import Club, User
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import delete_lists
from tournaments.sheets.writing import card_code
from tournaments.web.canvas import Addresses
from tournaments.words.choices import EventKind
from tournaments.words.formats import weekday_date

pytestmark = pytest.mark.django_db
SITE = Addresses("http://192.168.1.20:8000/")
PAGES = {
    "start-cards": 1,
    "draw-by-table": 1,
    "draw-by-name": 1,
    "place-cards": 2,
    "lists": 2,
    "typed-lists": 1,
    "standings": 1,
    "prizes": 1,
    "certificates": 3,
    "receipts": 1,
}


@pytest.fixture(scope="module")
def printed_event(module_db):
    return make_event(make_owner("erika"))


@pytest.fixture
def erika(printed_event, db):
    return User.objects.get(username="erika")


@pytest.fixture
def event(printed_event, db):
    return Event.objects.get(pk=printed_event.pk)


@pytest.fixture
def desk(client, erika):
    client.force_login(erika)
    return client


def printed(client, event, *kinds, **options):
    url = reverse("papers:printed", args=[event.pk])
    return client.get(url, {"papers": kinds, **options})


@pytest.mark.parametrize(("kind", "pages"), PAGES.items())
def test_each_paper_has_its_address_and_its_pages(desk, event, kind, pages):
    texts = read(desk.get(reverse("papers:paper", args=[event.pk, kind])))

    assert len(texts) == pages
    assert "Groß" in " ".join(texts)


def test_a_notice_leads_to_the_registration_while_it_is_open(desk, event):
    until = datetime.datetime(2999, 12, 3, 18, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    event.store(open_until=until, places=48, is_published=True)

    (text,) = read(printed(desk, event, "invitation"))

    day = f"{weekday_date(event.date)} {event.date.year}"
    assert all(fact in text for fact in ("48 Plätze", " Serie", day))
    assert f"/events/{event.pk}/register/" in text
    assert "Anmeldung bis Dienstag, 3. Dezember, 18:00 Uhr:" in text


def test_lots_and_certificates_are_printed_as_they_are_asked_for(desk, event):
    first, *_rest = read(printed(desk, event, "certificates", text="Gut Blatt!"))
    (text,) = read(printed(desk, event, "lots", people=11))
    event.entries.filter(start_number=4).update(status="left", until_series=1)
    (here,) = read(printed(desk, event, "lots"))

    assert "Gut Blatt!" in first
    # Of four people one has gone; the next series is the second.
    assert (here.count("Tisch 1"), here.count("Herbstpreis · Serie 2")) == (3, 3)
    assert [text.count(f"Tisch {n}") for n in (1, 2, 3, 4)] == [4, 4, 3, 0]


def test_everything_ticked_is_one_file_with_a_list_of_contents(desk, event):
    response = printed(desk, event, *PAGES, "blank-lists", copies_3=2, copies_5=1)

    texts = read(response)
    assert len(texts) == sum(PAGES.values()) + 3
    # They are numbered apart.
    assert sum("Seite 1 von 1" in text for text in texts) >= 2
    outline = [each.title for each in PdfReader(BytesIO(response.content)).outline]
    assert outline[0] == "Startkarten"
    assert len(outline) == len(PAGES) + 2


def test_nothing_on_paper_is_under_eight_points(desk, event):
    sizes = set()

    def visit(text, matrix, at, _font, size):
        scale = math.hypot(*at[:2]) * math.hypot(*matrix[:2])
        if text.strip():
            sizes.add(round(size * scale, 2))

    every = printed(desk, event, *PAGES, "rules", "emergency", "poster", "lots")
    for page in PdfReader(BytesIO(every.content)).pages:
        page.extract_text(visitor_text=visit)

    assert min(sizes) >= 8


def test_a_series_and_a_table_narrow_the_papers(desk, erika):
    event = make_event(erika, tables=3)

    assert len(read(printed(desk, event, "lists"))) == 6
    assert len(read(printed(desk, event, "lists", series=2))) == 3
    (page,) = read(printed(desk, event, "lists", series=2, table=3))
    assert "Anna Meier 2" in page


def test_a_list_to_write_on_has_names_numbers_and_a_code_that_opens_it(desk, event):
    first, second = lists_to_write_on(event, SITE)

    assert first.players[0].name == "Anna Meier"
    assert [player.start_number for player in first.players] == ["1", "2", "3", "4"]
    assert (first.rows, first.totals, first.games) == ((), None, 8)
    sheet = ScoreSheet.objects.get(series__number=2)
    assert second.head.qr == f"http://192.168.1.20:8000/lists/find/?code={sheet.code}"
    code = second.head.qr.removeprefix("http://192.168.1.20:8000")
    assert desk.get(code).url == sheet.get_absolute_url()


def test_the_draw_says_who_sits_where_and_how_it_was_drawn(event):
    texts = []
    for series in (None, 1):
        (page,) = reader_of(draw_by_table(event, series=series)).pages
        texts.append(" ".join(page.extract_text().split()))

    assert "Musterdorf" not in "".join(texts)  # all are of it
    assert [text.count("Anna Meier") for text in texts] == [2, 1]
    assert [text.count("Auslosung Serie 1") for text in texts] == [0, 1]
    assert "4711" not in "".join(texts)
    event.store(kind=EventKind.TOURNAMENT)
    guest = event.entries.get(start_number=2).player
    guest.store(club=Club.objects.create(name="Pik Sieben"))
    (page,) = reader_of(draw_by_table(event, series=1)).pages
    assert "Anna Meier Skatfreunde Musterdorf" in " ".join(page.extract_text().split())


def test_the_draw_by_name_is_sorted_and_has_all_series(event):
    heads, *rows = draw_by_name(event).rows

    assert heads == ("Nr.", "Name", "S1", "S2")
    names = [row[1] for row in rows]
    assert names == ["Groß, Dieter", "Łucki, Carla", "Meier, Anna", "Öztürk, Bernd"]
    assert rows[2] == ("1", "Meier, Anna", "1 / 1", "1 / 4")


def test_a_start_card_shows_its_owners_evening_and_has_a_code_of_its_own(event):
    cards = start_cards(event, SITE).cards

    bernd = event.entries.get(start_number=2).player_id
    assert (cards[1].name, cards[1].number) == ("Bernd Öztürk", "2")
    assert cards[1].qr == f"http://192.168.1.20:8000/events/{event.pk}/me/2/"
    assert cards[1].seats == [("1", "1", "2"), ("2", "1", "3")]
    assert cards[1].code == card_code(event=event.pk, player=bernd)
    assert len({card.code for card in cards}) == len(cards)
    event.entries.filter(start_number=2).update(status="absent")
    names = [card.name for card in start_cards(event, SITE).cards]
    assert names == ["Anna Meier", "Carla Łucki", "Dieter Groß"]


def test_a_place_card_shows_who_sits_there(event):
    (paper,) = place_cards(event, SITE, series=1)

    text = reader_of(paper).pages[0].extract_text()
    assert "Herbstpreis · Serie 1" in text
    assert "Tisch 1 · Platz 1" in text
    code = ScoreSheet.objects.get(series__number=1).code
    assert (paper.cards[0].name, paper.cards[0].code) == ("Anna Meier", code)


FOREIGN = "192.168.77.7:8000"


def test_before_printing_the_page_says_where_codes_lead_and_what_has_changed(
    desk, event, settings
):
    settings.ALLOWED_HOSTS = ["testserver", "192.168.77.7"]
    page = f"/paper/events/{event.pk}/print/"

    first = desk.get(page).text
    desk.get(f"{page}pdf/", {"papers": "standings"})
    desk.get(f"{page}pdf/", {"papers": "start-cards"})
    same = desk.get(page).text
    moved = desk.get(page, headers={"host": FOREIGN}).text

    assert "steht http://testserver/" in first
    assert "Das Netz hat gewechselt" not in first + same
    assert "Das Netz hat gewechselt" in moved
    assert f"http://{FOREIGN}/" in moved


def test_codes_never_lead_to_the_printing_machine_itself(desk, event):
    page = f"/paper/events/{event.pk}/print/"

    text = desk.get(page, headers={"host": "127.0.0.1:8000"}).text

    if network.addresses():
        assert f"http://{network.addresses()[0]}:8000/" in text
        assert "Telefone öffnen die Codes erst, wenn" in text
        assert "Skatclub im Saal starten" in text
        assert "führen Telefone" not in text
    else:
        assert "in keinem Netz" in text


def test_a_prize_of_money_and_a_thing_is_written_out(event):
    winners = prize_list(event)

    assert prize_table(winners).rows[1][-2] == "10,00 €\nSchinken"
    assert "Summe aller Preise: 10,00 €" in texts_of(prizes_paper(event, winners))


def test_a_certificate_before_the_last_list_is_provisional(event):
    unreleased = certificates_paper(event, places=1)
    winner = unreleased.sheets[0]
    delete_lists(ScoreSheet.objects.filter(series__number=2))
    event = release(event=event, is_released=True, confirmed=True)
    papers = (unreleased, certificates_paper(event, places=1))
    before, after = (reader_of(each).pages[0].extract_text() for each in papers)

    assert "Vorläufig: 1 von 2 Listen." in before
    assert "Vorläufig" not in after
    # How a list was proved is nothing for a certificate.
    assert "ungeprüft" not in before + after
    assert (winner.name, winner.place) == ("Dieter Groß", "1. Platz")
    assert winner.achievement == "mit 223 Punkten in 1 Liste"


def test_receipts_are_for_what_was_booked_and_not_taken_back(event, erika):
    payment = event.payments.get(entry__start_number=3)
    back = {"amount": -500, "at": payment.at, "by": erika}
    event.payments.create(kind="fee", entry=payment.entry, reverts=payment, **back)
    sheet = ScoreSheet.objects.get(series__number=1)
    event.payments.create(**back | {"amount": 150}, kind="loss", sheet=sheet)

    fee = ("Startgeld", 500)
    receipts = booked_receipts(event)
    assert [(row.number, row.payer, row.items[0]) for row in receipts] == [
        ("1", "Anna Meier", fee),
        ("2", "Bernd Öztürk", fee),
        ("4", "Dieter Groß", fee),
        # That for a list is for who wrote it.
        ("1-1", "Anna Meier", ("Verlustspielgeld · Serie 1, Tisch 1", 150)),
    ]


def test_no_name_breaks_the_whole_print(desk, erika):
    names = [f"{'AB'[n % 2]}nna {name}"[:190] for n, name in enumerate(HOSTILE_NAMES)]
    for four in (names[:4], names[4:]):
        event = make_event(erika, names=four)
        assert printed(desk, event, *PAGES, "emergency").status_code == 200


@pytest.mark.parametrize("tables", [1, 5])
def test_a_print_costs_the_same_however_many_people(
    desk, erika, tables, django_assert_max_num_queries
):
    event = make_event(erika, tables=tables)

    with django_assert_max_num_queries(83):
        printed(desk, event, *PAGES)


def test_the_print_page_offers_every_paper_and_says_where_codes_lead_nowhere(
    desk, event
):
    address = reverse("papers:print", args=[event.pk])
    publish_event(event=event, is_published=False)
    page = desk.get(address).text
    publish_event(event=event, is_published=True)

    # Certificates wait for the last list, and nobody enters themselves.
    missing = [kind for kind in PaperKind.values if f'value="{kind}"' not in page]
    assert missing == [PaperKind.INVITATION, PaperKind.CERTIFICATES]
    warning = "Diese Veranstaltung ist noch nicht veröffentlicht"
    assert warning in page
    assert f'<a href="{event.get_absolute_url()}">Veröffentlichen</a>' in page
    assert warning not in desk.get(address).text


def test_what_is_not_there_yet_is_not_offered(desk):
    event = make_evening()

    page = desk.get(reverse("papers:print", args=[event.pk])).text
    answer = printed(desk, event, "draw-by-table")

    assert re.findall(r'name="papers" value="([a-z-]+)"', page) == [
        *("lots", "blank-lists", "rules", "emergency")
    ]
    assert answer.status_code == 422
    assert "Es gibt noch nichts zu drucken." in answer.text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "Bitte kreuzen Sie an"),
        ({"papers": "blank-lists"}, "wie viele leere Listen"),
        ({"papers": "blank-lists", "copies_4": "9999"}, "300"),
        ({"papers": "blank-lists", "copies_4": "-1"}, "0"),
        ({"papers": "beermats"}, "beermats"),
        ({"papers": "lists", "series": "7"}, "7"),
        ({"papers": "lists", "table": "x"}, "ganze Zahl"),
        ({"papers": "standings", "ranking": "dogs"}, "dogs"),
    ],
)
def test_nonsense_gets_a_sentence(desk, event, options, words):
    answer = desk.get(reverse("papers:printed", args=[event.pk]), options)

    assert answer.status_code == 422
    assert escape(words) in answer.text


def test_money_and_the_whole_file_are_for_secretaries(client, event):
    client.force_login(make_user())
    page = client.get(reverse("papers:print", args=[event.pk])).text

    for kind in (kind for kind, rule in PAPERS.items() if rule.asks_for):
        url = reverse("papers:paper", args=[event.pk, kind])
        assert client.get(url).status_code == 404
        assert printed(client, event, kind).status_code == 422
        assert f'value="{kind}"' not in page
    assert read(printed(client, event, "standings"))
