"""The owner decides which programs get a key and which get notices."""

import pytest

from tests.factories import make_evening, make_owner, make_secretary
from tests.tournaments.api.notices.receiver import Receiver, is_genuine, receiving
from tournaments.api.models import ApiKey
from tournaments.api.notices import places
from tournaments.api.notices.work import send_notices
from tournaments.apps import FIRST_KEY
from tournaments.notices.models import Notice, Subscription
from tournaments.notices.services import notify_programs
from tournaments.words.notices import CHOOSABLE, NoticeFault, NoticeKind

pytestmark = pytest.mark.django_db
ADDRESS = "https://example.org/hook"


@pytest.fixture
def paula(client):
    owner = make_owner()
    client.force_login(owner)
    return owner


@pytest.fixture
def example(monkeypatch):
    """Let every name resolve to a public address."""

    def look_up(host, port, **_kind):
        return [(2, 1, 6, "", ("93.184.216.34", port))]

    monkeypatch.setattr(places.socket, "getaddrinfo", look_up)


@pytest.fixture
def hook(db):
    return Subscription.objects.create(
        address=ADDRESS, kinds=" ".join(CHOOSABLE), secret="whsec_MTIz"
    )


def add(client, address=ADDRESS, kinds=CHOOSABLE):
    fields = {"address": address, "kinds": [str(kind.value) for kind in kinds]}
    return client.post("/programs/told/add/", fields)


def test_a_program_subscribes_and_its_secret_is_shown_once(client, paula, example):
    made = add(client, kinds=[NoticeKind.FINISHED])

    row = Subscription.objects.get()
    assert (row.address, row.kinds) == (ADDRESS, "list.finished")
    assert made.status_code == 200
    assert row.secret in made.text
    assert made["Cache-Control"].startswith("max-age=0")
    for page in ("/programs/", f"/programs/told/{row.pk}/"):
        shown = client.get(page).text
        assert ADDRESS in shown
        assert row.secret not in shown


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("https://127.0.0.1/", "privates Netz"),
        ("https://localhost/", "privates Netz"),
        ("https://[::1]:8443/hook", "privates Netz"),
        ("http://example.org/", "https://"),
        ("ftp://example.org/", "https://"),
        ("https://erika:geheim@example.org/", "Name und Passwort"),
        ("https://[fec0::1]/", "privates Netz"),
        ("https://1.1.1.1:0/", "gültige Adresse"),
        ("https://1.1.1.1:22/", "gültige Adresse"),
        ("https://1.1.1.1:80/", "gültige Adresse"),
        ("https://1.1.1.1:1023/", "gültige Adresse"),
        ("https://1.1.1.1:99999/", "gültige Adresse"),
        ("https://[::1/", "gültige Adresse"),
        ("https:///hook", "Kein Rechner"),
        ("hook", "https://"),
    ],
)
def test_a_wrong_address_gets_one_clear_sentence(client, paula, address, said):
    refused = add(client, address)

    assert refused.status_code == 422
    assert refused.text.count('class="errorlist"') == 1
    assert said in refused.text
    assert not Subscription.objects.exists()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("HTTPS://1.1.1.1/", "https://1.1.1.1/"),
        ("Https://Example.ORG:8443/Hook?Q=A", "https://example.org:8443/Hook?Q=A"),
        ("https://EXAMPLE.org?Mail=a@b", "https://example.org?Mail=a@b"),
    ],
)
def test_capitals_make_no_difference_in_an_address(client, paula, example, typed, kept):
    statuses = [add(client, each).status_code for each in (typed, kept)]

    assert statuses == [200, 422]
    assert Subscription.objects.get().address == kept


def test_a_key_is_copied_with_one_tap_and_with_the_address(client, paula):
    page = client.post("/programs/keys/add/", {"name": "Saal"})

    assert page.status_code == 200
    assert 'data-copy="secret"' in page.text
    assert 'value="http://testserver/api/v1/"' in page.text


def test_each_address_subscribes_once_and_no_more_than_twenty(client, paula, example):
    add(client)
    twice = add(client)
    for number in range(1, 20):
        add(client, f"{ADDRESS}/{number}")
    too_many = add(client, f"{ADDRESS}/more")

    assert (twice.status_code, too_many.status_code) == (422, 422)
    assert Subscription.objects.count() == 20


def test_failures_are_shown_in_plain_words(client, paula, hook):
    notify_programs(NoticeKind.EVENT, event=make_evening("Preisskat"))
    Notice.objects.filter(kind=NoticeKind.SEASON).delete()
    Notice.objects.update(
        state="given-up", fault=NoticeFault.REFUSED, status=503, due_at=None, tries=10
    )

    page = client.get(f"/programs/told/{hook.pk}/").text

    for words in ("Preisskat", "aufgegeben", "nicht angenommen (503)"):
        assert words in page
    assert "1 nicht angekommen" in client.get("/programs/").text
    client.post(f"/programs/told/{hook.pk}/again/")
    notice = Notice.objects.get()
    assert (notice.state, notice.tries) == ("waiting", 0)
    # What waits is sent anyway.
    client.post(f"/programs/told/{hook.pk}/again/{notice.pk}/")
    assert Notice.objects.get().due_at == notice.due_at


def test_a_program_can_be_switched_off_and_on(client, paula, hook):
    notify_programs(NoticeKind.TEST)

    client.post(f"/programs/told/{hook.pk}/off/")
    notify_programs(NoticeKind.TEST)
    client.post(f"/programs/told/{hook.pk}/test/")
    assert [row.fault for row in Notice.objects.all()] == [NoticeFault.OFF]

    client.post(f"/programs/told/{hook.pk}/on/")
    client.post(f"/programs/told/{hook.pk}/test/")
    assert Notice.objects.count() == 2
    client.post(f"/programs/told/{hook.pk}/remove/")
    assert not Subscription.objects.exists()


def test_many_notices_take_as_many_queries_as_one(
    client, paula, hook, django_assert_num_queries
):
    evening = make_evening()
    page = f"/programs/told/{hook.pk}/"
    counts = []
    for times in (1, 5):
        for _time in range(times):
            notify_programs(NoticeKind.EVENT, event=evening)
        with django_assert_num_queries(5) as asked:
            client.get(page)
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_a_test_is_sent_by_the_worker(client, paula, hook, settings):
    settings.PRIVATE_NOTICES = True
    receiver = Receiver()
    with receiving(receiver) as address:
        Subscription.objects.update(address=address)
        client.post(f"/programs/told/{hook.pk}/test/")
        send_notices.func(organisation=FIRST_KEY, subscription=hook.pk)

    (request,) = receiver.requests
    assert request["body"]["type"] == "test"
    assert is_genuine(hook.secret, request["headers"], request["raw"])
    assert "angekommen" in client.get(f"/programs/told/{hook.pk}/").text


def test_a_key_is_created_shown_once_and_revoked(client, paula):
    made = client.post("/programs/keys/add/", {"name": "Saal", "writes": "on"})
    key = ApiKey.objects.get()
    again = client.post("/programs/keys/add/", {"name": "Saal"})

    assert "skat_" in made.text
    assert key.account.role == "typist"
    assert again.status_code == 422
    page = client.get("/programs/").text
    assert "Saal" in page
    assert "skat_" not in page
    client.post(f"/programs/keys/{key.pk}/revoke/")
    key.refresh_from_db()
    assert key.revoked_at


def test_a_secretary_does_not_see_these_pages(client, hook):
    client.force_login(make_secretary())

    assert client.get("/programs/").status_code == 403
    assert client.post(f"/programs/told/{hook.pk}/test/").status_code == 404
    assert not Notice.objects.exists()
