"""The walls again: what is read through the ORM, where no import tells of it.

A model has an attribute for every relation that leads to it, also for those that a
topic upstairs has made. Following one looks upstairs without an import.
"""

import ast
import re
from collections import defaultdict
from functools import cache

import pytest
from django.apps import apps
from django.core.exceptions import FieldDoesNotExist

from tests.architecture.storeys import DOWNSTAIRS
from tests.architecture.test_imports import APP, ROOT, nodes_of

TEMPLATES = ROOT / "templates" / "tournaments"
KEYS = {"pk", "id"}
# An event tells which match of a league it is: pages lead there, and plan nothing.
DOORS = {("sheets/models/programme.py", "match_group")}
# Their keywords, and the strings they are given, are lookups.
ASKING = (
    {*("filter", "exclude", "get", "get_or_create", "update_or_create")}
    | {"Q", "F", "OuterRef", "Exists", "Count", "Sum", "Min", "Max", "Avg", "When"}
    | {"get_object_or_404", "values", "values_list", "order_by", "only", "annotate"}
    | {"select_related", "prefetch_related", "Prefetch", "aggregate", "latest"}
)
DOTTED = re.compile(r"\b(?=(\w+)\.(\w+))")
TAGS = re.compile(r"{{.*?}}|{%.*?%}", re.DOTALL)
CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def topic_of(model):
    """Return the topic in which ``model`` is defined; None for Django's own."""
    package, topic, *_rest = model.__module__.split(".")
    return topic if package == "tournaments" else None


@cache
def models():
    return list(apps.get_app_config("tournaments").get_models())


def rooms_below(topic):
    return DOWNSTAIRS[topic] | {topic}


@cache
def relations():
    """Return (model, name, where it leads) for each relation, both ways."""
    found = []
    for model in models():
        for field in model._meta.get_fields():
            other = field.related_model if field.is_relation else None
            if other is None or topic_of(other) is None:
                continue
            if not field.auto_created:
                found.append((model, field.name, other, False))
            elif field.get_accessor_name():
                names = {field.get_accessor_name(), field.field.related_query_name()}
                found += [(model, name, other, True) for name in names]
    return found


@cache
def words_for():
    """Return the models that a variable or an attribute of a name may hold."""
    words = defaultdict(set)
    for model in models():
        words[CAPITAL.sub("_", model.__name__).lower()].add(model)
    for _model, name, other, is_reverse in relations():
        if not is_reverse or name == CAPITAL.sub("_", other.__name__).lower():
            words[name].add(other)
    return words


@cache
def ways_of(model):
    """Return where the relations of ``model`` lead, by their names."""
    return {
        name: (other, is_reverse)
        for origin, name, other, is_reverse in relations()
        if origin is model
    }


@cache
def ups_of(topic):
    """Return the pairs (word, attribute) that lead from below upstairs of ``topic``."""
    below = rooms_below(topic)
    return {
        (word, name)
        for model, name, other, is_reverse in relations()
        if is_reverse and topic_of(model) in below and topic_of(other) not in below
        for word, held in words_for().items()
        if model in held
    }


@cache
def doors_of(topic):
    """Return the names of keys that are stored below and lead upstairs."""
    below = rooms_below(topic)
    return {
        name
        for model, name, other, is_reverse in relations()
        if not is_reverse and topic_of(model) in below and topic_of(other) not in below
    }


@cache
def leads_up(topic, lookup):
    """Tell whether a lookup, from any model below, reads what lies upstairs."""
    below = rooms_below(topic)
    return any(
        walks_up(model, lookup.lstrip("-").split("__"), below)
        for model in models()
        if topic_of(model) in below
    )


def walks_up(model, steps, below):
    for number, step in enumerate(steps):
        if step not in ways_of(model):
            return False
        model, is_reverse = ways_of(model)[step]
        if topic_of(model) not in below:
            beyond = steps[number + 1 : number + 2]
            return is_reverse or is_field(model, beyond)
    return False


