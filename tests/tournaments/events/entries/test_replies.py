"""Who comes: one link, names as visitors read them, and a quick check-in."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from skatclub.door.attempts import Limit
from tests.factories import make_evening, make_player, make_players, make_secretary
from tests.threads import at_once
from tournaments.careers.joins.services import join_people, remove_person
from tournaments.events.entries import reply_views
from tournaments.events.entries.replies import next_evening, turnout_of
from tournaments.events.entries.reply_services import (
    DoorIsOpen,
    renew_reply_link,
    reply,
    set_reply_word,
)
from tournaments.events.entries.services import add_entry
from tournaments.events.models import Event, Reply
from tournaments.events.seats.services import open_table
from tournaments.files.person import person_document
from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.people.models import Club, User
from tournaments.people.services import save_club
from tournaments.words.choices import Answer, EntryStatus, Privacy

pytestmark = pytest.mark.django_db
NAMES = ("Anna Köster", "Bernd Ohm", "Carla Volt", "Dieter Watt")


@pytest.fixture
def thursday(db, forgotten_attempts):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    make_secretary()
    today = timezone.localdate()
    make_evening("Später", date=today + timedelta(days=9))
    return make_evening("Clubabend", date=today + timedelta(days=2))


@pytest.fixture
def people(thursday):
    return make_players(NAMES)


@pytest.fixture
def link(people):
    organisation = renew_reply_link(organisation=own_organisation())
    return f"/coming/{organisation.reply_code}/"


def say(client, link, answer, event=None):
    evening = event or next_evening()
    return client.post(link, {"evening": evening.pk, **answer})


def answers(event):
    return {str(row.player): row.answer for row in event.replies.order_by("player")}


def test_a_visitor_says_it_for_the_next_evening_and_changes_their_mind(
    client, thursday, people, link
):
    page = client.get(link).text
    assert all(name in page for name in ("Köster, Anna", "Watt, Dieter"))
    assert f'value="{people[0].pk}"' not in page

    for answer in ("yes", "later"):
        say(client, link, {answer: people[0].public_id})
    back = say(client, link, {"no": people[1].public_id})

    assert answers(thursday) == {"Anna Köster": "later", "Bernd Ohm": "no"}
    assert back.url == f"{link}#p-{people[1].public_id}"
    assert "1 kommt." in client.get(link).text


@pytest.mark.parametrize(
    "value", ["", "csv", "1", "00000000-0000-4000-8000-000000000000"]
)
def test_nobody_answers_for_somebody_unknown(client, thursday, link, value):
    status = say(client, link, {"yes": value}).status_code

    assert status in (404, 422)
    assert not Reply.objects.exists()


def test_the_names_are_those_that_visitors_read(client, thursday, people, link):
    make_player("Karla Geheim", privacy=Privacy.HIDDEN, cover_number=7)
    make_player("Emil Kurz", privacy=Privacy.SHORT)
    make_player("Gerd Gast", is_guest=True)
    make_player("Fritz Fort", is_active=False)
    for user in (None, User.objects.get()):
        if user:
            client.force_login(user)
        page = client.get(link).text
        assert "Spieler 7" in page
        assert "Emil K." in page
        for name in ("Geheim", "Karla", "Kurz", "Gast", "Fort"):
            assert name not in page, name


def test_a_guest_of_the_last_evenings_is_asked_too(thursday, people):
    guest = make_player("Gerd Gast", is_guest=True)
    before = make_evening("Neulich", date=thursday.date - timedelta(days=9))
    open_table(series=before.series.get(), players=[*people[:2], guest])

    assert guest in [each.player for each in turnout_of(thursday).people]


def test_the_link_is_renewed_and_a_wrong_one_is_no_page(client, people, link):
    assert client.get("/coming/1/").status_code == 404
    renew_reply_link(organisation=own_organisation())
    assert client.get(link).status_code == 404
    Organisation.objects.update(reply_code="")
    assert client.get("/coming//").status_code == 404


def test_a_word_comes_before_any_name_and_a_new_one_is_asked_again(
    client, thursday, people, link
):
    set_reply_word(organisation=own_organisation(), word="Grand Ouvert")
    for sent in ({}, {"yes": people[0].public_id}, {"code": "Null"}):
        assert "Köster" not in client.post(link, sent).text
    assert not Reply.objects.exists()
    client.post(link, {"code": " grand  ouvert"})
    assert "Köster" in client.get(link).text

    set_reply_word(organisation=own_organisation(), word="Null Ouvert")

    assert "Köster" not in client.get(link).text


def test_guesses_of_the_word_and_floods_of_answers_are_slowed(
    client, thursday, people, link, monkeypatch
):
    few = Limit(name="reply", most=1, seconds=60)
    monkeypatch.setattr(reply_views, "REPLY", few)
    for answer in ("yes", "no"):
        last = say(client, link, {answer: people[0].public_id})
    assert "eine Minute warten" in last.text
    assert answers(thursday) == {"Anna Köster": "yes"}
    set_reply_word(organisation=own_organisation(), word="Grand")
    for _each in range(21):
        last = client.post(link, {"code": "Null"})
    assert last.status_code == 429
    assert client.post(link, {"code": "Grand"}).status_code == 429


def test_once_somebody_is_checked_in_the_link_asks_about_the_evening_after(
    client, thursday, people, link
):
    add_entry(event=thursday, player=people[3])
    later = next_evening()

    with pytest.raises(DoorIsOpen):
        reply(event=thursday, player=people[0], answer=Answer.YES)
    # A page from before does not speak for another evening.
    page = say(client, link, {"yes": people[0].public_id}, thursday)
    assert (page.status_code, later.name) == (422, "Später")
    assert not Reply.objects.exists()
    say(client, link, {"yes": people[0].public_id})
    assert answers(later) == {"Anna Köster": "yes"}

    later.delete()
    page = client.get(link).text
    assert "Es geht schon los" in page
    assert "Köster" not in page
    assert "0 kommen" not in page


def test_without_an_evening_the_page_says_so(client, link, thursday):
    Event.objects.update(kind="tournament")
    assert next_evening() is None

    assert "noch kein Abend angelegt" in client.get(link).text
    assert client.post(link, {"yes": "csv"}).status_code == 200


def test_the_secretary_sees_the_tables_and_checks_in_who_said_yes(
    client, thursday, people
):
    client.force_login(User.objects.get())
    more = make_players([f"Hans Ohm{number}" for number in range(8)])
    for player in (*people[:3], *more[:7]):
        reply(event=thursday, player=player, answer=Answer.YES)
    client.post(f"/events/{thursday.pk}/replies/note/", {"later": people[3].public_id})
    page = client.get(f"/events/{thursday.pk}/replies/").text
    assert "Wer kommt?" in client.get(f"/events/{thursday.pk}/check-in/").text
    past = make_evening(date=thursday.date - timedelta(days=500))
    assert "Wer kommt?" not in client.get(f"/events/{past.pk}/check-in/").text
    assert "11 kommen." in page
    assert "Tische zu 4-4-3" in page

    client.post(f"/events/{thursday.pk}/check-in/tick/", {"all": "promised"})

    here = thursday.entries.filter(status=EntryStatus.PRESENT)
    assert here.count() == 10
    assert not here.filter(player=people[3]).exists()
    assert "Kommt später" in client.get(f"/events/{thursday.pk}/check-in/").text


def test_who_said_no_or_later_is_not_checked_in_with_all_others(
    client, thursday, people
):
    client.force_login(User.objects.get())
    (lately,) = make_players(["Emil Kurz"])
    before = make_evening("Neulich", date=thursday.date - timedelta(days=9))
    open_table(series=before.series.get(), players=[*people[:2], lately])
    reply(event=thursday, player=lately, answer=Answer.NO)
    for player, answer in zip(people, ("", *Answer.values), strict=True):
        add_entry(event=thursday, player=player, status=EntryStatus.REGISTERED)
        if answer:
            reply(event=thursday, player=player, answer=answer)
    page = client.get(f"/events/{thursday.pk}/check-in/").text
    assert all(f"sagt: {each.label}" in page for each in Answer)

    assert page.count("sagt: Nein") == 2

    for group in ("listed", "regulars"):
        client.post(f"/events/{thursday.pk}/check-in/tick/", {"all": group})

    here = thursday.entries.filter(status=EntryStatus.PRESENT)
    assert [entry.player for entry in here] == people[:2]


def test_the_secretary_makes_the_link_and_the_word(client, thursday, people):
    client.force_login(User.objects.get())
    address = f"/events/{thursday.pk}/replies/"
    client.post(f"{address}link/")
    client.post(address, {"word": " Grand  Ouvert "})
    organisation = own_organisation()

    page = client.get(address).text
    assert f"/coming/{organisation.reply_code}/" in page
    assert 'value="Grand Ouvert"' in page


def test_answers_go_with_a_person_and_one_of_two_joined_goes(thursday, people):
    anna, bernd = people[:2]
    for player in (anna, bernd):
        reply(event=thursday, player=player, answer=Answer.YES)
    assert person_document(anna)["replies"][0]["answer"] == "yes"

    join_people(kept=anna, gone=bernd, by=User.objects.get())
    assert answers(thursday) == {"Anna Köster": "yes"}
    remove_person(player=anna)
    assert not Reply.objects.exists()


@pytest.mark.parametrize("count", [2, 30])
def test_the_page_costs_the_same_for_two_and_for_thirty(
    client, thursday, link, count, django_assert_max_num_queries
):
    for player in make_players([f"Hans Ohm{number}" for number in range(count)]):
        reply(event=thursday, player=player, answer=Answer.YES)

    with django_assert_max_num_queries(12):
        client.get(link)


@pytest.mark.django_db(transaction=True)
def test_thirty_who_answer_at_once_are_all_counted(forgotten_attempts):
    event = make_evening()
    people = make_players([f"Hans Ohm{number}" for number in range(30)])
    calls = [
        partial(reply, event=event, player=player, answer=Answer.YES)
        for player in people
    ]
    for start in (0, 15):
        at_once([*calls[start : start + 15], *calls[start : start + 5]])

    assert event.replies.count() == 30
