"""The frame that every page sits in, and the parts that pages share."""

import re
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import django_tables2 as tables
import pytest
from django import forms
from django.contrib.messages import ERROR
from django.contrib.messages.storage.base import Message
from django.template.loader import render_to_string
from django.utils.translation import override

from tournaments.words.rights import Right

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "skatclub" / "static"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
COMMENT = re.compile(r"{#.*?#}", re.DOTALL)
TAG = re.compile(r"{[{%].*?[%}]}", re.DOTALL)
TEXT_COLOURS = (
    ("ink", "paper card sunk wash row-hover danger-wash warning-wash good-wash"),
    ("ink-soft", "paper card sunk wash row-hover"),
    ("accent", "paper card wash"),
    ("danger", "paper card danger-wash"),
    ("warning", "paper card warning-wash"),
    ("good", "paper card good-wash"),
    ("on-accent", "accent accent-hover"),
    ("on-felt", "felt felt-light felt-deep"),
)
LARGE_OR_SECOND_COLOURS = (
    ("on-felt-soft on-felt-gold", "felt felt-light felt-deep"),
    ("on-gold", "paper card"),
)
SIGN_COLOURS = (
    ("suit-black suit-red suit-acorns suit-leaves suit-bells", "paper card sunk wash"),
    ("line-strong focus", "paper card sunk wash"),
)


class ScoreTable(tables.Table):
    caption = "Standings"
    name = tables.Column()
    total = tables.Column(attrs={"th": {"class": "num"}, "td": {"class": "num"}})
    remark = tables.Column(orderable=False)


class PlayerForm(forms.Form):
    name = forms.CharField(max_length=5, help_text="As on the list")
    note = forms.CharField(required=False)
    guest = forms.BooleanField(required=False)


def the_page(rf, user=None, **context):
    request = rf.get("/members/?page=2")
    request.user = user = user or SimpleNamespace(is_authenticated=False)
    return render_to_string(
        "base.html", {"user": user, "our_club": None, **context}, request=request
    )


def the_table(rf, order_by=""):
    rows = [{"name": "Anna", "total": 22, "remark": "<b>"}]
    table = ScoreTable(rows, order_by=order_by)
    return re.sub(r"\s+", " ", table.as_html(rf.get("/")))


def tags_of(html):
    found = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: found.append((tag, dict(attrs)))
    parser.feed(html)
    return found


def inline_faults(source):
    """Return what a strict content policy would refuse in a template."""
    html = TAG.sub("x", COMMENT.sub("", source))
    faults = []
    for tag, attributes in tags_of(html):
        faults += [f"{tag} {name}" for name in attributes if name == "style"]
        faults += [f"{tag} {name}" for name in attributes if name.startswith("on")]
        faults += [tag] * (
            tag == "style" or (tag == "script" and "src" not in attributes)
        )
        faults += [
            f"{tag} {v}" for v in attributes.values() if v and "javascript:" in v
        ]
        outside = (attributes.get("src") or attributes.get("href") or "").lower()
        faults += [outside] * outside.startswith(("http", "//"))
    return faults


def colours():
    """Return the light and the dark colours by name."""
    source = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#\w{6});", part))
        for part in source.split("@media (prefers-color-scheme: dark)")
    )
    return {"light": light, "dark": light | dark}


