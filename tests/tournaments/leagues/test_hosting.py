"""The host of a league match writes it with a code, and sees nothing else."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests.factories import make_sheet, make_user
from tests.tournaments.leagues.matches import (
    WINS,
    make_division,
    make_teams,
    plan,
    play_series,
    secretary,
    set_up,
)
from tests.tournaments.leagues.pages import pdf_text
from tournaments.leagues.models import HostCode, MatchGroup
from tournaments.leagues.services import renew_code, revoke_code
from tournaments.sheets.models import Change, ScoreSheet
from tournaments.sheets.typing.services import delete_line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("forgotten_attempts")]


@pytest.fixture(scope="module")
def two_matches(module_db):
    """Two match days that were played, neither of them published."""
    division = make_division()
    teams = make_teams(division, people=4)
    for number in (1, 2):
        set_up(plan(division, teams, number=number), teams, by=secretary())
    return [group.pk for group in MatchGroup.objects.order_by("pk")]


@pytest.fixture
def match(two_matches, db):
    return MatchGroup.objects.get(pk=two_matches[0])


@pytest.fixture
def other(two_matches, db):
    return MatchGroup.objects.get(pk=two_matches[1])


@pytest.fixture
def code(match):
    return renew_code(group=match, by=secretary())


@pytest.fixture
def host(client, code):
    """A browser in which the code was entered."""
    client.post("/match/", {"code": str(code)})
    return client


def a_list(match):
    return ScoreSheet.objects.filter(series__event=match.event_id)[0]


@pytest.mark.parametrize("typed", ["as printed", "in capitals", "scanned"])
def test_the_code_opens_the_match_and_leaves_the_address(client, match, code, typed):
    if typed == "scanned":
        answer = client.get(f"/match/{code.code}/")
    else:
        text = str(code).upper() if typed == "in capitals" else str(code)
        answer = client.post("/match/", {"code": f" {text} "})

    assert answer.status_code == 302
    assert answer.url == match.get_absolute_url()
    assert client.get(answer.url).status_code == 200


def test_a_host_types_a_list_hands_the_results_in_and_is_named(host, match, code):
    sheet = a_list(match)

    line = {"text": "2g1", "number": "1", "before": ""}
    answer = host.post(reverse("sheets:record", args=[sheet.pk]), line)

    assert answer.status_code == 302
    change = Change.objects.get(sheet=sheet)
    assert change.by == code.account
    assert not change.by.is_active
    # A series is played from the first line on.
    delete_line(sheet=sheet, number=1, by=secretary())
    play_series(match, WINS, by=secretary())
    host.post(reverse("leagues:group-hand-in", args=[match.pk]))
    match.refresh_from_db()
    assert match.entered_by == code.account


def test_a_host_sees_the_match_and_nothing_else(host, match, other):
    theirs, another = a_list(match), a_list(other)
    club = make_sheet()
    offered = host.get(match.get_absolute_url()).text

    assert reverse("people:list") not in offered
    assert reverse("leagues:host-code", args=[match.pk]) not in offered
    assert reverse("leagues:group-people", args=[match.pk]) in offered
    assert host.get(theirs.get_absolute_url()).status_code == 200
    for name in ("group", "group-seats", "group-people"):
        address = f"leagues:{name}"
        assert host.get(reverse(address, args=[match.pk])).status_code == 200
        assert host.get(reverse(address, args=[other.pk])).status_code != 200
    for page in (
        another.get_absolute_url(),
        club.get_absolute_url(),
        other.event.get_absolute_url(),
        reverse("people:list"),
        reverse("people:accounts"),
        reverse("files:index"),
        reverse("sheets:history", args=[theirs.pk]),
        reverse("leagues:group-confirm", args=[match.pk]),
        reverse("leagues:division-edit", args=[match.match_day.division_id]),
    ):
        assert host.get(page).status_code != 200, page
        assert host.post(page, {}).status_code in (302, 404, 405), page
    host.post("/match/leave/")
    assert host.get(match.get_absolute_url()).status_code != 200


@pytest.mark.parametrize("ended", ["revoked", "renewed", "expired"])
def test_an_expired_or_revoked_code_opens_nothing(host, match, code, ended):
    if ended == "revoked":
        revoke_code(group=match)
    elif ended == "renewed":
        renew_code(group=match, by=secretary())
    else:
        past = timezone.now() - timedelta(minutes=1)
        HostCode.objects.update(expires_at=past)

    assert host.get(match.get_absolute_url()).status_code != 200
    answer = host.post("/match/", {"code": str(code)})
    assert "Dieser Code öffnet nichts" in answer.content.decode()


def test_every_wrong_code_gets_the_same_answer_and_many_are_slowed(client, code):
    texts = set()
    for typed in ("", "abcd-efgh", "\0", code.code[:-1], "x" * 20):
        answer = client.post("/match/", {"code": typed})
        assert answer.status_code == 422
    for _each in range(20):
        texts.add(client.post("/match/", {"code": "abcd-efgh"}).status_code)

    assert texts == {422, 429}
    assert client.post("/match/", {"code": str(code)}).status_code == 429


def test_a_renewed_code_keeps_its_account_whoever_renews_it(match, other):
    with translation.override("en"):
        make_user(f"host-{match.pk}")
        english = renew_code(group=match, by=secretary()).account
    german = renew_code(group=match, by=secretary()).account

    assert german == english
    assert german != renew_code(group=other, by=secretary()).account


def test_the_league_gives_and_revokes_the_code(client, match):
    client.force_login(secretary())
    page = reverse("leagues:host-code", args=[match.pk])

    client.post(page, {"action": "renew"})
    code = HostCode.objects.valid().get(group=match)
    assert str(code) in client.get(match.get_absolute_url()).content.decode()
    report = client.get(reverse("papers:match-report", args=[match.pk]))
    assert str(code) in pdf_text(report)
    client.post(page, {"action": "revoke"})

    assert not HostCode.objects.valid().exists()
    assert client.post(page, {"action": "?"}).status_code == 422
