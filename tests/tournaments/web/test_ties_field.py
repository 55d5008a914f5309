"""The club's own order of tie-breaks (rules 5.6)."""

import pytest
from django import forms
from django.http import QueryDict

from tournaments.web.fields.lines import TiesField
from tournaments.words.citations import ties_words


class TiesForm(forms.Form):
    ties = TiesField(label="Ties")


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("ties=last-series&ties=&ties=won&ties=", "last-series,won"),
        ("ties=won,fewer-lost", "won,fewer-lost"),
        ("ties=&ties=&ties=&ties=", "none"),
    ],
)
def test_an_order_is_stored_as_it_was_arranged(sent, stored):
    form = TiesForm(QueryDict(sent))

    assert form.is_valid()
    assert form.cleaned_data["ties"] == stored


@pytest.mark.parametrize("sent", ["ties=won&ties=won", "ties=age", "ties=lot", ""])
def test_an_order_that_cannot_be_is_refused(sent):
    assert "ties" in TiesForm(QueryDict(sent)).errors


def test_the_stored_order_stands_in_the_choices():
    text = TiesForm(initial={"ties": "last-series,won"}).as_p()

    options = text.split('value="')[1:]
    chosen = [each.split('"')[0] for each in options if " selected" in each]
    assert chosen == ["last-series", "won", "", ""]


def test_a_new_ranking_begins_with_the_official_order():
    assert TiesForm()["ties"].initial == "won,fewer-lost"


def test_the_order_is_said_in_words():
    assert ties_words("last-series,won") == (
        "bessere letzte Serie, mehr gewonnene Spiele, dann Los"
    )
    assert ties_words("none") == "gleicher Platz"


def test_a_browser_lets_every_step_stay_empty():
    assert "required" not in str(TiesForm()["ties"])
