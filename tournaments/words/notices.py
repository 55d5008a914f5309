"""What other programs are told, and whether it arrived, in words."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class NoticeKind(models.TextChoices):
    """What happened; the stored word is what the receiver reads."""

    EVENT = "event.released", _("results released")
    FINISHED = "list.finished", _("list finished")
    CORRECTED = "list.corrected", _("list corrected")
    SEASON = "season.changed", _("season changed")
    TEST = "test", _("test")


CHOOSABLE = tuple(kind for kind in NoticeKind if kind != NoticeKind.TEST)
"""The kinds that a program can ask for; a test comes by itself."""


class NoticeState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    SENT = "sent", _("arrived")
    GIVEN_UP = "given-up", _("given up")


class NoticeFault(models.TextChoices):
    """Why a notice did not arrive."""

    UNKNOWN = "unknown", _("no machine has this name")
    PRIVATE = "private", _("the address leads into a private network")
    SILENT = "silent", _("no answer in time")
    UNREACHABLE = "unreachable", _("the machine takes no connection")
    INSECURE = "insecure", _("its certificate is not valid")
    GARBLED = "garbled", _("the answer cannot be read")
    REFUSED = "refused", _("the program did not take it")
    ELSEWHERE = "elsewhere", _("it points to another address, which is not followed")
    NO_MAILBOX = "no-mailbox", _("nobody has this address")
    BAD_SERVER = "bad-server", _("our mail server does not send it")
    GONE = "gone", _("the program does not want any more")
    OFF = "off", _("switched off here")
