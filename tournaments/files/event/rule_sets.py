"""House rules of a file. No query."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.house.options import UnknownOption, read_options
from tournaments.files.event.checking import Fault, Path
from tournaments.files.event.columns import Row, read_columns
from tournaments.programme.models import RuleSet


def rule_set_in(row: Row) -> RuleSet:
    """Return house rules, unsaved, with their options as this program writes them."""
    rule_set = RuleSet(**read_columns(RuleSet, row))
    rule_set.take(rule_set.as_rules())
    return rule_set


def option_faults(row: Row, path: Path) -> Iterator[Fault]:
    """Give the first option that house rules do not have."""
    try:
        read_options(row.get("options", ""))
    except UnknownOption as unknown:
        yield Fault(
            (*path, "options"),
            _("House rules know no option “%(option)s”.") % {"option": unknown.option},
        )
