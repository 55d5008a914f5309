"""Money as arithmetic: loss money and prizes (rules 5.7).

Every amount is a whole number of cents. Nothing here knows a database or a page.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple

WHOLE = 100  # percent


class Step(NamedTuple):
    """Each lost game of a list costs ``amount`` from the ``from_loss``-th on."""

    from_loss: int
    amount: int


class Payout(NamedTuple):
    """What each person on one place gets.

    ``size`` people share the place and each gets ``each``. The ``rest`` in cents
    cannot be divided and stays in the cash desk. ``texts`` are the non-cash prizes;
    if there are fewer of them than people, lots are drawn. ``value`` is what they are
    worth together.
    """

    place: int
    size: int
    each: int
    rest: int
    texts: tuple[str, ...] = ()
    value: int = 0


class Contender(NamedTuple):
    """A line of a ranking: its place, and the person or the team that stands there."""

    place: int
    people: frozenset[int]


@dataclass(slots=True, kw_only=True)
class Race:
    """A ranking with its prizes by place, and what is given away so far.

    ``won`` has the payout of each line by its position. A winner in a race that
    ``is_shared`` wins nothing in the others that are.
    """

    lines: Sequence[Contender]
    amounts: Mapping[int, int]
    things: Mapping[int, str]
    values: Mapping[int, int]
    is_shared: bool = False
    won: dict[int, Payout] = field(default_factory=dict)
    position: int = 0
    following: int = 1

    def head(self, out: Set[int]) -> tuple[list[int], Payout] | None:
        """Return the lines whose turn it is and their payout; None at the end.

        Lines all of whose people are ``out`` are passed over.
        """
        last = max(self.amounts.keys() | self.things.keys(), default=0)
        waiting = [
            position
            for position in range(self.position, len(self.lines))
            if self.lines[position].people - out or not self.lines[position].people
        ]
        while waiting and self.following <= last:
            place = self.lines[waiting[0]].place
            group = [each for each in waiting if self.lines[each].place == place]
            sizes = [(self.following, len(group))]
            if won := payouts(sizes, self.amounts, self.things, self.values):
                return group, won[0]
            self.following += len(group)
            waiting = waiting[len(group) :]
            self.position = group[-1] + 1
        return None

    def worth(self, group: Sequence[int], payout: Payout) -> Fraction:
        """Return what each person of a group gets, with the value of the things."""
        people = sum(len(self.lines[each].people) for each in group)
        return Fraction(payout.each * payout.size + payout.value, max(1, people))


def give_prizes(races: Sequence[Race], absent: Set[int] = frozenset()) -> None:
    """Give the prizes of all races away, always the most valuable of the next ones.

    Absent people pass their prize on to the next in the ranking. Of prizes of the same
    value that of the earlier race comes first.

    >>> def race(*order, first, second=0):
    ...     lines = [Contender(n, frozenset({each})) for n, each in enumerate(order, 1)]
    ...     amounts = {1: first, 2: second}
    ...     return Race(
    ...         lines=lines, amounts=amounts, things={}, values={}, is_shared=True
    ...     )
    >>> single, women = race(7, 8, 9, first=20, second=10), race(8, 9, first=15)
    >>> give_prizes([single, women])
    >>> [(line, won.each) for line, won in single.won.items()]
    [(0, 20), (2, 10)]
    >>> [(line, won.each) for line, won in women.won.items()]
    [(0, 15)]
    """
    served: set[int] = set()
    while True:
        heads = []
        for race in races:
            out = absent | served if race.is_shared else absent
            if head := race.head(out):
                heads.append((race.worth(*head), race, head))
        if not heads:
            return
        _worth, race, (group, payout) = max(heads, key=itemgetter(0))
        race.won |= dict.fromkeys(group, payout)
        race.position, race.following = group[-1] + 1, race.following + payout.size
        if race.is_shared:
            served |= {one for each in group for one in race.lines[each].people}


def loss_money(lost: int, steps: Iterable[Step]) -> int:
    """Return what ``lost`` games of one list cost (rules 5.7).

    Lost games are counted separately for each list. Games before the first step are
    free.

    >>> usual = [Step(1, 50), Step(4, 100)]
    >>> [loss_money(lost, usual) for lost in (0, 3, 5)]
    [0, 150, 350]
    >>> loss_money(5, [Step(1, 100)])
    500
    """
    total, last = 0, lost
    for step in sorted(steps, reverse=True):
        games = max(0, last - step.from_loss + 1)
        total += games * step.amount
        last -= games
    return total


def passed_in_money(passed_in: int, *, fee: int, free: int = 0) -> int:
    """Return what each player of a list pays for its passed-in games (rules 5.7).

    The first ``free`` of each list cost nothing.

    >>> passed_in_money(5, fee=10), passed_in_money(5, fee=10, free=3)
    (50, 20)
    """
    return max(0, passed_in - free) * fee


def pot_of(*, people: int, fee: int, percent: int = WHOLE) -> int:
    """Return the part of the entry fees of ``people`` that is paid out, in cents.

    >>> pot_of(people=14, fee=500, percent=80)
    5600
    """
    return people * fee * percent // WHOLE


def rounded_down(amount: int, grid: int) -> int:
    """Return ``amount`` rounded down to a multiple of ``grid`` cents.

    >>> rounded_down(1267, 50)
    1250
    """
    return amount - amount % max(1, grid)


def prizes_in_shares(
    pot: int, percents: Mapping[int, int], *, grid: int = 1
) -> dict[int, int]:
    """Return the prize of each place that has a share of the pot in percent.

    Each prize is rounded down to ``grid`` cents; the remainder of the shares goes to
    the best of the places.

    >>> prizes_in_shares(7000, {1: 50, 2: 30, 3: 20})
    {1: 3500, 2: 2100, 3: 1400}
    >>> prizes_in_shares(7000, {1: 50, 2: 30, 3: 20}, grid=500)
    {1: 4000, 2: 2000, 3: 1000}
    """
    shared = pot * sum(percents.values()) // WHOLE
    parts = {place: pot * percents[place] // WHOLE for place in sorted(percents)}
    return _with_remainder(parts, shared, grid)


def winners_in(people: int, percent: int) -> int:
    """Return how many of ``people`` win a prize: ``percent``, but at least one.

    The number is rounded down.

    >>> winners_in(14, 30), winners_in(3, 30), winners_in(0, 30)
    (4, 1, 0)
    """
    return max(min(1, people), people * percent // WHOLE)


def prizes_for_the_field(pot: int, winners: int, *, grid: int = 1) -> dict[int, int]:
    """Return the prizes when ``winners`` places share the pot in even steps.

    Of four winners, the last gets one part and the first gets four. Each prize is
    rounded down to ``grid`` cents; the remainder goes to the first.

    >>> prizes_for_the_field(7000, 4, grid=100)
    {1: 2800, 2: 2100, 3: 1400, 4: 700}
    >>> prizes_for_the_field(7000, 3, grid=100)
    {1: 3600, 2: 2300, 3: 1100}
    """
    parts_in_all = winners * (winners + 1) // 2
    parts = {
        place: pot * (winners + 1 - place) // parts_in_all
        for place in range(1, winners + 1)
    }
    return _with_remainder(parts, pot, grid)


def _with_remainder(parts: Mapping[int, int], pot: int, grid: int) -> dict[int, int]:
    """Round ``parts`` down and add the remainder of ``pot`` to the first place."""
    prizes = {place: rounded_down(part, grid) for place, part in parts.items()}
    if prizes:
        first = min(prizes)
        prizes[first] += pot - sum(prizes.values())
        # A share below one cent cannot be paid, so its place wins no prize.
        prizes = {place: amount for place, amount in prizes.items() if amount}
    return prizes


def payouts(
    sizes: Iterable[tuple[int, int]],
    amounts: Mapping[int, int],
    texts: Mapping[int, str] | None = None,
    values: Mapping[int, int] | None = None,
) -> list[Payout]:
    """Return the payout of each place that wins something.

    ``sizes`` are pairs of a place and the number of people who share it. They also
    share the prizes of the places they take up: the sum is divided to the cent.

    >>> first, third = payouts([(1, 2), (3, 1)], {1: 2500, 2: 1500, 3: 1000})
    >>> first.each, third.each
    (2000, 1000)
    >>> payouts([(1, 3)], {1: 1000})[0]
    Payout(place=1, size=3, each=333, rest=1, texts=(), value=0)
    """
    result = []
    for place, size in sizes:
        places = range(place, place + size)
        each, rest = divmod(sum(amounts.get(number, 0) for number in places), size)
        things = tuple(text for number in places if (text := (texts or {}).get(number)))
        if each or things:
            value = sum((values or {}).get(number, 0) for number in places)
            result.append(Payout(place, size, each, rest, things, value))
    return result
