import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override

from tournaments.files.conformance import paper_in
from tournaments.management.commands.scorelist import EXAMPLE

ROOT = Path(__file__).resolve().parents[3]
EIGHT_GAMES = "2a1\n3g2\n1po1-\ne\n4n\n1k1s\n4ho2h\n2g1-\n"


@pytest.fixture
def scored(tmp_path):
    """Return the output for a list, and the exit status."""

    def score(content, *options):
        path = tmp_path / "list.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        out = io.StringIO()
        status = 0
        try:
            call_command("scorelist", str(path), *options, stdout=out)
        except SystemExit as end:
            status = end.code
        return out.getvalue(), status

    return score


@pytest.fixture
def scored_json(scored):
    def score(content, *options):
        text, status = scored(content, "--json", *options)
        output = json.loads(text)
        assert status == bool(output["problems"])
        for remarks in ("problems", "questions"):
            assert output[remarks] == [
                remark for game in output["games"] for remark in game[remarks]
            ]
        return output

    return score


def codes(output):
    return [(problem["line"], problem["code"]) for problem in output["problems"]]


def test_one_game_is_printed_as_one_object(scored):
    text, status = scored("2k2h\n", "--json")

    assert status == 0
    assert text == (
        '{"players": 4, "system": "seeger-fabian", "games": [{"number": 1, '
        '"text": "2k2h", "dealer": 1, "declarer": 2, "value": 48, "score": 48, '
        '"won": true, "overbid": false, "passed_in": false, '
        '"explanation": "mit 2, Spiel 3, Hand 4 × Kreuz 12 = 48", "problems": [], '
        '"questions": []}], '
        '"passed_in": 0, "seats": ['
        '{"place": 1, "game_points": 0, "won": 0, "lost": 0, "others_lost": 0, '
        '"total": 0}, '
        '{"place": 2, "game_points": 48, "won": 1, "lost": 0, "others_lost": 0, '
        '"total": 98}, '
        '{"place": 3, "game_points": 0, "won": 0, "lost": 0, "others_lost": 0, '
        '"total": 0}, '
        '{"place": 4, "game_points": 0, "won": 0, "lost": 0, "others_lost": 0, '
        '"total": 0}], "problems": [], "questions": []}\n'
    )


def test_the_eight_games_of_the_rules_are_closed(scored_json):
    output = scored_json(EIGHT_GAMES)

    assert [seat["total"] for seat in output["seats"]] == [22, -48, 182, 223]
    assert [seat["game_points"] for seat in output["seats"]] == [-8, -78, 72, 63]
    assert [seat["won"] for seat in output["seats"]] == [1, 1, 1, 2]
    assert [seat["lost"] for seat in output["seats"]] == [1, 1, 0, 0]
    assert [seat["others_lost"] for seat in output["seats"]] == [1, 1, 2, 2]
    assert output["passed_in"] == 1
    assert [game["dealer"] for game in output["games"]] == [1, 2, 3, 4, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("system", "totals"),
    [("plain", [-8, -78, 72, 63]), ("seeger", [-8, -78, 122, 163])],
)
def test_a_list_can_be_closed_by_another_system(scored_json, system, totals):
    output = scored_json(EIGHT_GAMES, f"--system={system}")

    assert output["system"] == system
    assert [seat["total"] for seat in output["seats"]] == totals


@pytest.mark.parametrize(
    ("players", "totals"), [(3, [40, -122, 40]), (5, [30, -122, 30, 30, 30])]
)
def test_a_table_has_three_to_five_players(scored_json, players, totals):
    output = scored_json("2k2-", f"--players={players}")

    assert [seat["total"] for seat in output["seats"]] == totals


def test_an_assumption_raises_a_question(scored_json, scored):
    output = scored_json("2nr24\n1nr24>k3\n1k1@120\n")
    text, status = scored("2nr24\n")

    assert [game["score"] for game in output["games"]] == [-48, -96, 36]
    assert output["problems"] == []
    assert [(each["line"], each["code"]) for each in output["questions"]] == [
        (1, "which-contract-picked"),
        (3, "all-card-points-without-schwarz"),
    ]
    assert status == 0
    assert text.splitlines()[1].startswith("?")
    assert text.splitlines()[-1] == (
        "Zeile 1: Null unter dem Reizwert: Welches Spiel hat der Alleinspieler "
        "gewählt, mit wie vielen Spitzen? Ohne Angabe zählt das billigste, mit 1."
    )


