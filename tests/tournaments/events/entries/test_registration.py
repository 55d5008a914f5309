"""Players enter themselves: places, the waiting list, who they are, and floods."""

from datetime import timedelta
from functools import partial

import pytest
from django.core import mail as outbox
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.utils import timezone

from skatclub.door.attempts import Limit
from tests.factories import make_evening, make_player, make_secretary
from tests.threads import at_once
from tournaments.careers.joins.services import remove_person
from tournaments.events.entries import registration_views
from tournaments.events.entries.places import pending, places_left, token_of
from tournaments.events.entries.recognition import NEW, recognised
from tournaments.events.entries.registration_services import (
    RegistrationIsClosed,
    forget_what_was_said,
    open_registration,
    register,
    take_in,
    withdraw,
)
from tournaments.events.entries.services import (
    HasPlayed,
    add_entry,
    mark_absent,
    mark_present,
    remove_entry,
)
from tournaments.events.models import Event, Registration
from tournaments.files.event.writing import event_document, public_document
from tournaments.files.person import person_document
from tournaments.people.models import Club, Player, User
from tournaments.people.services import find_or_add_club, save_club
from tournaments.scope.models import LogEntry
from tournaments.words.choices import EntryStatus, EventKind, Privacy
from tournaments.words.formats import weekday_date

pytestmark = pytest.mark.django_db
LATER = timedelta(days=3)


def make_tournament(*, places=None, until=LATER, **fields):
    fields = {"kind": EventKind.TOURNAMENT, "is_published": True, **fields}
    return make_evening(
        "Preisskat",
        open_until=timezone.now() + until,
        places=places,
        entry_fee=1000,
        **fields,
    )


@pytest.fixture
def tournament(db, forgotten_attempts):
    make_secretary()
    return make_tournament()


def enter(event, name="Hans Ohm", club="", number="", **fields):
    first, _space, last = name.rpartition(" ")
    return register(
        registration=Registration(
            event=event,
            first_name=first,
            last_name=last,
            club=club,
            number=number,
            **fields,
        )
    )


def waiting(event):
    rows = event.registrations.filter(is_waiting=True)
    return [each.last_name for each in rows]


def test_whoever_comes_too_late_waits_and_moves_up_by_themselves(db):
    event = make_tournament(places=2)
    first, _second, third, fourth = [
        enter(event, f"Hans {name}") for name in ("Ohm", "Volt", "Watt", "Farad")
    ]
    assert waiting(event) == ["Watt", "Farad"]

    withdraw(registration=first)
    assert waiting(event) == ["Farad"]
    event.places = 3
    open_registration(event=event)
    assert waiting(event) == []
    enter(event, "Hans Henry")
    [entry] = take_in(event=event, people={third.pk: None}, struck=set())
    assert waiting(event) == ["Henry"]
    mark_absent(entry=entry)
    assert waiting(event) == []
    assert places_left(event) == 0
    take_in(event=event, people={}, struck={fourth.pk})
    assert places_left(event) == 1


def test_a_promised_place_stays_though_somebody_is_added_by_hand(db):
    event = make_tournament(places=1)
    row = enter(event)
    add_entry(event=event, player=make_player("Ida Volt"), status="registered")

    assert not Registration.objects.get(pk=row.pk).is_waiting
    assert places_left(event) == 0


@pytest.mark.parametrize(
    "fields", [{"until": -LATER}, {"is_published": False}], ids=["over", "unpublished"]
)
def test_nobody_enters_a_closed_event_and_nobody_moves_up_there(db, fields):
    event = make_tournament(**fields)

    with pytest.raises(RegistrationIsClosed):
        enter(event)

    event.registrations.create(last_name="Ohm", is_waiting=True)
    open_registration(event=event)
    assert waiting(event) == ["Ohm"]


def test_nothing_is_stored_beyond_the_longest_waiting_list(tournament, monkeypatch):
    monkeypatch.setattr(
        "tournaments.events.entries.registration_services.MOST_PENDING", 1
    )
    enter(tournament)

    with pytest.raises(RegistrationIsClosed):
        enter(tournament, "Ida Volt")


