"""The owner decides which programs get a key."""

import pytest

from tests.factories import make_owner
from tournaments.api.models import ApiKey

pytestmark = pytest.mark.django_db


@pytest.fixture
def paula(client):
    owner = make_owner()
    client.force_login(owner)
    return owner


def test_a_key_is_copied_with_one_tap_and_with_the_address(client, paula):
    page = client.post("/programs/keys/add/", {"name": "Saal"})

    assert page.status_code == 200
    assert 'data-copy="secret"' in page.text
    assert 'value="http://testserver/api/v1/"' in page.text


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
