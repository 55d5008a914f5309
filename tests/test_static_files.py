"""Only what pages ask for is collected, and all of that."""

import re

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.template import Context, Template

from skatclub.static_files import UNUSED

NAMED = re.compile(r"""\{% static ['"]([^'"]+)['"]""")
LOADED = re.compile(r'src="/static/([^"]+)"')


def names_without(patterns):
    return {name for finder in get_finders() for name, _ in finder.list(patterns)}


def names_in_templates():
    for template in (settings.BASE_DIR / "templates").rglob("*.html"):
        yield from NAMED.findall(template.read_text(encoding="utf-8"))
    scripts = Template("{% load django_htmx %}{% htmx_script %}").render(Context())
    yield from LOADED.findall(scripts)


def test_everything_that_a_page_asks_for_is_collected():
    asked_for = set(names_in_templates())

    assert "css/site.css" in asked_for
    assert any(name.startswith("django_htmx/") for name in asked_for)
    assert asked_for - names_without(UNUSED) == set()


def test_what_packages_bring_along_is_left_out():
    left_out = names_without([]) - names_without(UNUSED)

    assert {name.split("/")[0] for name in left_out} == {
        "django_tables2",
        "django_htmx",
    }