def is_field(model, steps):
    """Tell whether ``steps`` goes on to a field of ``model`` that is not its key."""
    if not steps or steps[0] in KEYS:
        return False
    try:
        return bool(model._meta.get_field(steps[0]))
    except FieldDoesNotExist:
        return False


def word_of(node, owner):
    """Return the last word of what an attribute is asked of."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Name):
        return owner if node.id == "self" and owner else node.id
    return None


def looks_up(topic, nodes):
    """Return (line, what) of each look upstairs among the nodes of a file."""
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    owner_of = {
        id(inner): CAPITAL.sub("_", outer.name).lower()
        for outer in classes
        for inner in ast.walk(outer)
    }
    for node in nodes:
        if isinstance(node, ast.Attribute):
            word = word_of(node.value, owner_of.get(id(node)))
            if is_look((word, node.attr), topic):
                yield node.lineno, f"{word}.{node.attr}"
        elif isinstance(node, ast.Call):
            yield from lookups_up(topic, node)
            yield from got_up(topic, node, owner_of.get(id(node)))


def is_look(pair, topic):
    word, attribute = pair
    beyond = word in doors_of(topic) and attribute not in KEYS
    return pair in ups_of(topic) or beyond


def lookups_up(topic, call):
    name = word_of(call.func, None)
    if name not in ASKING:
        return
    texts = [
        each.value
        for each in call.args
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]
    for lookup in (*texts, *(each.arg for each in call.keywords if each.arg)):
        if leads_up(topic, lookup):
            yield call.lineno, lookup


def got_up(topic, call, owner):
    """Give the look of ``getattr(event, "match_group", None)``."""
    if word_of(call.func, None) == "getattr" and isinstance(call.args[1], ast.Constant):
        pair = word_of(call.args[0], owner), call.args[1].value
        if is_look(pair, topic):
            yield call.lineno, ".".join(pair)


def is_open(path, what):
    name = path.relative_to(APP).as_posix()
    return any(name == place and relation in what for place, relation in DOORS)


def shown_up(topic, text):
    """Return the look upstairs in each tag of a template."""
    for tag in TAGS.findall(text):
        for pair in DOTTED.findall(tag):
            if is_look(pair, topic):
                yield ".".join(pair)


@pytest.mark.parametrize("topic", DOWNSTAIRS)
def test_a_topic_reads_nothing_from_upstairs(topic):
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {what}"
        for path in sorted((APP / topic).rglob("*.py"))
        for line, what in looks_up(topic, nodes_of(path))
        if not is_open(path, what)
    ]

    assert faults == []


@pytest.mark.parametrize("topic", DOWNSTAIRS)
def test_a_template_shows_nothing_from_upstairs(topic):
    faults = [
        f"{path.relative_to(ROOT)}: {what}"
        for path in sorted((TEMPLATES / topic).rglob("*.html"))
        for what in shown_up(topic, path.read_text(encoding="utf-8"))
    ]

    assert faults == []


@pytest.mark.parametrize(
    "line",
    [
        "sheet.payments.all()",
        "getattr(player, 'entries', None)",
        "ScoreSheet.objects.filter(series__event__entries__player=1)",
        "sheets.select_related('series__draw__by')",
        "Player.objects.exclude(entries=None)",
        "def show(draw):\n    return draw.seed",
        "class ScoreSheet:\n    def paid(self):\n        return self.payments.all()",
    ],
)
def test_a_look_upstairs_is_found(line):
    assert list(looks_up("sheets", [*ast.walk(ast.parse(line))]))


def test_a_look_upstairs_is_found_in_a_template():
    assert list(shown_up("sheets", "{{ sheet.series.event.match_group }}"))


@pytest.mark.parametrize(
    "line",
    [
        "sheet.series.event.date",
        "Seat.objects.filter(series__event=1)",
        "series.draw_id",
    ],
)
def test_a_look_downstairs_is_none(line):
    assert list(looks_up("sheets", [*ast.walk(ast.parse(line))])) == []
