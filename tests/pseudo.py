"""A language that nobody speaks: every text of the catalogue, longer and with accents.

What has no accents in it stands outside of the catalogue; what overflows would do so
in a language with longer words.
"""

import re
import sys
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from html.parser import HTMLParser

from django.apps import apps
from django.core.cache import caches
from django.db.models import CharField, TextField
from django.template import engines
from django.utils.translation import trans_real

LANGUAGE = "en"
OURS = "tournaments."
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
STRANGE = "áƀćďéƒǵĥíĵķĺḿńóṕʠŕśţúṽẃẋýźÁƁĆĎÉƑǴĤÍĴĶĹḾŃÓṔʠŔŚŢÚṼẂẊÝŹ"
ACCENTS = str.maketrans(PLAIN, STRANGE)
KEPT = re.compile(r"(%\([^)]*\)[sd]|%[sd%]|\{[^{}]*\}|<[^>]*>|&#?\w+;|https?://\S+)")
VOWELS = re.compile(r"([aeiouAEIOU])")
WORD = re.compile(r"[A-Za-z]{3,}")
ADDRESS = re.compile(r"https?:\S+")
FORMATS = "date format\x04"
SPOKEN = ("title", "aria-label", "placeholder", "alt")
SILENT = {"script", "style", "code", "kbd", "samp", "pre", "textarea"}


def strange(text):
    """Return a text with accents, a third longer; what is filled in stays.

    >>> strange("Place %(place)s of <b>all</b>")
    'Ṕĺááćéé %(place)s óóƒ <b>ááĺĺ</b>'
    """
    parts = KEPT.split(text)
    parts[::2] = [VOWELS.sub(r"\1\1", part).translate(ACCENTS) for part in parts[::2]]
    return "".join(parts)


@contextmanager
def spoken():
    """Let everybody who reads in English read this language meanwhile."""
    known = trans_real.translation("de")._catalog
    texts = {key: strange(msgid_of(key)) for key, _old in known.items() if is_text(key)}
    catalogue = trans_real.TranslationCatalog()
    catalogue._catalogs = [texts]
    catalogue._plurals = [lambda number: int(number != 1)]
    english = trans_real.translation(LANGUAGE)
    before, english._catalog = english._catalog, catalogue
    forget_texts()
    try:
        yield
    finally:
        english._catalog = before
        forget_texts()


def forget_texts():
    """Forget all that is drawn once and kept by its language."""
    modules = [each for name, each in sys.modules.items() if name.startswith(OURS)]
    for module in modules:
        for each in vars(module).values():
            if isinstance(each, _lru_cache_wrapper):
                each.cache_clear()
    for cache in caches.all(initialized_only=True):
        cache.clear()
    for loader in engines["django"].engine.template_loaders:
        loader.reset()


def is_text(key):
    return bool(msgid_of(key)) and not str(key).startswith(FORMATS)


def msgid_of(key):
    """Return the text of a key of a catalogue, without context and number."""
    text = key[0] if isinstance(key, tuple) else key
    return text.rpartition("\x04")[2]


class Texts(HTMLParser):
    """Gathers what a page says, to eyes and to ears."""

    def __init__(self):
        super().__init__()
        self.found, self.silent = [], []

    def handle_starttag(self, tag, attrs):
        if tag in SILENT:
            self.silent.append(tag)
        given = dict(attrs)
        self.found += [given[name] for name in SPOKEN if given.get(name)]
        if tag == "input" and (
            given.get("type") in ("submit", "button") or given.get("name") == "ask"
        ):
            self.found.append(given.get("value", ""))

    def handle_endtag(self, tag):
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data):
        if not self.silent:
            self.found.append(data)


def plain_words(html, known):
    """Return the words of a page that no translator could reach."""
    texts = Texts()
    texts.feed(html)
    said = (ADDRESS.sub("", text) for text in texts.found)
    words = {word for text in said for word in WORD.findall(text)}
    return words - known


def words_of_books():
    """Return every word that somebody typed into the books, by all their tables."""
    found = set()
    for model in apps.get_app_config("tournaments").get_models():
        columns = [
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, CharField | TextField) and not field.choices
        ]
        for row in model._base_manager.values_list(*columns) if columns else ():
            found.update(word for text in row if text for word in WORD.findall(text))
    return found
