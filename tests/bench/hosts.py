"""A site of many organisations: its pages beside those of one, and a Saturday."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from random import Random
from time import perf_counter

from django.core.cache import caches
from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.urls import reverse

from scoring.notation.writing import write_line
from tests.bench.clones import APART, clone_organisations
from tests.bench.hosts_saturday import saturday_rows
from tests.bench.large_files import club_year, imported_games, sample_club
from tests.bench.people import GAMES, add_secretary, noted_list, open_lists
from tests.bench.rows import Row, Scale, Spent, milliseconds, ratio_row
from tests.bench.saving import save
from tests.bench.served import nobody_else_sees
from tests.bench.two_sites import asking, copy_of_database, unpooled
from tests.bench.years import season_of
from tournaments.apps import FIRST_KEY
from tournaments.events.models import Event
from tournaments.organisations.hosts import organisations_by_name
from tournaments.organisations.models import HostName
from tournaments.people.models import Player, User
from tournaments.scope.models import ScopedManager
from tournaments.scope.scope import scope
from tournaments.seasons.models import Season
from tournaments.seasons.services import publish_season
from tournaments.sheets.models import Game, ScoreSheet

YEAR = 2026
PEOPLE = 12
EVENINGS = 14  # of six lists each: four thousand games
DIFFERENT_LISTS = 40
TABLES = 4  # of an organisation, on the Saturday
MOST = 2
CACHES = ("default", "drawn")


def measure_hosts(scale: Scale, seed: int) -> Iterator[Row]:
    """Make many organisations of one; measure its pages alone and among them."""
    if connection.vendor != "postgresql":
        yield Row(
            what="many organisations",
            sizes=f"{scale.organisations}",
            measured="not measured: several servers need PostgreSQL",
        )
        return
    if row := nobody_else_sees("many organisations"):
        yield row
        return
    secretary, sheets = one_club(scale, seed)
    with copy_of_database() as alone:
        yield fill_row(scale.organisations - 1)
        yield from page_rows(alone, secretary, sheets[0], scale, seed)
    yield joins_row(secretary, sheets[TABLES:], scale, seed)
    yield from saturday_rows(secretary, sheets[:TABLES], scale, seed)


def one_club(scale: Scale, seed: int) -> tuple[User, list[ScoreSheet]]:
    """Fill the only organisation with a year; return who types, and open lists."""
    secretary = add_secretary(f"hosts-{seed}")
    club = sample_club(PEOPLE, lists=DIFFERENT_LISTS, seed=seed)
    evenings = EVENINGS if not scale.is_quick else 2
    for file in club_year(club, YEAR, evenings=evenings, attending=PEOPLE):
        imported_games(file)
    publish_season(season=season_of(YEAR), is_published=True)
    HostName.objects.create(organisation_id=FIRST_KEY, name="club0.localhost")
    people = list(Player.objects.order_by("pk")[:TABLES])
    sheets = open_lists(TABLES + 2, typed=0, seed=seed, by=secretary, people=people)
    return secretary, sheets


def fill_row(copies: int) -> Row:
    """Copy the club and say how long it took and how large the database is."""
    start = perf_counter()
    clone_organisations(copies)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        seconds = perf_counter() - start
        cursor.execute("SELECT pg_database_size(current_database()) / 1048576")
        (megabytes,) = cursor.fetchone()
        cursor.execute(f"SELECT count(*) FROM {Game._meta.db_table}")
        (games,) = cursor.fetchone()
        cursor.execute(f"SELECT count(*) FROM {Player._meta.db_table}")
        (people,) = cursor.fetchone()
    organisations_by_name.cache_clear()
    return Row(
        what="filling, by copies in the database",
        sizes=f"{copies + 1:,} organisations, {people:,} people",
        measured=f"{games:,} games in {seconds:,.0f} s, {megabytes:,} MB",
    )


def addresses(sheet: ScoreSheet) -> Mapping[str, tuple[str, int]]:
    """Return the pages that are visited: view, key of its object in the original."""
    event = Event.objects.filter(is_released=False, series__sheets__state="finished")
    last = event.order_by("-date").distinct()[0]
    listed = ScoreSheet.objects.finished().filter(series__event=last).earliest("pk")
    return {
        "home": ("home:home", 0),
        "events": ("events:list", 0),
        "standings": ("events:standings", last.pk),
        "season": ("seasons:season", Season.objects.get().pk),
        "all-time table": ("careers:all-time", 0),
        "records": ("careers:records", 0),
        "player": ("people:detail", Player.objects.earliest("pk").pk),
        "finished list": ("sheets:detail", listed.pk),
        "typing desk": ("sheets:detail", sheet.pk),
    }


def page_rows(
    alone: BaseDatabaseWrapper,
    secretary: User,
    sheet: ScoreSheet,
    scale: Scale,
    seed: int,
) -> Iterator[Row]:
    """Visit each page of the club alone and of one drawn by lot among many, in turns.

    Each time as for the first time: what is drawn once for many readers is forgotten
    before, or the site of one would show what it remembers.
    """
    chance = Random(seed)
    many = unpooled(str(connection.settings_dict["NAME"]))
    pages = addresses(sheet)
    times: dict[str, tuple[list[float], list[float]]] = {
        what: ([], []) for what in pages
    }
    for _run in range(scale.runs * 4):
        copy = chance.randrange(scale.organisations)
        for at, (site, number) in enumerate(((alone, 0), (many, copy))):
            with asking(site):
                organisations_by_name.cache_clear()
                client = reader(number, secretary)
                for what, (view, key) in pages.items():
                    times[what][at].append(visit(client, view, key, number))
    many.close()
    for what, (one, others) in times.items():
        yield page_row(what, scale, Spent(tuple(one)), Spent(tuple(others)))


def reader(copy: int, secretary: User) -> Client:
    """Return a browser that has signed in at an organisation."""
    client = Client(SERVER_NAME=f"club{copy}.localhost")
    with scope(FIRST_KEY + copy * APART):
        user = User.objects.get(pk=secretary.pk + copy * APART)
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def visit(client: Client, view: str, key: int, copy: int) -> float:
    """Return how long a page takes when nobody has looked at it yet."""
    for name in CACHES:
        caches[name].clear()
    address = reverse(view, args=[key + copy * APART] if key else [])
    start = perf_counter()
    answer = client.get(address)
    seconds = perf_counter() - start
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")
    return seconds


def joins_row(
    secretary: User, sheets: Sequence[ScoreSheet], scale: Scale, seed: int
) -> Row:
    """Save lines with the condition of the organisation and without it, in turns."""
    client = reader(0, secretary)
    lines = noted_list(seed)[: min(GAMES, scale.runs * 3)]
    times: tuple[list[float], list[float]] = ([], [])
    for number, line in enumerate(lines, 1):
        for at, sheet in enumerate(sheets):
            with nullcontext() if at else without_scope():
                start = perf_counter()
                save(client, sheet, number, write_line(line))
                times[at].append(perf_counter() - start)
    bare, scoped = (Spent(tuple(seconds)) for seconds in times)
    return Row(
        what="saving a line, and without its scope",
        sizes=f"{len(lines)} lines each",
        measured=f"{milliseconds(scoped.median)}; {milliseconds(bare.median)}",
        ratio=scoped.median / bare.median,
    )


@contextmanager
def without_scope() -> Iterator[None]:
    """Ask without the organisation, to see what asking for it costs."""
    scoped = ScopedManager.get_queryset
    ScopedManager.get_queryset = models.Manager.get_queryset  # type: ignore[method-assign]
    try:
        yield
    finally:
        ScopedManager.get_queryset = scoped  # type: ignore[method-assign]


def page_row(what: str, scale: Scale, one: Spent, many: Spent) -> Row:
    """Compare the slowest twentieth of the visits."""
    return ratio_row(
        what=f"{what}, 95 % of visits",
        sizes=f"1 and {scale.organisations:,} organisations, {len(many.runs)} visits",
        measured=f"{milliseconds(one.slowest(95))}; {milliseconds(many.slowest(95))}",
        ratio=many.slowest(95) / one.slowest(95),
        most=MOST,
    )