def test_an_unreadable_line_is_a_game_that_does_not_count(scored_json):
    output = scored_json("2k2h\n\n# Serie 2\nzz\n4n\n")

    assert codes(output) == [(4, "unreadable-seat")]
    assert [game["text"] for game in output["games"]] == ["2k2h", "zz", "4n"]
    assert [game["dealer"] for game in output["games"]] == [1, 2, 3]
    zz = output["games"][1]
    assert {zz[key] for key in ("declarer", "value", "score", "won")} == {None}
    assert not zz["passed_in"]
    assert output["passed_in"] == 0


def test_a_place_that_the_table_does_not_have_is_a_problem(scored_json):
    output = scored_json("4n\ns4=Emil\n", "--players=3")

    assert codes(output) == [
        (1, "declarer-not-at-table"),
        (2, "declarer-not-at-table"),
    ]


def test_a_check_that_differs_is_a_problem_but_the_game_counts(scored_json):
    output = scored_json("2k2h=36:48\n3n:24\n2122*//48///96\n1n-=46\n")

    assert codes(output) == [(1, "check-value"), (2, "running-total")]
    assert [seat["game_points"] for seat in output["seats"]] == [-46, 96, 23, 0]
    assert output["problems"][0]["message"] == (
        "Auf dem Papier steht +36, das Spiel ergibt +48."
    )


def test_running_totals_follow_the_declarer(scored_json):
    output = scored_json("2k2h:48\n3n:23\n2n:71\n1n-:-46\n")

    assert output["problems"] == []


def test_the_count_behind_a_passed_in_game_is_compared(scored_json):
    output = scored_json("e:1\n3g1\ne:2\ne:5\n")

    assert codes(output) == [(4, "passed-in")]
    assert output["problems"][0]["message"] == (
        "Das Papier zählt bis hier 5 eingepasste Spiele, eingetippt sind 3."
    )


def test_games_after_time_was_up_do_not_count(scored_json):
    output = scored_json("2n\nx # 23 Uhr\n3n\n")

    assert codes(output) == [(3, "struck")]
    assert [game["number"] for game in output["games"]] == [1, 2, 2]
    assert output["seats"][2]["won"] == 0


def test_a_substitution_is_no_game(scored_json):
    output = scored_json("2n\ns2=Emil\n3n-\n")

    assert output["problems"] == []
    assert [game["number"] for game in output["games"]] == [1, 2, 2]
    assert output["games"][1]["explanation"] == "Emil übernimmt Platz 2"
    assert output["seats"][2]["lost"] == 1


@pytest.mark.parametrize(
    "content",
    [
        "\ufeff3p1ü33 # Müller\r\n".encode(),
        "3p1ü33 # Müller\r\n".encode("cp1252"),
        "3p1ü33 # Müller\r\n".encode("utf-16"),
        "3p1ü33 # Müller\r".encode(),
    ],
)
def test_files_of_other_programs_can_be_read(scored_json, content):
    output = scored_json(content)

    assert [game["text"] for game in output["games"]] == ["3p1ü33 # Müller"]
    assert output["games"][0]["score"] == -66


def test_bytes_that_are_no_text_are_problems(scored_json):
    output = scored_json(bytes(range(256)))

    assert output["problems"]


@pytest.mark.parametrize("content", ["", "\n\n", "# nur eine Bemerkung\n"])
def test_an_empty_file_is_an_empty_list(scored_json, content):
    output = scored_json(content)

    assert output["games"] == []
    assert [seat["total"] for seat in output["seats"]] == [0, 0, 0, 0]


def test_the_table_can_be_read(scored):
    text, status = scored("2k2h\n3p1r30\nzz\x1b[2J\n")

    assert status == 1
    assert text == (
        "   Nr.  Geber  Alleinspieler  Wert  Punkte  Stand  Eingabe  Erklärung\n"
        "     1      1              2    48     +48     48  2k2h     "
        "mit 2, Spiel 3, Hand 4 × Kreuz 12 = 48\n"
        "     2      2              3    33     −66    −66  3p1r30   "
        "mit 1, Spiel 2 × Pik 11 = 22, gereizt 30, überreizt: 3 × 11 = 33, "
        "verloren −66\n"
        "!    3      3                                      zz?[2J\n"
        "\n"
        "Platz  Spielpunkte  gewonnen  verloren  von anderen verloren  Gesamtpunkte\n"
        "    1            0         0         0                     1            30\n"
        "    2           48         1         0                     1           128\n"
        "    3          −66         0         1                     0          −116\n"
        "    4            0         0         0                     1            30\n"
        "\n"
        "eingepasst: 0\n"
        "\n"
        "Zeile 3: „z“ passt hier nicht. Möglich: der Platz des Alleinspielers "
        "(1 bis 5) oder e für eingepasst.\n"
    )


