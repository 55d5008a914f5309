"""The scripts of the phone at a table: what it counts, sends and shows as a code."""

import random
from itertools import product
from pathlib import Path

import segno
import zxingcpp
from django.conf import settings
from PIL import Image

from scoring.game.games import result_of
from scoring.game.problems import game_problems
from scoring.game.written_games import (
    BIDS,
    MOST_MATADORS,
    PASSED_IN,
    Contract,
    WrittenGame,
    dealer_of,
    playing_in,
    with_implied_levels,
)
from scoring.lists.sheets import RATES, System
from scoring.notation.documents import write_line
from scoring.notation.reading import NotedLine
from scoring.playing.play import closing, played_list
from tournaments.sheets.models.programme import rules_in

SCRIPT = Path(settings.BASE_DIR) / "skatclub/static/js/table/values.js"
LINES = 5_000
SEED = 20261122
TICKS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced")


def in_browser(page, call, argument):
    """Call what the script exports, as a phone does."""
    source = SCRIPT.read_text(encoding="utf-8").replace("export ", "")
    return page.evaluate(
        f"(given) => {{ {source}; return ({call})(given); }}", argument
    )


def some_game(chance):
    """Return a game as somebody may write it; not every one can be."""
    if chance.random() < 0.05:
        return PASSED_IN
    contract = chance.choice(list(Contract))
    fields = {"declarer": chance.randint(1, 5), "won": chance.random() < 0.75}
    if chance.random() < 0.04:
        sign = 1 if fields["won"] else -2
        return WrittenGame(**fields, written_value=sign * chance.choice(BIDS))
    if chance.random() < 0.15:
        fields["bid"] = chance.choice(BIDS)
    if contract is Contract.NULL:
        for name in ("hand", "ouvert"):
            fields[name] = chance.random() < 0.3
        return WrittenGame(contract=contract, **fields)
    for name in (*TICKS, "ouvert"):
        fields[name] = chance.random() < 0.12
    return with_implied_levels(
        WrittenGame(
            contract=contract,
            matadors=chance.randint(1, MOST_MATADORS[contract]),
            without=chance.random() < 0.5,
            **fields,
        )
    )


def some_lines(seed, count):
    """Return lines of the shorthand that can be, with what they count."""
    chance = random.Random(seed)
    found = []
    while len(found) < count:
        game = some_game(chance)
        if not game_problems(game):
            noted = NotedLine(
                entry=game, remark=chance.choice(("", "", "", "Skat # gedrückt"))
            )
            found.append((write_line(noted), result_of(game).score, game))
    return found


def test_a_phone_counts_as_the_rule_book_does(page):
    values_are_those_of_the_rule_book(page)
    dealer_and_players_are_those_of_the_rule_book(page)
    for system, players in product(System, (3, 4, 5)):
        a_closing_is_that_of_the_rule_book(page, system, players)


def values_are_those_of_the_rule_book(page):
    lines = some_lines(SEED, LINES)

    read = in_browser(
        page,
        "(texts) => texts.map((text) => read(text)?.score ?? null)",
        [text for text, _score, _game in lines],
    )

    wrong = [
        (text, score, found)
        for (text, score, _game), found in zip(lines, read, strict=True)
        if found is not None and found != score
    ]
    unknown = [
        game
        for (_text, _score, game), found in zip(lines, read, strict=True)
        if found is None
    ]
    assert wrong == []
    # Only a Null that cannot cover its bid is left to the server.
    assert {game.contract for game in unknown} == {Contract.NULL}
    assert len(unknown) < LINES // 20


def dealer_and_players_are_those_of_the_rule_book(page):
    given = [(number, players) for players in (3, 4, 5) for number in range(1, 61)]

    found = in_browser(
        page, "(all) => all.map((one) => [dealerOf(...one), playingIn(...one)])", given
    )

    assert found == [[dealer_of(*one), list(playing_in(*one))] for one in given]


def a_closing_is_that_of_the_rule_book(page, system, players):
    lines = some_lines(SEED, 60)
    games = [game for *_, game in lines if (game.declarer or 1) <= players]
    games = [game for game in games if game.bid is None]
    rates, rules = RATES[system], rules_in(None, system)
    given = {
        "lines": [write_line(NotedLine(entry=game)) for game in games],
        "players": players,
        "rates": {
            "won": rates.won,
            "lost": rates.lost,
            "others": rates.others_lost[players],
        },
    }

    call = "(it) => closing(it.lines.map(read), it.players, it.rates)"
    found = in_browser(page, call, given)

    play = played_list(tuple(games), rules, players=players)
    assert [
        (seat["points"], seat["won"], seat["lost"], seat["total"]) for seat in found
    ] == [
        (seat.game_points, seat.won, seat.lost, seat.total)
        for seat in closing(play.lines, rules, players=players).seats
    ], (system, players)


# --- The code that it draws by itself is the one that another program draws

CODE_OF = "async text => (await import('/static/js/table/code.js')).codeOf(text)"
LETTERS = "0123456789ahpkgoswn-e/= \n"
# How many bytes each version holds: filled up, there is no room for any freedom.
ROOM = (17, 32, 53, 78, 106, 134, 154, 192, 230, 271)
ROOM += (321, 367, 425, 458, 520, 586, 644, 718, 792, 858)


def some_text(length):
    return "".join(random.Random(length).choices(LETTERS, k=length))


def drawn(text, version):
    """Draw a text as another program does, by one mask after the other."""
    fixed = {"error": "l", "mode": "byte", "boost_error": False}
    for mask in range(8):
        code = segno.make(text.encode(), version=version, mask=mask, **fixed)
        yield [list(row) for row in code.matrix]


def seen(rows):
    """Return what a reader finds in a code that is shown."""
    picture = Image.new("L", (len(rows) + 8, len(rows) + 8), 255)
    for y, row in enumerate(rows):
        for x, bit in enumerate(row):
            picture.putpixel((x + 4, y + 4), 0 if bit else 255)
    large = picture.resize((picture.width * 6,) * 2, Image.Resampling.NEAREST)
    return [code.text for code in zxingcpp.read_barcodes(large)]


def test_a_code_is_the_one_another_program_draws_and_reads(site):
    page = site("/table/")

    for version, length in enumerate(ROOM, 1):
        text = some_text(length)
        assert page.evaluate(CODE_OF, text) in drawn(text, version)
    for text in ("e", "3g1ü72 # Łukasz", *(some_text(each + 1) for each in ROOM[:-1])):
        assert seen(page.evaluate(CODE_OF, text)) == [text]
    assert page.evaluate(CODE_OF, "e" * (ROOM[-1] + 1)) is None
