"""People who hide their full name are not named on public pages, papers and files."""

import io
import json
import re
import zipfile
from collections import deque
from contextvars import Context
from dataclasses import replace
from io import StringIO
from itertools import product
from urllib.parse import urljoin, urlsplit

import pypdf
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import F, SlugField, Value
from django.db.models.functions import Concat, Left
from django.http import HttpResponse
from django.urls import get_resolver
from django.urls.converters import IntConverter
from django.utils import timezone
from django.utils.text import slugify

from tests.factories import make_evening, make_player, make_secretary, make_user
from tests.tournaments.files import events
from tests.tournaments.leagues.matches import known, make_division, make_teams
from tests.tournaments.leagues.matches import played_day as play_match_day
from tests.tournaments.papers.pdf import pdf_of
from tests.tournaments.seasons.seasons import make_season
from tournaments.apps import FIRST_KEY
from tournaments.events.draws.drawing import DrawPart, DrawQuestion, DrawWish
from tournaments.events.models import Adjustment, Event, Reopening, Swap
from tournaments.events.planning.services import publish_event
from tournaments.leagues.models import GroupReopening
from tournaments.papers.orders import PaperKind, PaperOrder, papers_of
from tournaments.people.models import Club, Player, User
from tournaments.people.names.mentions import TypedField
from tournaments.people.services import save_player
from tournaments.scope.scope import Audience, scope, shown_to
from tournaments.seasons.services import publish_season
from tournaments.seating.problem import Entrant
from tournaments.sheets.models import Game, ScoreSheet
from tournaments.site.access import views_with_patterns
from tournaments.web.canvas import Addresses
from tournaments.web.shapes import BoundPapers
from tournaments.words.choices import DrawMode, Privacy

pytestmark = pytest.mark.django_db

PEOPLE = {
    "Kunigunde Quastenflosser": Privacy.SHORT,
    "Roswitha Ypsilanti": Privacy.FIRST,
    "Ottokar Zwetschgenthal": Privacy.HIDDEN,
    "Kunigunde Quellwasser": Privacy.SHORT,
    "Siegbert Wackernagel": Privacy.HIDDEN,
}
TYPED_FOR_THE_CLUB = {"note", "reason", "remark", "message"}
GENDERS = ("female", "male", "female", "male", "female")
PROTECTED = {
    *("quastenflosser", "ypsilanti", "ottokar", "zwetschgenthal", "quellwasser"),
    *("siegbert", "wackernagel"),
    # In the league.
    *("morgenroth", "adelheid"),
}
PERSON_KEY = re.compile(r"/(?:members|people|players)/([0-9]+)/")
KEYS = range(1, 1 + len(PEOPLE))
PAPERS = (
    *("start-cards", "draw-by-table", "draw-by-name", "standings", "prizes"),
    *("typed-lists", "place-cards", "certificates", "emergency"),
)
WORDS = {
    "kind": ("csv", "xlsx"),
    "ranking": ("teams", "guests", "women", "everybody", "single", "lists"),
    "number": KEYS,
}
# Links lead to them: codes, tokens and words of events.
NOT_TO_BE_GUESSED = ("-",)
CLUBS_OWN = (
    "/paper/events/1/print/",
    "/downloads/club/",
    "/downloads/events/",
    "/downloads/former/",
    "/downloads/lists/",
    "/downloads/people/",
)
SHARED = ("calendar.ics", "results.atom", "widget/")
NAMELESS = {PaperKind.LOTS, PaperKind.INVITATION}


@pytest.fixture(scope="module", autouse=True)
def club(first_keys):
    """A club with data of every kind, and people with every kind of privacy."""
    erika, gerda = make_secretary("erika"), make_secretary("gerda")
    home = Club.objects.create(name="Karo Einfach", is_home=True)
    *people, substitute = [
        make_player(name, club=home, privacy=wish, gender=gender)
        for (name, wish), gender in zip(PEOPLE.items(), GENDERS, strict=True)
    ]
    event = make_evening("Preisskat", series=3, rounds=2)
    events.enter(event, people, erika)
    events.play(event, people, substitute, erika, gerda)
    events.type_totals(event, people, erika)
    events.pay(event, people, erika)
    publish_season(season=make_season(), is_published=True)
    teams = make_teams(division := make_division(is_published=True))
    play_match_day(division, teams, {"A": 3, "B": 2, "C": 1})
    leader = known("A1")
    leader.first_name, leader.last_name = "Adelheid", "Morgenroth"
    leader.privacy = Privacy.HIDDEN
    save_player(player=leader)
    talk(event, division)
    for each in Event.objects.all():
        publish_event(event=each, is_published=True)
    return home