def test_a_console_without_a_real_minus_still_gets_the_table(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("2n-")
    console = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")

    call_command("scorelist", str(path), stdout=console)
    call_command("scorelist", str(path), "--json", stdout=console)

    console.seek(0)
    table, _, output = console.read().rpartition('{"players"')
    assert "verloren ?46" in table
    assert "verloren \\u221246" in output


@pytest.mark.parametrize("name", ["missing.txt", ".", "nul\0l"])
def test_a_file_that_cannot_be_read_ends_with_two(tmp_path, name):
    with pytest.raises(CommandError) as error:
        call_command("scorelist", f"{tmp_path}/{name}")

    assert error.value.returncode == 2


def run(*arguments, **options):
    return subprocess.run(
        [sys.executable, "manage.py", "scorelist", *arguments],
        cwd=ROOT,
        capture_output=True,
        check=False,
        **options,
    )


def test_the_shell_gets_the_list_and_the_status():
    done = run("-", "--json", input=b"2k2h\nzz\n")

    assert done.returncode == 1
    assert len(json.loads(done.stdout)["games"]) == 2
    assert done.stderr == b""


FRIDAY = "--rules=kontra,bock-split,ramsch=most-pays"


def test_a_list_is_scored_by_house_rules(scored_json):
    # 60 to 60 with Kontra: 2 × −48; the Bock round doubles the next four games:
    # Grand with 1, 96; Ramsch of 60 card points, −120; Null, 46; Karo with 1, 36.
    output = scored_json("2k1-@60k\n3g1\nr60/40/20\n1n\n2a1\n3a1\n", FRIDAY)

    assert output["problems"] == []
    assert output["rules"].startswith("Hausregeln: Kontra und Re")
    assert [game["score"] for game in output["games"]] == [-96, 96, -120, 46, 36, 18]
    assert [game["turn"] for game in output["games"]] == [
        "",
        "Bock 1 von 4",
        "Bock 2 von 4",
        "Bock 3 von 4",
        "Bock 4 von 4",
        "",
    ]
    assert output["games"][2]["scores"] == [{"place": 1, "points": -120}]
    assert not output["games"][2]["passed_in"]
    assert output["passed_in"] == 0
    assert [seat["game_points"] for seat in output["seats"]] == [-74, -60, 114, 0]


def test_house_rules_are_explained(scored):
    text, status = scored("2k1-@60k=96\n3g1\nr60/40/20:-120\n", FRIDAY)

    assert status == 0
    assert "Kontra × 2 = 48, verloren −96, löst eine Bockrunde aus: 60 zu 60" in text
    assert "Bock 1 von 4, mit 1, Spiel 2 × Grand 24 = 48, Bock × 2 = 96" in text
    assert "Bock 2 von 4, Ramsch: 60 Augen × 2 = 120, Bock → Platz 1 −120" in text
    assert "Hausregeln: Kontra und Re" in text


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_lost_ramsch_needs_no_sign(scored_json, sign):
    rules = "--rules=ramsch=most-pays"

    output = scored_json(f"r60/40/20={sign}60\nr48/48/24={sign}48\n", rules)

    assert [game["score"] for game in output["games"]] == [-60, -48]
    assert output["problems"] == []


def test_a_check_value_of_a_ramsch_can_differ(scored_json):
    pays, wins = "--rules=ramsch=most-pays", "--rules=ramsch=fewest-points"

    assert codes(scored_json("r60/40/20=40", pays)) == [(1, "check-value")]
    assert codes(scored_json("r60/40/20=-20", wins)) == [(1, "check-value")]
    assert codes(scored_json("r60/40/20=20", wins)) == []


def test_a_target_score_is_listed_without_tops(scored_json):
    output = scored_json("2k@80\n3h-@50r72\n2g@100\n1p@61\n", "--rules=target=180")

    assert codes(output) == [(4, "list-has-ended")]
    assert [seat["total"] for seat in output["seats"]] == [0, 181, -50, 0]


def test_an_unreadable_line_keeps_its_place_in_a_round(scored_json):
    output = scored_json("2k1-@60\nzz\n1n\n", "--rules=bock-split")

    assert [game["turn"] for game in output["games"]] == ["", "", "Bock 2 von 4"]


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("bok", "Hausregeln"),
        ("schieberamsch=x", "Hausregeln"),
        ("kontra,schieberamsch=marks,only-ramsch", "passen nicht zusammen"),
    ],
)
def test_impossible_house_rules_end_with_two(tmp_path, rules, reason):
    (tmp_path / "list.txt").write_text("e")

    with pytest.raises(CommandError, match=reason) as error:
        call_command("scorelist", str(tmp_path / "list.txt"), f"--rules={rules}")

    assert error.value.returncode == 2


