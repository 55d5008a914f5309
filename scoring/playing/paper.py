"""What the paper shows for a line under house rules."""

from scoring.playing.play import HouseLine


def paper_score(line: HouseLine) -> int | None:
    """Return the one number on the paper for a line.

    It is the declarer's score, or what everybody who scores in a Ramsch writes; None
    where they write different numbers.

    >>> from scoring.game.written_games import WrittenGame
    >>> from scoring.game.marks import HouseMarks, Ramsch
    >>> from scoring.playing.play import play
    >>> from scoring.house.rules import HouseRules, RamschScoring
    >>> tied = WrittenGame(house=HouseMarks(ramsch=Ramsch(points=(50, 50, 20))))
    >>> rules = HouseRules(ramsch=RamschScoring.MOST_PAYS)
    >>> paper_score(play([tied], rules, players=3)[0])
    -50
    """
    if line.entry.declarer is not None:
        return line.result.score
    points = {score.points for score in line.scores}
    if len(points) > 1:
        return None
    return points.pop() if points else 0


def check_value(line: HouseLine, written: int | None) -> int | None:
    """Return the number that was typed as the value of a line, with its sign.

    A Ramsch that costs points has a minus like a lost game, but only the rules
    of the club say whether it costs or brings points (rules 7.4, 7.5). Where the
    lowest sum wins, a lost game adds to it.

    >>> from scoring.game.written_games import WrittenGame
    >>> from scoring.game.marks import HouseMarks, Ramsch
    >>> from scoring.playing.play import play
    >>> from scoring.house.rules import HouseRules, RamschScoring
    >>> most = WrittenGame(house=HouseMarks(ramsch=Ramsch(points=(60, 50, 10))))
    >>> rules = HouseRules(ramsch=RamschScoring.MOST_PAYS)
    >>> check_value(play([most], rules, players=3)[0], 60)
    -60
    """
    score = paper_score(line) or 0
    if not written or not score:
        return written
    # Without a sign a number was taken for what such a game usually writes.
    usual = -1 if line.result.won is False else 1
    return -written if written * usual > 0 > score * usual else written