def talk(event, division):
    """Mention people by their full names in every free text."""
    reason = "Zwetschgenthal nimmt Siegbert Wackernagels Karte"
    Adjustment.objects.update(reason=reason, decided_by="Roswitha Ypsilanti")
    Game.objects.update(remark="Siegbert Wackernagel sieht zu")
    Game.objects.filter(sheet__series__event=event).update(remark=reason)
    Swap.objects.update(reason=reason)
    Reopening.objects.update(reason=reason)
    ScoreSheet.objects.filter(series__event=event).update(mismatch_reason=reason)
    wish = DrawWish(first=1, last=1, seed="7", mode=DrawMode.WISHES)
    pair = Entrant(number=1, team="Quellwasser/Ypsilanti")
    question = DrawQuestion(wish=wish, parts=(DrawPart(series=(1,), entrants=(pair,)),))
    tables = {number: [[1, 2, 3, 4]] for number in range(1, 4)}
    answer = json.dumps({"stops": [], "tables": tables})
    event.draws.update(question=question.to_text(), answer=answer)
    group = division.match_days.first().groups.exclude(event=None).first()
    by, now = User.objects.first(), timezone.now()
    GroupReopening.objects.create(group=group, reason="Morgenroth fehlt", by=by, at=now)
    team = division.teams.last()
    team.withdrawn_on, team.withdrawn_reason = now.date(), "Adelheid Morgenroth fehlt"
    team.save()
    name_in_every_text()


LEAST_FOR_A_NAME = 40  # in shorter columns it has no room beside what stands there


def name_in_every_text():
    """Write a hidden name into every text that people type freely, public or not."""
    models = apps.get_app_config("tournaments").get_models()
    columns = [
        (model, column)
        for model in models
        for column in model._meta.concrete_fields
        if isinstance(column, TypedField) or column.name in TYPED_FOR_THE_CLUB
    ]
    for model, column in columns:
        if column.max_length and column.max_length < LEAST_FOR_A_NAME:
            continue
        name = " Ottokar Zwetschgenthal"
        if isinstance(column, SlugField):
            name = f"-{slugify(name)}"
        named = Concat(F(column.name), Value(name))
        if column.max_length:
            named = Left(named, column.max_length)
        rows = model._base_manager.all()
        if column.name == "withdrawn_reason":  # of whoever plays on there is none
            rows = rows.exclude(withdrawn_reason="")
        rows.update(**{column.name: named})


def addresses(keys=KEYS):
    """Yield every possible address, with the first keys for each number in it."""
    for parts, _view in views_with_patterns(get_resolver(), ()):
        route = "/" + "".join(map(str, parts))
        places = [pair for part in parts for pair in part.converters.items()]
        words = WORDS | ({"kind": PAPERS} if "print/" in route else {})
        most = keys if len(places) == 1 else keys[:3]
        values = [
            most
            if isinstance(converter, IntConverter)
            else words.get(name, NOT_TO_BE_GUESSED)
            for name, converter in places
        ]
        for chosen in product(*values):
            yield re.sub("<[^>]*>", "{}", route).format(*chosen)


def for_programs(client):
    """Return the addresses of the API, whose words no page knows."""
    rows = client.get("/api/v1/events/").json()["events"]
    events = [f"/api/v1/events/{row['slug']}/" for row in rows]
    lists = [
        f"{event}lists/{code}/"
        for event in events
        for code in ScoreSheet.objects.values_list("code", flat=True)
    ]
    return [*events, *(f"{event}standings/" for event in events), *lists]


def answered(client, asked, *, follow=False):
    """Return the answers of addresses as text, and of some their pages lead to.

    What is not there is not read, so it need not be drawn. Of pages that are made
    alike one is followed, besides those that are asked for by their keys.
    """
    walk = Walk(client)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("skatclub.urls.handler404", not_there, raising=False)
        for address in sorted(set(asked)):
            walk.go(address)
        while follow and walk.links:
            address = walk.links.popleft()
            if kind_of(address) not in walk.kinds:
                walk.go(address)
    return walk.found


def not_there(request, exception):
    return HttpResponse(status=404)


class Walk:
    """What was found by which address, and where it leads to."""

    def __init__(self, client):
        self.client, self.found, self.links = client, {}, deque()
        self.seen, self.kinds, self.closed = set(), set(), set()

    def go(self, address):
        page, kind = without_order(address), kind_of(address)
        if "logout" in address or page in self.seen or kind in self.closed:
            return
        self.seen.add(page)
        answer = self.client.get(address)
        if leads_to := answer.get("Location"):
            self.links.append(urljoin(address, leads_to))
        # Decided before anybody looks what lies there.
        if answer.status_code in (401, 405) or "/login/" in (leads_to or ""):
            self.closed.add(kind)
        if answer.status_code == 200:
            self.kinds.add(kind)
            self.found[address] = f"{dict(answer.headers)}\n{text_of(answer)}"
            if "html" in answer["Content-Type"]:
                self.links += links_in(answer.text, address)


