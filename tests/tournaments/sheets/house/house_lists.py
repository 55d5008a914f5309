"""Three lists under house rules.

The comments of tests/browser/test_house_rules.py work them out by hand.
"""

from dataclasses import replace

from scoring.house.presets import PRESETS
from scoring.house.rules import HouseRules, RamschScoring
from tests.factories import make_evening, make_rule_set, make_sheet, type_games

FRIDAY_RULES = HouseRules(kontra=True, bock_split=True, ramsch=RamschScoring.MOST_PAYS)
FRIDAY = ("2p1k", "3k2-@60", "1g1", "r70/30/20", "4h1-re", "3n", "2g2", "1k1s")
FRIDAY_TOTALS = [152, 276, 4, -340]

MARKS_RULES = PRESETS["marks"]
MARKS = ("r48/42/30re", "r30/48/42k", "r48/72/0j3", "r48/48/24", "r0/0/120d3")
MARKS = (*MARKS, "2g1h@64")
MARKS_TOTALS = [30, -41, -111]

TARGET_RULES = HouseRules(target=250)
TARGET = ("1h1sa@95", "2p1@80", "3h1sa-@85", "1g1w@120", "2k1@61", "1a1r72@71")
TARGET = (*TARGET, "1k1@102")
TARGET_TOTALS = [251, 141, -85]


def make_house_sheet(rules, *, players=("Anna", "Bernd", "Carla"), rounds=2):
    rule_set = make_rule_set(name="Freitag", rules=replace(rules))
    evening = make_evening(rounds=rounds, rule_set=rule_set, system=rules.system)
    return make_sheet(players, evening=evening)


def friday(erika, games=FRIDAY):
    four = ("Anna", "Bernd", "Carla", "Dieter")
    return typed(make_house_sheet(FRIDAY_RULES, players=four), games, erika)


def marks(erika, games=MARKS):
    return typed(make_house_sheet(MARKS_RULES), games, erika)


def target(erika, games=TARGET):
    return typed(make_house_sheet(TARGET_RULES, rounds=12), games, erika)


def typed(sheet, games, erika):
    if games:
        type_games(sheet, games, by=erika)
    sheet.refresh_from_db()
    return sheet
