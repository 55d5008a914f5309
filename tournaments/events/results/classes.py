"""The classes of a person: by gender, by age, and guests."""

import datetime

from tournaments.events.models import Event
from tournaments.people.models import Player
from tournaments.words.choices import Gender, Ranking


def classes_of(event: Event, player: Player) -> tuple[Ranking, ...]:
    """Return the rankings a person belongs to beside the single one (rules 6.5).

    The age of seniors and juniors counts on the first of January, that of youth and
    pupils on the day of the event, unless the event sets another day. People without
    a date of birth are in none of these classes. The limits are set by the event.
    """
    belongs = [
        (Ranking.WOMEN, player.gender == Gender.FEMALE),
        (Ranking.GUESTS, player.is_guest),
    ]
    if player.birth_date:
        new_year = event.date.replace(month=1, day=1)
        in_year = age_on(player.birth_date, event.age_date or new_year)
        at_start = age_on(player.birth_date, event.age_date or event.date)
        belongs += [
            (Ranking.SENIORS, in_year >= event.senior_age),
            (Ranking.JUNIORS, in_year < event.junior_age),
            (Ranking.YOUTH, at_start < event.youth_age),
            (Ranking.PUPILS, at_start < event.pupil_age),
        ]
    classes = {ranking for ranking, does in belongs if does}
    return tuple(ranking for ranking in Ranking if ranking in classes)


def age_on(birth: datetime.date, day: datetime.date) -> int:
    """Return the age on ``day`` of somebody born on ``birth``.

    >>> age_on(datetime.date(1966, 3, 1), datetime.date(2026, 2, 28))
    59
    """
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