def without_order(address):
    """Return the address of a page without sorting, return address and edition."""
    return re.sub(r"\b(sort|next|revision)=[^&]*", r"\1=", address)


def kind_of(address):
    """Return an address without numbers, ids and values, in either language."""
    path, _, question = re.sub("^/(de|en)/", "/-/", address).partition("?")
    return re.sub(r"[0-9a-f-]{36}|\d+", "#", path), *re.findall(r"\w+(?==)", question)


def links_in(text, address):
    """Return the addresses a page links to or loads."""
    found = re.findall(r"""(?:href|src|hx-get|action)=["']([^"'#]+)""", text)
    joined = (urljoin(address, each.replace("&amp;", "&")) for each in found)
    return [each for each in joined if not urlsplit(each).netloc]


def text_of(answer):
    """Return all readable text of an answer."""
    content = answer.getvalue()
    if content.startswith(b"%PDF"):
        paper = pypdf.PdfReader(io.BytesIO(content))
        pages = [page.extract_text() for page in paper.pages]
        return "\n".join([*pages, str(paper.metadata), str(paper.outline)])
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = [packed.read(name) for name in packed.namelist()]
        return "\n".join(part.decode("utf-8", "ignore") for part in parts)
    return content.decode("utf-8", "ignore")


def told(found):
    """Return the protected names found, with their addresses."""
    return {
        address: names
        for address, text in found.items()
        if (names := names_in(flattened(text)))
    }


def names_in(text):
    return {name for name in PROTECTED if name in text}


def flattened(text):
    # Paper breaks words, and pages cut what is bold.
    return re.sub(r"[\s\u00ad-]+", "", text.casefold())


def test_no_visitor_finds_a_protected_name_or_the_page_of_a_hidden_person(client, club):
    also = ["/?page=1", "/events/1/beamer/?ranking=teams", *for_programs(client)]
    found = answered(client, [*addresses(), *also], follow=True)

    assert told(found) == {}
    # What was walked through is the club, not its doors.
    everything = "\n".join([*found, *found.values()])
    for name in ("Kunigunde Q.", "Kunigunde Q. (2)", "Roswitha", "Spieler "):
        assert name in everything
    kinds = {address.strip("/").split("/")[0] for address in found}
    assert {"events", "lists", "seasons", "paper", "downloads", "api"} <= kinds
    assert {f"/de/{word}" for word in SHARED} <= found.keys()
    hidden = {player.pk for player in Player.objects.all() if player.is_covered}
    short = Player.objects.get(last_name="Quastenflosser").pk
    told_keys = {int(key) for key in PERSON_KEY.findall(everything)}
    assert short in told_keys
    assert told_keys.isdisjoint(hidden)
    for pk in hidden:
        assert client.get(f"/members/{pk}/").status_code == 404


NAMING = (
    *("/events/1/standings/", "/leagues/teams/1/", "/lists/1/", "/members/1/"),
    *("/paper/lists/1/", "/seasons/1/"),
)


def test_the_walk_finds_the_names_where_they_stand(client, club):
    client.force_login(make_user())

    found = told(answered(client, NAMING))

    assert set().union(*found.values()) == PROTECTED
    assert found.keys() == set(NAMING)


TO_PRINT = ("standings", "prizes", "draw-by-table", "draw-by-name")
PUBLIC_PAPERS = [
    *("/paper/events/1/standings/", "/paper/seasons/1/"),
    *(f"/paper/events/1/print/{paper}/" for paper in TO_PRINT),
    *(f"/downloads/standings/1/{kind}/" for kind in ("csv", "xlsx", "ods")),
    *("/downloads/seasons/1/csv/", "/events/1/beamer/"),
]


def test_what_is_handed_on_has_full_names_for_whoever_is_signed_in_and_asks(
    client, club
):
    wanted = {"names": "full", "full_names": "on"}
    visitor = {each: text_of(client.get(each, wanted)) for each in PUBLIC_PAPERS}
    client.force_login(make_secretary("anton"))

    plain = {address: client.get(address) for address in PUBLIC_PAPERS}
    found = {each: text_of(client.get(each, wanted)) for each in PUBLIC_PAPERS}

    assert {answer.status_code for answer in plain.values()} == {200}
    assert told({each: text_of(answer) for each, answer in plain.items()}) == {}
    assert told(visitor) == {}
    assert told(found).keys() == set(PUBLIC_PAPERS)


def test_full_names_are_only_where_somebody_says_who_reads(client, club, settings):
    keeper = "tournaments.public.middleware.know_reader"
    settings.MIDDLEWARE = [each for each in settings.MIDDLEWARE if each != keeper]
    client.force_login(make_secretary("anton"))

    # What somebody orders on the print page says who reads it, and the club's own
    # data is made of names.
    files = [
        address
        for address in addresses(keys=[1])
        if address.startswith(("/paper/", "/downloads/"))
        and not address.startswith(CLUBS_OWN)
    ]

    assert told(answered(client, files)) == {}
    assert "/paper/lists/1/" in files


