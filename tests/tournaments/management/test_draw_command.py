import json

import pytest
from django.core.management import CommandError, call_command


def drawn(capsys, *options):
    call_command("draw", *options)
    return capsys.readouterr().out


def refusal(*options):
    with pytest.raises(CommandError) as refused:
        call_command("draw", *options)
    return str(refused.value)


def test_a_draw_is_printed_as_the_checker_reads_it(capsys):
    out = drawn(capsys, "--players", "14", "--series", "3", "--seed", "7", "--json")

    output = json.loads(out)
    assert output["seed"] == "7"
    assert [[len(table) for table in tables] for tables in output["plan"]] == [
        [4, 4, 3, 3]
    ] * 3
    for tables in output["plan"]:
        assert sorted(n for table in tables for n in table) == list(range(1, 15))
    assert output["cost"]["repeats"] == 0
    assert output["bound"] == {"repeats": 0, "club_clashes": 0}
    assert "clubs" not in output


def test_the_same_seed_prints_the_same_tables(capsys):
    options = ("--players", "24", "--series", "5", "--seed", "7", "--json")

    assert drawn(capsys, *options) == drawn(capsys, *options)


def test_without_a_seed_one_is_chosen_and_printed(capsys):
    output = json.loads(drawn(capsys, "--players", "8", "--series", "1", "--json"))
    options = ("--players", "8", "--series", "1", "--json", "--seed", output["seed"])

    assert json.loads(drawn(capsys, *options)) == output


def test_tables_are_printed_for_people(capsys):
    out = drawn(capsys, "--players", "8", "--series", "2", "--seed", "7")

    assert len([line for line in out.splitlines() if line.startswith("  ")]) == 4
    assert "7" in out.splitlines()[-1]


def test_tables_of_three_can_be_preferred(capsys):
    options = ("--players", "12", "--series", "4", "--prefer", "3", "--json")

    output = json.loads(drawn(capsys, *options))
    assert {len(table) for tables in output["plan"] for table in tables} == {3}
    assert output["cost"]["repeats"] == 0


def test_a_time_limit_ends_a_hopeless_search(capsys):
    options = ("--players", "24", "--series", "12", "--seconds", "0.05", "--json")

    assert json.loads(drawn(capsys, *options))["picks"] < 2_000_000


@pytest.mark.parametrize(
    "content",
    [
        "1;Grün-Weiß\n2;Grün-Weiß\n3;\n".encode(),
        "\ufeffNummer;Verein\r\n1;Grün-Weiß\r\n\r\n2; Grün-Weiß \r\n".encode(),
        "1;Grün-Weiß\r\n2;Grün-Weiß;\r\n".encode("cp1252"),
        '1;"Grün-Weiß"\n2;Gru\u0308n-Weiß\n'.encode("utf-16"),
    ],
    ids=["utf-8", "bom", "cp1252", "utf-16"],
)
def test_clubs_are_read_from_the_files_that_offices_write(tmp_path, capsys, content):
    path = tmp_path / "clubs.csv"
    path.write_bytes(content)

    options = ("--players", "8", "--series", "1", "--json", "--clubs", str(path))
    output = json.loads(drawn(capsys, *options))

    assert output["clubs"] == {"1": "Grün-Weiß", "2": "Grün-Weiß"}
    assert output["cost"]["club_clashes"] == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"1;Eiche\n1;Linde\n", "2"),
        (b"1;Eiche\n9;Linde\n", "9"),
        (b"1;Eiche\nx7;Linde\n", "x7"),
        (b"1;Eiche\n2\n", "2"),
        (b"1;Eiche;Linde\n", "1"),
        (b"1;\x00\x01\x02\x81", "clubs.csv"),
        (b"0;" * 600_000, "clubs.csv"),
    ],
    ids=["twice", "unknown", "letters", "no club", "two clubs", "binary", "huge"],
)
def test_club_files_with_mistakes_are_refused_with_the_line(tmp_path, content, said):
    path = tmp_path / "clubs.csv"
    path.write_bytes(content)

    assert said in refusal("--players", "8", "--clubs", str(path))


def test_a_missing_club_file_is_named(tmp_path):
    assert "nothing.csv" in refusal(
        "--players", "8", "--clubs", str(tmp_path / "nothing.csv")
    )


@pytest.mark.parametrize(
    "options",
    [
        ("--players", "0"),
        ("--players", "-4"),
        ("--players", "2"),
        ("--players", "5"),
        ("--players", "1000000"),
        ("--players", "8", "--series", "0"),
        ("--players", "8", "--seconds", "0"),
        ("--players", "8", "--seconds", "nan"),
        ("--players", "viele"),
        ("--players", "8", "--prefer", "5"),
        (),
    ],
)
def test_nonsense_is_refused_in_a_sentence(options):
    assert len(refusal(*options)) > 20
