"""A phone at a table, as far as the server sees it."""

import itertools

from tournaments.sheets.models import TableDevice
from tournaments.sheets.table.selectors import token_hash
from tournaments.sheets.table.services import give_key, pair_phone

numbers = itertools.count(1)


class Phone:
    """What a client keeps: its token, the epoch, the sequence."""

    def __init__(self, client, sheet):
        self.client = client
        self.address = f"/table/{sheet.code}/"
        self.token = pair_phone(key=give_key(sheet=sheet, by=None))
        self.epoch = 0
        self.sequence = 1

    @property
    def device(self):
        return TableDevice.objects.get(token_hash=token_hash(self.token))

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token}"}

    def get(self):
        return self.client.get(self.address, headers=self.headers)

    def texts(self):
        return [line["text"] for line in self.get().json()["lines"]]

    def post(self, path, fields):
        return self.client.post(
            self.address + path,
            fields,
            content_type="application/json",
            headers=self.headers,
        )

    def take_pen(self):
        answer = self.post("pen/", {})
        if answer.status_code == 200:
            self.epoch = answer.json()["epoch"]
            self.sequence = answer.json()["next_sequence"]
        return answer

    def line(self, number, text, **changes):
        return {
            "id": f"line-{next(numbers)}",
            "epoch": self.epoch,
            "sequence": self.sequence,
            "number": number,
            "text": text,
            **changes,
        }

    def write(self, number, text, **changes):
        answer = self.post("lines/", self.line(number, text, **changes))
        if answer.status_code == 200 and not answer.json()["repeated"]:
            self.sequence += 1
        return answer