def test_no_cache_gives_a_visitor_what_somebody_signed_in_has_seen(client, club):
    page = "/events/1/standings/"
    client.force_login(make_user())
    seen = client.get(page)
    client.logout()

    answer = client.get(page, headers={"If-None-Match": seen["ETag"]})

    assert answer.status_code == 200
    assert "Cookie" in answer["Vary"]
    assert "private" in answer["Cache-Control"]


def test_a_hidden_person_does_not_stand_where_the_name_would(db):
    for name in ("Anna Abel", "Bernd Zorn"):
        make_player(name)
    hidden = make_player("Carla Lang", privacy=Privacy.HIDDEN)
    short = make_player("Zita Abendroth", privacy=Privacy.SHORT)

    with shown_to(Audience.PUBLIC):
        keys = {player: player.sort_key for player in Player.objects.all()}

    assert keys[hidden] == f"spieler {hidden.cover_number}"
    assert keys[short] == "zita a."


def test_no_two_people_are_called_the_same_where_names_are_short(db):
    make_player("Anna Kurz", privacy=Privacy.SHORT)
    make_player("Anna Köster", privacy=Privacy.SHORT)
    make_player("ANNA Krause", privacy=Privacy.SHORT)
    make_player("Anna Meier", privacy=Privacy.FIRST)
    make_player("Anna Zorn", privacy=Privacy.FIRST)
    make_player("Annabel", privacy=Privacy.SHORT)
    for number in range(60):
        make_player(f"Emil {number}", privacy=Privacy.HIDDEN)

    names = [player.public_name for player in Player.objects.all()]

    assert len({name.casefold() for name in names}) == len(names)
    assert {"Anna K.", "Anna K. (2)", "ANNA K. (3)", "Anna", "Anna (2)"} <= set(names)


def test_numbers_of_namesakes_and_of_hidden_people_stay(db):
    first = make_player("Anna Kurz", privacy=Privacy.SHORT)
    second = make_player("Anna Köster", privacy=Privacy.SHORT)
    first.privacy = Privacy.HIDDEN
    save_player(player=first)
    number = first.cover_number
    for wish in (Privacy.FULL, Privacy.SHORT, Privacy.HIDDEN):
        first.privacy = wish
        save_player(player=first)

    save_player(player=second)

    assert second.public_name == "Anna K. (2)"
    assert first.public_name == f"Spieler {number}"
    # A single name is not cut but covered.
    kalle = make_player("Kalle", privacy=Privacy.FIRST)
    assert kalle.public_name == f"Spieler {kalle.cover_number}"


@pytest.mark.parametrize("name", ["name", "sorted_name", "sort_key", "has_page"])
def test_there_is_no_name_where_nobody_says_who_reads(name):
    anna = Player(first_name="Anna", last_name="Köster", privacy=Privacy.HIDDEN)

    # A thread begins with an empty context.
    with pytest.raises(TypeError, match="who reads"):
        Context().run(getattr, anna, name)
    with pytest.raises(TypeError, match="reader"):
        PaperOrder(event=None, kinds=[], addresses=None)


def test_papers_that_a_thread_prints_have_the_names_of_their_order(club):
    order = PaperOrder(
        event=Event.objects.get(pk=1),
        kinds=[],
        addresses=Addresses("http://127.0.0.1/"),
        copies={4: 1},
        reader=Audience.PUBLIC,
        full_names=True,
    )
    orders = {kind: replace(order, kinds=[kind]) for kind in PaperKind}

    # A thread begins with an empty context.
    in_books = scope(FIRST_KEY)(printed)
    in_a_thread = {kind: Context().run(in_books, one) for kind, one in orders.items()}
    for_the_club = {
        kind: printed(replace(one, reader=Audience.CLUB))
        for kind, one in orders.items()
    }

    assert told(in_a_thread) == {}
    assert set(PaperKind) - told(for_the_club).keys() == NAMELESS


def printed(order):
    return text_of(HttpResponse(pdf_of(BoundPapers(papers=papers_of(order)))))


def test_commands_that_take_the_data_out_have_what_the_club_knows(club, tmp_path):
    archive, event = tmp_path / "club.zip", tmp_path / "event.json"
    slug = Event.objects.values_list("slug", flat=True).get(pk=1)

    Context().run(call_command, "export_club", str(archive), stdout=StringIO())
    Context().run(call_command, "export_event", slug, output=event)

    assert told({"club": text_of(HttpResponse(archive.read_bytes()))})["club"] == (
        PROTECTED
    )
    assert told({"event": event.read_text()})