def test_whoever_takes_it_back_leaves_the_entries_too_unless_they_are_here(tournament):
    row = enter(tournament)
    [entry] = take_in(event=tournament, people={row.pk: None}, struck=set())
    row.refresh_from_db()
    mark_present(entry=entry)
    with pytest.raises(HasPlayed):
        withdraw(registration=row)
    tournament.entries.update(status=EntryStatus.REGISTERED)

    for _twice in range(2):
        withdraw(registration=row)

    assert not tournament.entries.exists()
    assert not Registration.objects.exists()
    labels = LogEntry.objects.filter(table="registration").values_list(
        "label", "changes"
    )
    assert "Ohm" not in str([*labels])


def test_an_entry_that_is_removed_takes_its_registration_along(tournament):
    row = enter(tournament)
    [entry] = take_in(event=tournament, people={row.pk: None}, struck=set())

    remove_entry(entry=entry)

    assert not Registration.objects.exists()


@pytest.fixture
def known(db):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    sieben = find_or_add_club(name="Pik Sieben")
    guest = {"is_guest": True, "club": sieben}
    return {
        "Hans Meier": make_player("Hans Meier", **guest, member_number="04-11"),
        "Ida Alt": make_player("Ida Alt", **guest),
        "Eva Kurz": make_player("Eva Kurz", club=Club.objects.get(is_home=True)),
    }


@pytest.mark.parametrize(
    ("name", "club", "number", "answer"),
    [
        ("Hans Meier", "", "04-11", "Hans Meier"),
        ("Hans Maier", "Herz Ass", "04-11", "Hans Meier"),
        ("Hans Meier", "Pik Sieben", "", "Hans Meier"),
        ("ida alt", "pik sieben", "", "Ida Alt"),
        ("Dr. Ida Alt", "Pik Sieben", "", "Ida Alt"),
        ("Ida Alt", "Pik Sieben", "04-12", "Ida Alt"),
        ("Otto Lang", "Pik Sieben", "04-13", NEW),
        # Nothing of this goes without saying.
        ("Hans Meier", "Herz Ass", "", ""),
        ("Hans Meier", "", "", ""),
        ("Hans Meier", "Pik Sieben", "04-12", ""),
        ("Otto Lang", "Pik Sieben", "04-11", ""),
        ("Ida Ald", "Pik Sieben", "", ""),
        ("Otto Lang", "Kreuzbube", "", ""),
    ],
)
def test_who_is_known_by_name_and_number_and_who_is_asked_about(
    tournament, known, name, club, number, answer
):
    enter(tournament, name, club, number)

    [read] = recognised(tournament)

    expected = str(known[answer].pk) if answer in known else answer
    assert (read.answer, bool(read.doubt)) == (expected, not answer)


def test_twins_and_people_on_the_list_are_asked_about(tournament, known):
    enter(tournament, "Otto Lang")
    enter(tournament, "otto lang", "Herz Ass")
    add_entry(event=tournament, player=known["Ida Alt"], status="registered")
    enter(tournament, "Ida Alt", "Pik Sieben")

    enter(tournament, "Ida Alt")

    found = recognised(tournament)
    assert [read.answer for read in found] == [""] * 4
    assert "dieses Namens" in found[3].doubt


def test_whoever_is_taken_in_is_an_entry_with_club_and_number(tournament, known):
    rows = [
        enter(tournament, "Hans Meier", number="04-11"),
        enter(tournament, "Otto Lang", "Herz Ass", "07-1"),
        enter(tournament, "Rita Neu", "Kreuzbube"),
    ]
    people = {row.pk: None for row in rows} | {rows[0].pk: known["Hans Meier"]}

    entries = take_in(event=tournament, people=people, struck=set())

    assert [str(entry) for entry in entries] == [
        "1 Hans Meier",
        "2 Otto Lang",
        "3 Rita Neu",
    ]
    otto = Player.objects.get(last_name="Lang")
    assert (str(otto.club), otto.member_number, otto.is_guest) == (
        "Herz Ass",
        "07-1",
        True,
    )
    with pytest.raises(ValidationError, match="inzwischen"):
        take_in(event=tournament, people=people, struck=set())
    assert tournament.entries.count() == 3