def contrast(one, other):
    def brightness(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        parts = [
            p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def too_faint(pairs, least, palette):
    return [
        (front, back)
        for fronts, backs in pairs
        for front in fronts.split()
        for back in backs.split()
        if contrast(palette[front], palette[back]) < least
    ]


def test_the_frame_has_landmarks_a_skip_link_and_a_place_for_news(rf):
    tags = tags_of(the_page(rf))

    assert ("html", {"lang": "de", "data-deck": "french"}) in tags
    assert ("a", {"class": "skip-link", "href": "#main"}) in tags
    assert ("main", {"id": "main", "tabindex": "-1"}) in tags
    assert {"header", "footer"} <= {tag for tag, _ in tags}
    assert "messages" in {
        a.get("id") for _, a in tags if a.get("aria-live") == "polite"
    }
    offered = [a["value"] for tag, a in tags if a.get("name") == "language"]
    assert offered == ["de", "en"]
    here = {"type": "hidden", "name": "next", "value": "/members/?page=2"}
    assert ("input", here) in tags


def test_a_visitor_sees_what_is_public_and_who_signed_in_the_rest(rf):
    everything = SimpleNamespace(is_authenticated=True, rights=frozenset(Right))
    theirs, ours = the_page(rf), the_page(rf, user=everything)

    public, linked = (
        {a.get("href") for tag, a in tags_of(html) if tag == "a"}
        for html in (theirs, ours)
    )
    assert {"/", "/seasons/", "/leagues/", "/all-time/"} <= public
    assert not {"/members/", "/downloads/", "/accounts/"} & public
    assert "/accounts/login/?next=/members/%3Fpage%3D2" in theirs
    assert {"/members/", "/accounts/"} <= linked
    assert 'action="/accounts/logout/"' in ours


def test_the_frame_speaks_the_language_of_the_reader(rf):
    with override("en"):
        english = the_page(rf)

    assert "Anmelden" in the_page(rf)
    assert "Sign in" in english
    assert '<html lang="en" data-deck="french">' in english


def test_news_keep_their_words_and_lose_their_tags(rf):
    news = Message(ERROR, "<i>Anna is already seated")

    html = the_page(rf, messages=[news])

    assert '<div class="message error">' in html
    assert "&lt;i&gt;Anna is already seated" in html


@pytest.mark.parametrize("name", ["403", "404", "500", "403_csrf"])
def test_an_error_page_needs_no_context(name):
    html = render_to_string(f"{name}.html")

    assert "<h1>" in html
    assert 'href="/"' in html


@pytest.mark.parametrize("is_authenticated", [True, False])
def test_only_visitors_are_told_to_sign_in_for_what_is_gone(is_authenticated):
    user = SimpleNamespace(is_authenticated=is_authenticated)

    html = render_to_string("404.html", {"user": user})

    assert ("müssen Sie sich auch anmelden" in html) is not is_authenticated


@pytest.mark.parametrize(
    ("order_by", "states"),
    [
        ("", ["none", "none", None]),
        ("total", ["none", "ascending", None]),
        ("-total", ["none", "descending", None]),
    ],
)
def test_a_table_says_how_it_is_sorted(rf, order_by, states):
    heads = [a for tag, a in tags_of(the_table(rf, order_by)) if tag == "th"]

    assert [head["scope"] for head in heads] == ["col"] * 3
    assert [head.get("aria-sort") for head in heads] == states


def test_a_table_has_a_caption_scrolls_in_its_box_and_shows_texts_safely(rf):
    html = the_table(rf)

    assert "<caption>Standings</caption>" in html
    assert (
        '<div class="scroll" role="region" tabindex="0" aria-label="Standings">' in html
    )

    assert '<a href="?sort=total">' in html
    assert '<td class="num">22</td>' in html
    assert "&lt;b&gt;" in html


def test_help_and_errors_are_tied_to_their_field():
    form = PlayerForm({"name": "Dieter"})

    tags = tags_of(form["name"].as_field_group())

    (field,) = (attributes for tag, attributes in tags if tag == "input")
    ids = {attributes["id"] for tag, attributes in tags if "id" in attributes}
    assert field["aria-describedby"] == "id_name_helptext id_name_error"
    assert set(field["aria-describedby"].split()) <= ids
    assert field["aria-invalid"] == "true"


@pytest.mark.parametrize(("marks", "marked"), [(True, ["note"]), (False, [])])
def test_what_may_stay_empty_is_marked_where_the_form_says_so(marks, marked):
    form = PlayerForm()
    form.marks_optional = marks

    html = {field.name: field.as_field_group() for field in form}

    assert [name for name, text in html.items() if 'class="optional"' in text] == marked


def test_a_suit_sign_always_has_its_name():
    html = render_to_string("components/suit.html", {"suit": "clubs", "label": "Kreuz"})

    assert "suits.svg#clubs" in html
    assert "Kreuz" in html


def test_no_template_has_inline_style_or_script_or_foreign_files():
    for path in TEMPLATES:
        assert inline_faults(path.read_text(encoding="utf-8")) == [], path


@pytest.mark.parametrize(
    "planted",
    [
        '<p style="color: red">',
        "<style>p { color: red }</style>",
        "<script>alert(1)</script>",
        '<button onclick="go()">',
        '<a href="javascript:go()">',
        '<img src="https://example.org/a.png">',
    ],
)
def test_a_planted_inline_style_or_script_is_found(planted):
    assert len(inline_faults(planted)) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_a_contrast_of_seven_and_signs_of_three(scheme):
    palette = colours()[scheme]

    assert too_faint(TEXT_COLOURS, 7, palette) == []
    assert too_faint(LARGE_OR_SECOND_COLOURS, 4.5, palette) == []
    assert too_faint(SIGN_COLOURS, 3, palette) == []


def test_styles_only_use_tokens_that_exist():
    sources = [path.read_text(encoding="utf-8") for path in STATIC.glob("css/*.css")]
    defined = {name for s in sources for name in re.findall(r"(--[\w-]+):", s)}
    used = {name for s in sources for name in re.findall(r"var\((--[\w-]+)", s)}

    assert used <= defined
