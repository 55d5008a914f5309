"""What the system says of a file, in the reader's language."""

import errno

from django.utils.translation import gettext_lazy as _

REASONS = {
    errno.ENOENT: _("there is no such file"),
    errno.ENOTDIR: _("there is no such file"),
    errno.EACCES: _("it may not be opened"),
    errno.EPERM: _("it may not be opened"),
    errno.EISDIR: _("it is a folder"),
}


def reason(problem: OSError) -> str:
    """Return why a file cannot be used, in the system's words where we have none."""
    known = REASONS.get(problem.errno or 0)
    return str(known or problem.strerror or problem)