def test_a_letter_goes_to_who_wants_one_again_when_they_move_up(
    db, settings, django_capture_on_commit_callbacks, forgotten_attempts
):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    settings.EMAIL_HOST = "mail.example"
    settings.ADDRESS = "https://skat.example/"
    settings.ALLOWED_HOSTS = ["skat.example", *settings.ALLOWED_HOSTS]
    event = make_tournament(places=1, place="Zur Post")
    first = enter(event, "Hans Ohm")

    with django_capture_on_commit_callbacks(execute=True):
        row = enter(event, "Ida Volt", mail="ida@example.org")
        withdraw(registration=first)

    waits, has_place = [message.body for message in outbox.outbox]
    assert "Du stehst auf der Warteliste: Preisskat" in waits
    assert "Du bist dabei: Preisskat, 6. November 2026, Zur Post." in has_place
    assert f"https://skat.example/registration/{token_of(row)}/" in has_place
    assert "Volt" not in has_place


def test_all_of_it_is_in_files_of_the_club_and_gone_with_the_person(tournament):
    row = enter(tournament, mail="hans@example.org")
    [entry] = take_in(event=tournament, people={row.pk: None}, struck=set())

    [stored] = event_document(tournament)["registrations"]
    assert (stored["mail"], stored["person"]) == (
        "hans@example.org",
        str(entry.player.public_id),
    )
    assert "registrations" not in public_document(event_document(tournament), [])
    [theirs] = person_document(entry.player)["Registration"]
    assert theirs["mail"] == "hans@example.org"
    remove_person(player=entry.player)
    assert not Registration.objects.exists()


def test_registrations_are_forgotten_some_weeks_after_the_event(tournament):
    enter(tournament)

    forget_what_was_said(until=tournament.date)
    assert Registration.objects.exists()
    forget_what_was_said(until=tournament.date + timedelta(days=1))
    assert not Registration.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_three_hundred_at_once_are_all_there_and_nobody_twice(forgotten_attempts):
    event = make_tournament(places=120)
    rows = [
        Registration(event=event, first_name="Hans", last_name=f"Ohm {number}")
        for number in range(300)
    ]

    def send(row):
        for _again in range(2):
            register(registration=row)

    for at in range(0, 300, 20):
        at_once([partial(send, row) for row in rows[at : at + 20]])
    leavers = event.registrations.filter(is_waiting=False)[:20]
    at_once([partial(withdraw, registration=row) for row in leavers])

    assert event.registrations.count() == 280
    assert event.registrations.filter(is_waiting=False).count() == 120
    names = event.registrations.values_list("last_name", flat=True)
    assert len({*names}) == 280


# Pages


def sent(client, event, **fields):
    page = client.get(f"/events/{event.pk}/register/")
    fields = {
        "first_name": "Hans",
        "last_name": "Ohm",
        "page": page.context["form"]["page"].value(),
        **fields,
    }
    return client.post(f"/events/{event.pk}/register/", fields)


def test_a_stranger_enters_and_takes_it_back(client, tournament):
    page = client.get(f"/de/events/{tournament.slug}/")
    assert f"events/{tournament.slug}/register/" in page.text
    answer = sent(client, tournament, club="Herz  Ass ", number="04-11")

    own = client.get(answer.url).text
    row = Registration.objects.get()
    assert (str(row), row.club, row.number) == ("Hans Ohm", "Herz Ass", "04-11")
    assert "Hans Ohm ist dabei." in own
    again = client.post(f"/events/{tournament.pk}/register/", answer.wsgi_request.POST)
    assert again.url == answer.url
    # Who opens the page anew and enters once more is not there twice.
    assert sent(client, tournament, club="herz ass", number="04-11").url == answer.url
    for forged in (str(row.pk), f"{row.pk}:x", "csv"):
        assert client.post(f"/registration/{forged}/").status_code == 404
    client.post(answer.url)
    assert not Registration.objects.exists()
    assert "Hier ist niemand (mehr) angemeldet." in client.get(answer.url).text


