from django.utils.translation import override

from scoring.house.rules import HouseRules, Schieberamsch, WhoMarks
from tests.factories import make_rule_set, make_sheet, type_games
from tournaments.sheets.board import board_of
from tournaments.sheets.proof.evidence import spoken_rows
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.table.selectors import table_list

RULES = HouseRules(
    kontra=True,
    schieberamsch=Schieberamsch.MINUS,
    who_marks=WhoMarks.EVERYBODY,
)


def test_a_list_under_house_rules_can_be_read_aloud(erika):
    sheet = make_sheet()
    event = sheet.series.event
    event.rule_set = make_rule_set(name="Freitag", rules=RULES)
    event.save()
    type_games(sheet, ["2k2-k", "r60/40/20", "e"], by=erika)

    with override("de"):
        rows = spoken_rows(board_of(ledger_of(sheet)))

    assert [row.words for row in rows] == [
        "Zeile 1, Bernd, Kreuz mit 2, Kontra, verloren, minus 144, "
        "steht bei minus 144.",
        "Zeile 2, Ramsch 60/40/20, Anna, minus 60, steht bei minus 60, "
        "Carla, minus 40, steht bei minus 40, "
        "Dieter, minus 20, steht bei minus 20.",
        "Zeile 3, eingepasst.",
    ]


def test_a_phone_is_told_what_each_place_writes_in_a_ramsch(erika):
    sheet = make_sheet()
    event = sheet.series.event
    event.rule_set = make_rule_set(name="Freitag", rules=RULES)
    event.save()
    type_games(sheet, ["2k2", "r60/40/20"], by=erika)

    own, ramsch = table_list(sheet).lines

    assert own == {"number": 1, "text": "2k2", "score": 36}
    assert [score[:2] for score in ramsch["scores"]] == [(1, -60), (3, -40), (4, -20)]
    assert {won for _place, _points, won in ramsch["scores"]} == {None}
