"""Measure what the tests notice: change the program a little and see who fails.

    .venv/bin/python -m tests.mutants --seed 1 --scoring 150 --services 60

Not a test and not part of the suite; it takes a while. The seed chooses places in
the functions of ``scoring`` and in those of services and selectors: a comparison, an
operation, a number, an answer, a statement. All tests run once, to learn which of
them come through which of these functions. Then each place is changed in a process
of its own, and its tests run, quickest first, until one fails. What survives is
listed: a missing example, or a change that makes no difference.

``--same-as FOLDER`` takes only functions that read the same in another checkout, so
that the same changes can be tried on the tests of both. Further arguments go to
pytest; without any, all tests but those in a browser run.
"""

import argparse
import ast
import builtins
import copy
import functools
import importlib
import inspect
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from django.db import connections

ROOT = Path.cwd()
PAIRS = (
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.Add, ast.Sub),
    (ast.Mult, ast.FloorDiv),
    (ast.And, ast.Or),
)
SWAPS = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
DELETABLE = ast.Assign | ast.AugAssign | ast.Expr | ast.Raise
HIT = "__mutants_hit__"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A place in a function: the ``site``-th of those that can be changed."""

    file: str
    function: str
    site: int

    @property
    def key(self):
        return f"{self.file}:{self.function}"

    @property
    def module(self):
        return self.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


# Where a function can be changed


def functions_of(tree):
    """Return the functions and methods of a module by their qualified names."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    found[f"{node.name}.{inner.name}"] = inner
    return found


def changes_of(function):
    """Return (line, what is changed, how) for each place in the body."""
    nodes = [node for part in function.body for node in ast.walk(part)]
    inside_text = {
        id(inner)
        for node in nodes
        if isinstance(node, ast.JoinedStr)
        for inner in ast.walk(node)
    }
    found = []
    for node in [function, *nodes]:
        if id(node) not in inside_text:
            found += node_changes(node)
    return found


def node_changes(node):
    changes = [*operator_changes(node), *value_changes(node)]
    for field in ("body", "orelse"):
        statements = getattr(node, field, None)
        if isinstance(statements, list):
            changes += deletions(statements)
    return changes


def operator_changes(node):
    match node:
        case (
            ast.Compare(ops=[operator])
            | ast.BinOp(op=operator)
            | ast.BoolOp(op=operator)
        ) if type(operator) in SWAPS and not joins_text(node):
            yield place(node, type(operator).__name__, swap_operator(node))
        case ast.UnaryOp(op=ast.Not()):
            twice = ast.UnaryOp(ast.Not(), node.operand)
            yield place(node, "not", lambda: setattr(node, "operand", twice))


def joins_text(node):
    return isinstance(node, ast.BinOp) and any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def swap_operator(node):
    def swap():
        if isinstance(node, ast.Compare):
            node.ops = [SWAPS[type(node.ops[0])]()]
        else:
            node.op = SWAPS[type(node.op)]()

    return swap


def value_changes(node):
    match node:
        case ast.Constant(value=bool()):
            yield place(
                node, "constant", lambda: setattr(node, "value", not node.value)
            )
        case ast.Constant(value=int()):
            yield place(
                node, "constant", lambda: setattr(node, "value", node.value + 1)
            )
        case ast.Return(value=ast.expr()) if not is_none(node.value):
            nothing = ast.Constant(None)
            yield place(node, "return", lambda: setattr(node, "value", nothing))
        case ast.If() | ast.IfExp() | ast.While():
            turned = ast.UnaryOp(ast.Not(), node.test)
            yield place(node, "condition", lambda: setattr(node, "test", turned))


def is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def deletions(statements):
    for index, statement in enumerate(statements):
        is_text = isinstance(statement, ast.Expr) and isinstance(
            statement.value, ast.Constant
        )
        if isinstance(statement, DELETABLE) and not is_text:
            remove = functools.partial(statements.__setitem__, index, ast.Pass())
            yield place(statement, "statement", remove)


def place(node, kind, change):
    return node.lineno, f"{kind}: {ast.unparse(node).splitlines()[0][:70]}", change


# Which of them are tried


def candidates(patterns, same_as):
    """Return every possible mutant of the files, in a fixed order."""
    files = sorted({path for each in patterns for path in ROOT.glob(each)})
    found = []
    for path in files:
        name = path.relative_to(ROOT).as_posix()
        others = same_as and (same_as / name)
        if same_as and not others.is_file():
            continue
        theirs = functions_of(parsed(others)) if others else {}
        for function, node in functions_of(parsed(path)).items():
            their = theirs.get(function, ast.Pass())
            if same_as and ast.dump(node) != ast.dump(their):
                continue
            if live_function(Mutant(name, function, 0)):
                sites = range(len(changes_of(node)))
                found += [Mutant(name, function, site) for site in sites]
    return found


@functools.cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def live_function(mutant):
    """Return the function object that runs, behind its decorators, or None."""
    found = importlib.import_module(mutant.module)
    for name in mutant.function.split("."):
        found = inspect.getattr_static(found, name, None)
    found = getattr(found, "fget", None) or getattr(found, "func", None) or found
    found = inspect.unwrap(getattr(found, "__func__", found))
    return found if isinstance(found, FunctionType) else None


def compiled(mutant, change):
    """Return the code of the mutant's function after ``change`` of its syntax tree."""
    tree = copy.deepcopy(parsed(ROOT / mutant.file))
    change(functions_of(tree)[mutant.function])
    code = compile(ast.fix_missing_locations(tree), mutant.file, "exec")
    return next(each for each in codes_in(code) if each.co_qualname == mutant.function)