@pytest.mark.parametrize(
    "fields",
    [
        {"last_name": ""},
        {"first_name": " "},
        {"last_name": "<b>Ohm</b>"},
        {"website": "https://spam.example/"},
        {"number": "keine"},
        {"club": "x" * 121},
    ],
    ids=str,
)
def test_nonsense_is_refused_and_named(client, tournament, fields):
    answer = sent(client, tournament, **fields)

    assert answer.status_code == 422
    assert "errorlist" in answer.text
    assert not Registration.objects.exists()


def test_a_flood_is_stopped_and_a_pub_is_not(client, tournament, monkeypatch):
    for number in range(60):
        assert sent(client, tournament, last_name=f"Ohm {number}").status_code == 302
    refused = sent(client, tournament, last_name="Zu viel")
    assert (refused.status_code, "Zu viel" in refused.text) == (429, True)
    client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert sent(client, tournament, last_name="Anderswo").status_code == 302
    caches["attempts"].clear()
    few = Limit(name="registrations", most=1, seconds=600)
    monkeypatch.setattr(registration_views, "REGISTRATIONS", few)
    assert sent(client, tournament, last_name="Eins").status_code == 302
    assert sent(client, tournament, last_name="Zwei").status_code == 429

    assert tournament.registrations.count() == 62


def test_the_page_tells_nobody_who_is_known_or_entered(client, tournament, known):
    hidden = make_player("Karla Geheim", privacy=Privacy.HIDDEN, cover_number=7)
    add_entry(event=tournament, player=hidden, status="registered")
    answers = [
        client.get(sent(client, tournament, first_name=first, last_name=last).url).text
        for first, last in (("Karla", "Geheim"), ("Karla", "Gehweg"))
    ]

    for page in (client.get(f"/events/{tournament.pk}/register/").text, *answers):
        assert "Meier" not in page
        assert "Spieler 7" not in page
    assert len(answers[0]) == len(answers[1])


def test_a_closed_or_hidden_registration_takes_nobody(client, tournament):
    Event.objects.update(open_until=timezone.now())
    assert (
        "Die Anmeldung ist geschlossen."
        in client.get(f"/events/{tournament.pk}/register/").text
    )
    refused = client.post(
        f"/events/{tournament.pk}/register/", {"first_name": "A", "last_name": "B"}
    )
    assert "Die Anmeldung ist geschlossen." in refused.text
    for hidden in ({"is_published": False}, {"is_published": True, "open_until": None}):
        Event.objects.update(**hidden)
        assert client.get(f"/events/{tournament.pk}/register/").status_code == 404
    assert not Registration.objects.exists()


def test_the_organiser_takes_in_who_is_clear_and_then_the_others(
    client, tournament, known
):
    client.force_login(User.objects.get())
    address = f"/events/{tournament.pk}/registrations/"
    clear = enter(tournament, "Hans Meier", number="04-11")
    asked = enter(tournament, "Ida Ald", "Herz Ass")
    junk = enter(tournament, "Spam Spam")
    client.post(f"{address}take/", {"only": junk.pk, f"as_{junk.pk}": "strike"})
    page = client.get(address)
    values = {
        field.html_name: field.value() for _row, field in page.context["taking"].rows()
    }
    client.post(f"{address}take/", values)

    assert [str(entry) for entry in tournament.entries.all()] == ["1 Hans Meier"]
    assert values[f"as_{clear.pk}"] == str(known["Hans Meier"].pk)
    nothing = client.post(f"{address}take/", {})
    assert "Es ist noch nichts gewählt." in nothing.text
    client.post(f"{address}take/", {f"as_{asked.pk}": known["Ida Alt"].pk})
    assert [str(entry) for entry in tournament.entries.all()][1:] == ["2 Ida Alt"]
    twins = [enter(tournament, "Eva Kurs") for _twice in range(2)]
    values = {f"as_{row.pk}": known["Eva Kurz"].pk for row in twins}
    twice = client.post(f"{address}take/", values)
    assert twice.text.count("Doppelt gewählt") == 2
    assert address in twice.text
    values |= {f"as_{twins[1].pk}": "strike"}
    taken = client.post(f"{address}take/", values, follow=True)
    assert "Gestrichen: 1." in taken.text
    late = enter(tournament, "Eva Kurz")
    again = client.post(f"{address}take/", {f"as_{late.pk}": known["Eva Kurz"].pk})
    assert "Steht schon auf der Teilnehmerliste: hier streichen." in again.text
    history = client.get(f"/history/event/{tournament.pk}/").text
    assert "Spieler: Hans Meier" in history
    assert Player.objects.count() == len(known)
    namesake = make_player("Rita Neu")
    rows = [enter(tournament, name) for name in ("Rita Neu", "Rita Nau")]
    assert "nur einmal gibt" in client.get(address).text
    client.post(f"{address}take/", {"namesakes": "yes"})
    assert tournament.entries.filter(player=namesake).exists()
    assert rows[1] in pending(tournament)


