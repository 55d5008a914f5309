"""An event of two series with data for every paper."""

from django.utils import timezone

from tests.factories import EIGHT_GAMES, finish_list, make_evening, make_player
from tournaments.events.models import Draw, Entry, LossStep, Payment, Prize
from tournaments.events.seats.services import open_table
from tournaments.people.models import Club

NAMES = ("Anna Meier", "Bernd Öztürk", "Carla Łucki", "Dieter Groß")


def make_event(by, *, tables=1, names=None):
    """Return an event: series 1 played at ``tables`` tables, series 2 drawn."""
    event = make_evening("Herbstpreis", series=2, place="Zur Linde", rounds=2)
    event.entry_fee = 500
    event.save()
    club, _ = Club.objects.get_or_create(name="Skatfreunde Musterdorf")
    people = [
        make_player(name if tables == 1 else f"{name} {table}", club=club)
        for table in range(tables)
        for name in names or NAMES
    ]
    now = timezone.now()
    drawn = {"first_series": 1, "last_series": 2, "seed": "4711", "version": 1}
    drawn |= {"mode": "wishes", "at": now, "by": by}
    draw = Draw.objects.create(event=event, number=1, **drawn)
    event.series.update(draw=draw)
    entries = Entry.objects.bulk_create(
        Entry(event=event, player=who, start_number=number, status="present")
        for number, who in enumerate(people, 1)
    )
    for series in event.series.all():
        for table in range(tables):
            seated = people[4 * table : 4 * table + 4]
            sheet = open_table(series=series, players=seated[:: 3 - 2 * series.number])
            if series.number == 1:
                finish_list(sheet, EIGHT_GAMES, by=by)
    Prize.objects.create(event=event, place=1, amount=1000, text="Schinken")
    LossStep.objects.create(event=event, from_loss=1, amount=50)
    Payment.objects.bulk_create(
        Payment(event=event, kind="fee", entry=each, amount=500, at=now, by=by)
        for each in entries
    )
    return event
