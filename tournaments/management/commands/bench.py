"""``manage.py bench``: the measurements, which are kept beside the tests."""

from importlib import import_module

Command = import_module("tests.bench.command").Command