def test_a_flood_is_struck_out_at_once_but_nobody_who_came_since(
    client, tournament, monkeypatch
):
    client.force_login(User.objects.get())
    monkeypatch.setattr("tournaments.events.entries.recognition.MOST_SHOWN", 2)
    rows = [enter(tournament, f"Spam Spam{number}") for number in range(3)]

    client.post(f"/events/{tournament.pk}/registrations/take/", {"rest": rows[1].pk})

    assert [*tournament.registrations.all()] == [rows[2]]
    assert not tournament.entries.exists()


def test_the_organiser_opens_and_closes_it(client, tournament):
    client.force_login(User.objects.get())
    address = f"/events/{tournament.pk}/registrations/"
    soon = timezone.localtime(timezone.now() + timedelta(hours=2))
    sent = {"day": soon.strftime("%d.%m.%Y"), "time": f"{soon:%H:%M}", "places": 48}
    opened = client.post(address, sent, follow=True)
    assert f"Gespeichert. Offen bis {weekday_date(soon)}, {soon:%H:%M} Uhr" in (
        opened.text
    )
    tournament.refresh_from_db()
    assert tournament.places == 48
    assert f"/events/{tournament.pk}/register/" in client.get(address).text

    client.post(f"/events/{tournament.pk}/publish/", {"published": "no"})
    published = client.post(f"/events/{tournament.pk}/publish/", {"published": "yes"})
    assert published.url == address
    page = client.get(address, headers={"host": "localhost"}).text
    for part in ("note warning", "data-share", "js/copy.js", "Startgeld: 10,00"):
        assert part in page, part

    half = client.post(address, {"day": "1.1.2999", "time": ""})
    assert half.status_code == 422
    closed = client.post(address, {"day": "", "time": "", "places": ""}, follow=True)

    assert "Gespeichert. Die Anmeldung ist geschlossen." in closed.text
    tournament.refresh_from_db()
    assert (tournament.open_until, tournament.places) == (None, None)
    tournament.store(date=soon.date() + timedelta(days=30))
    opening = client.get(address).context["opening"]
    proposed = soon.date() + timedelta(days=29)
    assert (opening["day"].value(), opening["time"].value()) == (proposed, "18:00")


@pytest.mark.parametrize("count", [1, 30])
def test_the_page_of_the_organiser_costs_the_same_for_one_and_for_thirty(
    client, tournament, known, count, django_assert_max_num_queries
):
    client.force_login(User.objects.get())
    for number in range(count):
        enter(tournament, f"Hans Meier{number}", "Pik Sieben")

    with django_assert_max_num_queries(20):
        client.get(f"/events/{tournament.pk}/registrations/")
    page = client.get(f"/events/{tournament.pk}/check-in/").text
    words = "Anmeldung steht" if count == 1 else "Anmeldungen stehen"
    assert f"{count} {words} noch nicht auf dieser Liste." in page
