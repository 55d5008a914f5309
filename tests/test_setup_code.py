"""The code that only the person at the terminal knows."""

import pytest

from skatclub.door.setup_code import is_valid, setup_code
from tournaments.organisations.models import Organisation
from tournaments.organisations.services import renew_code

pytestmark = pytest.mark.django_db


def test_the_code_stays_the_same_until_it_is_used_however_it_is_typed(data_folder):
    code = setup_code()

    assert code == setup_code() == (data_folder / "setup_code").read_text()
    assert len(code) == 9
    assert is_valid(code)
    assert is_valid(f" {code.upper().replace('-', ' ')} ")


@pytest.mark.parametrize("typed", ["", "-", "abcd-efgh", "äöü", "\x00"])
def test_anything_else_is_not(typed):
    setup_code()

    assert not is_valid(typed)


def test_an_account_makes_the_code_void(data_folder, django_user_model):
    code = setup_code()
    django_user_model.objects.create_user("anna", password="grand ouvert 4")

    assert not is_valid(code)
    assert not is_valid("")
    assert setup_code() == ""
    assert not (data_folder / "setup_code").exists()


def test_a_new_code_makes_the_one_of_the_machine_void():
    code = setup_code()

    renewed = renew_code(Organisation.objects.get())

    assert is_valid(renewed)
    assert not is_valid(code)
    assert setup_code() == ""