FOOT = {  # what the paper of EIGHT_GAMES says, rules 3.3
    "1": {"game_points": -8, "won": 1, "lost": 1, "others_lost": 1, "total": 22},
    "2": {"game_points": -78, "won": 1, "lost": 1, "others_lost": 1, "total": -48},
    "3": {"game_points": 72, "won": 1, "lost": 0, "others_lost": 2, "total": 182},
    "4": {"game_points": 63, "won": 2, "lost": 0, "others_lost": 2, "total": 223},
}


@pytest.fixture
def suspected(scored, tmp_path):
    """Return who is suspected of a list beside its paper."""

    def suspect(lines, **paper):
        path = tmp_path / "paper.json"
        path.write_text(json.dumps(paper))
        with override("de"):
            text, _ = scored(lines, "--json", "--paper", str(path))
        return json.loads(text)["suspects"]

    return suspect


def test_a_list_like_its_paper_has_no_suspects(suspected):
    assert suspected(EIGHT_GAMES, foot=FOOT, games=8, passed_in=1) == []
    assert suspected(EIGHT_GAMES) == []


def test_a_suspect_says_line_and_shorthand(suspected):
    first = suspected(EIGHT_GAMES.replace("3g2", "3g2-"), foot=FOOT, games=8)[0]

    assert first["slips"] == [
        {"line": 2, "reads": "3g2", "on_paper": False, "cell": None}
    ]
    assert first["share"] > 0.9
    assert first["sentence"].startswith("Zeile 2, gewonnen und verloren verwechselt")


@pytest.mark.parametrize(
    "paper",
    [
        "[]",
        "{",
        '{"foot": []}',
        '{"foot": {"5": {"total": 1}}}',
        '{"foot": {"1": {"sum": 1}}}',
        '{"values": {"x": 1}}',
        '{"values": {"1": "48"}}',
        '{"games": true}',
        '{"others": 1}',
    ],
)
def test_a_paper_that_cannot_be_read_is_refused(scored, tmp_path, paper):
    path = tmp_path / "paper.json"
    path.write_text(paper)

    with pytest.raises(CommandError, match="kann nicht gelesen werden"), override("de"):
        scored(EIGHT_GAMES, "--paper", str(path))


@pytest.mark.parametrize(
    ("paper", "said"),
    [("{", "kein JSON (Zeile 1)"), ('{"totals": [1]}', "Den Teil „totals“ hat")],
)
def test_what_is_wrong_with_a_paper_is_said(scored, tmp_path, paper, said):
    path = tmp_path / "paper.json"
    path.write_text(paper)

    with pytest.raises(CommandError) as refusal, override("de"):
        scored(EIGHT_GAMES, "--paper", str(path))
    assert said in str(refusal.value)


def test_a_paper_looks_as_the_help_shows_it():
    assert paper_in(EXAMPLE).values == {3: 48}


def test_a_file_that_is_not_there_is_called_so_in_german(db):
    with pytest.raises(CommandError) as refusal, override("de"):
        call_command("import_event", "nowhere.json")
    assert "diese Datei gibt es nicht" in str(refusal.value)


def test_suspects_are_printed_below_the_table(scored, tmp_path):
    path = tmp_path / "paper.json"
    path.write_text(json.dumps({"foot": FOOT}))

    with override("de"):
        text, _ = scored(EIGHT_GAMES.replace("3g2", "3g2-"), "--paper", str(path))

    assert "Zeile 2, gewonnen und verloren verwechselt" in text
