"""``manage.py bench``: the measurements lie beside the tests."""

from importlib import import_module

Command = import_module("tests.bench.command").Command
