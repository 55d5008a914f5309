"""Three lists under house rules, worked out by hand."""

from scoring.house.rules import PRESETS, HouseRules, RamschScoring
from tests.factories import make_evening, make_rule_set, make_sheet, type_games

# Four at the table, two rounds, Seeger-Fabian. Kontra and Re, a Bock round after
# 60 to 60, a Ramsch when all pass: most card points cost as many points.
#
# 1  Bernd  Spades with 1, Kontra       22 x 2           +44   Bernd   44
# 2  Carla  Clubs with 2, lost at 60    36, lost twice   -72   Carla  -72, Bock
# 3  Anna   Grand with 1                48 x 2 Bock      +96   Anna    96
# 4  Ramsch 70/30/20 of Anna, Bernd, Carla (Dieter deals)
#                                       70 x 2 Bock     -140   Anna   -44
# 5  Dieter Hearts with 1, Re, lost     20 x 2 x 4 x 2  -320   Dieter -320
# 6  Carla  Null                        23 x 2 Bock      +46   Carla  -26
# 7  Bernd  Grand with 2                72               +72   Bernd  116
# 8  Anna   Clubs with 1, Schneider     36               +36   Anna    -8
#
# Games won/lost: Anna 2/0, Bernd 2/0, Carla 1/1, Dieter 0/1; a Ramsch is neither.
# Anna    -8 + 100 + 2 x 30 =  152     Bernd  116 + 100 + 2 x 30 = 276
# Carla  -26 +   0 + 1 x 30 =    4     Dieter -320 - 50 + 1 x 30 = -340
FRIDAY_RULES = HouseRules(kontra=True, bock_split=True, ramsch=RamschScoring.MOST_PAYS)
FRIDAY = ("2p1k", "3k2-@60", "1g1", "r70/30/20", "4h1-re", "3n", "2g2", "1k1s")
FRIDAY_TOTALS = [152, 276, 4, -340]

# Three at the table, two rounds, nothing but Ramsch: everybody marks a tenth of his
# card points, rounded down. What is said and missed doubles the loser's before it is
# divided; all tricks are minus 120, a Grand Hand made is minus its value. The lowest
# sum wins.
#
#                                                     Anna  Bernd  Carla
# 1  48/42/30, Re        48 x 4 = 192 -> 19,  4,  3     19      4      3
# 2  30/48/42, Kontra    3,  48 x 2 = 96 -> 9,  4       22     13      7
# 3  48/72/0, Carla without a trick
#                        4,  72 x 2 = 144 -> 14,  0     26     27      7
# 4  48/48/24            4, 4, 2: both have most        30     31      9
# 5  0/0/120             all tricks: Carla -120         30     31   -111
# 6  Bernd Grand Hand with 1, 64 card points
#                        24 x (1 + 2) = 72 -> -72       30    -41   -111
MARKS_RULES = PRESETS["marks"]
MARKS = ("r48/42/30re", "r30/48/42k", "r48/72/0j3", "r48/48/24", "r0/0/120d3")
MARKS = (*MARKS, "2g1h@64")
MARKS_TOTALS = [30, -41, -111]

# Three at the table: the declarer counts his card points, with 1 or 2 more for 90 and
# for all tricks, announced 2. What is missed is taken off.
#
# 1  Anna   95, 90 announced    95 + 2         +97    Anna   97
# 2  Bernd  80                                 +80    Bernd  80
# 3  Carla  85, 90 announced and missed        -85    Carla -85
# 4  Anna   all tricks, not announced 120+1+1 +122    Anna  219
# 5  Bernd  61                                 +61    Bernd 141
# 6  Anna   71, bid 72 and missed              -71    Anna  148
# 7  Anna   102                102 + 1        +103    Anna  251: the end
TARGET_RULES = HouseRules(target=250)
TARGET = ("1h1sa@95", "2p1@80", "3h1sa-@85", "1g1w@120", "2k1@61", "1a1r72@71")
TARGET = (*TARGET, "1k1@102")
TARGET_TOTALS = [251, 141, -85]


def make_house_sheet(rules, *, players=("Anna", "Bernd", "Carla"), rounds=2):
    rule_set = make_rule_set(name="Freitag", rules=rules)
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