def codes_in(code):
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes_in(constant)


def put_in(mutant):
    def change(node):
        changes_of(node)[mutant.site][2]()

    live_function(mutant).__code__ = compiled(mutant, change)
    for module in list(sys.modules.values()):
        if module.__name__.split(".")[0] in {"scoring", "skatclub", "tournaments"}:
            for value in vars(module).copy().values():
                getattr(value, "cache_clear", bool)()


# Running the tests


class Trial:
    """A plugin of pytest: one run to learn, then a process for each mutant."""

    def __init__(self, chosen, same_as, seconds):
        self.wanted, self.same_as, self.seconds = chosen, same_as, seconds
        self.hits, self.shared, self.failed = set(), {}, False
        self.covering = {}  # function -> [(seconds, number of the item)]
        self.survived = []

    def pytest_runtestloop(self, session):
        self.mutants = self.choose()
        self.learn(session.items)
        for mutant in self.mutants:
            self.judge(mutant, session.items)
        return True

    def choose(self):
        chosen = []
        for patterns, count, seed in self.wanted:
            possible = candidates(patterns, self.same_as)
            count = min(count, len(possible))
            chosen += random.Random(seed).sample(possible, count)
            say(f"{count} of {len(possible)} places in {', '.join(patterns)}")
        return chosen

    def learn(self, items):
        setattr(builtins, HIT, self.hits.add)
        before = {}
        for mutant in self.mutants:
            function = live_function(mutant)
            before.setdefault(function, function.__code__)
            function.__code__ = compiled(
                mutant, functools.partial(report_itself, mutant.key)
            )
        started = time.perf_counter()
        for number, (item, following) in enumerate(pairwise([*items, items[0]])):
            self.learn_one(number, item, following)
        say(f"{len(items)} tests ran in {time.perf_counter() - started:.0f} s")
        for function, code in before.items():
            function.__code__ = code

    def learn_one(self, number, item, following):
        self.hits.clear()
        started = time.perf_counter()
        if not self.passes(item, following):
            say(f"fails by itself, left out: {item.nodeid}")
            return
        spent = time.perf_counter() - started
        info = getattr(item, "_fixtureinfo", None)
        for definitions in info.name2fixturedefs.values() if info else ():
            for each in definitions:
                self.hits |= self.shared.get(id(each), set())
        for function in self.hits:
            self.covering.setdefault(function, []).append((spent, number))

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef):
        """Remember what a shared fixture comes through, for all that use it."""
        before = set(self.hits)
        self.hits.clear()
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self.shared[id(fixturedef)] = set(self.hits)
            self.hits |= before

    def pytest_runtest_logreport(self, report):
        self.failed |= report.failed

    def passes(self, item, following):
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self.failed

    def judge(self, mutant, items):
        tests = [items[n] for _, n in sorted(self.covering.get(mutant.key, []))]
        line, what, _ = changes_of(
            functions_of(parsed(ROOT / mutant.file))[mutant.function]
        )[mutant.site]
        verdict = self.verdict_in_a_process(mutant, tests) if tests else "no test"
        say(f"{verdict:9} {mutant.file}:{line} {mutant.function}  {what}")
        if verdict in ("survived", "no test"):
            self.survived.append(mutant)

    def verdict_in_a_process(self, mutant, tests):
        # No process may use a connection of another.
        connections.close_all()
        sys.stdout.flush()
        child = os.fork()
        if not child:
            os._exit(self.run_mutated(mutant, tests))
        end = time.monotonic() + 60 * self.seconds
        while not (done := os.waitpid(child, os.WNOHANG))[0]:
            time.sleep(0.05)
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
        if os.WIFSIGNALED(done[1]):
            return "hangs"
        return "killed" if os.WEXITSTATUS(done[1]) else "survived"

    def run_mutated(self, mutant, tests):
        """Return 1 as soon as a test fails; 0 when none did in the time there is."""
        most = 2 * int(self.seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            put_in(mutant)
            end = time.process_time() + self.seconds
            for item, following in pairwise([*tests, tests[0]]):
                if not self.passes(item, following):
                    return 1
                if time.process_time() > end:
                    return 0
        except BaseException:
            return 1
        return 0


def report_itself(key, function):
    call = ast.Call(ast.Name(HIT, ast.Load()), [ast.Constant(key)], [])
    function.body.insert(0, ast.Expr(call))


def say(text):
    print(text, file=sys.__stderr__, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scoring", type=int, default=150)
    parser.add_argument("--services", type=int, default=60)
    parser.add_argument("--same-as", type=Path)
    parser.add_argument("--seconds", type=float, default=60, help="most for one mutant")
    given, tests = parser.parse_known_args()
    services = ["tournaments/**/services/**/*.py", "tournaments/**/services.py"]
    selectors = ["tournaments/**/selectors/**/*.py", "tournaments/**/selectors.py"]
    wanted = [
        (["scoring/**/*.py"], given.scoring, given.seed),
        (services + selectors, given.services, given.seed),
    ]
    trial = Trial(wanted, given.same_as, given.seconds)
    quiet = ["-q", "-p", "no:cacheprovider", "--hypothesis-seed=1"]
    pytest.main([*quiet, "-m", "not browser", *tests], plugins=[trial])
    verdicts = Counter(each in trial.survived for each in trial.mutants)
    say(f"{verdicts[False]} killed, {verdicts[True]} survived")


if __name__ == "__main__":
    main()
