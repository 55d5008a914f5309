"""What may come next in a line that is being typed, according to the grammar itself.

The reader of a line says what it expected where it stops. So a sign that nothing can
begin with, put after the line, makes it say what may come there.
"""

from dataclasses import dataclass
from functools import lru_cache

from scoring.notation.grammar import CONTRACT, GAME, NotationError, Spelling, Unreadable
from scoring.notation.reading import compact_text, parse_line, read_item, spelling_of

NO_SIGN = "\0"
# One of these completes any beginning of a game.
COMPLETIONS = (
    *("", "1", "n", "11", "41", "3", "5", "6", "9", "a", "a1", "h1", "=x", "2=x"),
    *("c1", "i1", "o1", "e18", "/1", "1/1", "/0/0", "@1", "e"),
)
LEVELS = {
    "hand": ("h", "*"),
    "schneider": ("s", "+"),
    "schwarz": ("w", "++"),
    "announcement": ("a", ","),
    "ouvert": ("o", ",,"),
}
"""The signs of the levels, as letters and on the number pad."""

GRAND = ("g", "gr", "24")


@dataclass(frozen=True, slots=True)
class Expected:
    """What may come next, as codes, in the spelling of the line so far."""

    codes: tuple[str, ...]
    spelling: Spelling | None = None


@lru_cache(maxsize=1 << 12)
def is_beginning(text: str, *, values_only: bool = False) -> bool:
    """Tell whether ``text`` is a line or can become one.

    >>> is_beginning("3"), is_beginning("3g"), is_beginning("3z")
    (True, True, False)
    """
    if values_only and is_beginning(text):
        return True
    return any(
        is_readable(text.rstrip() + ending, values_only=values_only)
        for ending in COMPLETIONS
    )


def is_readable(text: str, *, values_only: bool = False) -> bool:
    """Tell whether ``text`` is a whole line."""
    try:
        read_item(text, values_only=values_only)
    except NotationError:
        return False
    return True


@lru_cache(maxsize=1 << 12)
def expected_next(text: str, *, values_only: bool = False) -> Expected:
    """Return what may come after ``text``; after a remark, only its end.

    >>> expected_next("").codes
    ('seat', 'passed-in')
    >>> expected_next("3g").codes
    ('tops-of-grand', 'without')
    >>> expected_next("3g2h").codes[:3]
    ('end', 'lost', 'schneider')
    """
    body, remark, _ = text.partition("#")
    compact = compact_text(body)
    if remark or compact[:1] in ("x", "s"):
        return Expected(("end",))
    if values_only and compact and is_beginning(text):
        # Unless the line among values is a game in shorthand after all.
        values_only = is_readable(text + "1", values_only=True)
    try:
        parse_line(compact + NO_SIGN, values_only)
    except Unreadable as error:
        codes = error.expected
    spelling = spelling_of(compact) if len(compact) > 1 else None
    return Expected(tuple(refined_codes(codes, compact, spelling)), spelling)


def refined_codes(
    codes: tuple[str, ...], compact: str, spelling: Spelling | None
) -> list[str]:
    """Return more exact ``codes``: how many tops there can be, and which levels."""
    if spelling is None:
        return list(codes)
    if codes == ("matadors",):
        return codes_of_tops(compact, spelling)
    ends = ["end"] if "end" in codes else []
    levels = [
        name
        for name, signs in LEVELS.items()
        if "level" in codes
        and GAME[spelling].fullmatch(compact + signs[spelling is Spelling.NUMPAD])
    ]
    marks = [code for code in codes if code not in ("level", "end")]
    return [*ends, *marks[:1], *levels, *marks[1:]]


def codes_of_tops(compact: str, spelling: Spelling) -> list[str]:
    """Return the codes for the tops of the contract that ``compact`` ends with."""
    sign = "o" if spelling is Spelling.LETTERS else "/"
    contract = compact[1:].removesuffix(sign)
    code = "tops-of-grand" if contract in GRAND else "tops"
    is_without = CONTRACT[spelling].match(compact) and compact.endswith(sign)
    return [code] if is_without else [code, "without"]
