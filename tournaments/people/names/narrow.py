"""Names shortened for little space, keeping the family name longest."""

from collections.abc import Iterator

from tournaments.people.names.names import PersonName, read_name


def short_name(name: str, most: int) -> str:
    """Return ``name`` in at most ``most`` letters, if possible with the family name.

    >>> short_name("Brigitte von der Heide-Osterkamp", 26)
    'v. d. Heide-Osterkamp, B.'
    >>> short_name("Hans-Joachim Kowalewski", 20)
    'Kowalewski, H.-J.'
    >>> short_name("Egon Sperling", 20)
    'Egon Sperling'
    """
    for candidate in ever_shorter_names(name, read_name(name)):
        if len(candidate) <= most:
            return candidate
    return f"{candidate[: most - 1]}…"


def ever_shorter_names(text: str, name: PersonName) -> Iterator[str]:
    """Yield shorter and shorter ways to write a name."""
    yield text
    if name.last.isdigit():  # the number of a hidden person
        yield name.last
        return
    first = initials(name.first)
    last = with_short_particles(name.last)
    if first:
        yield f"{name.last}, {first}"
        yield f"{last}, {first}"
    yield last
    yield last.rsplit(" ", 1)[-1]


def initials(first: str) -> str:
    """Return the initials of the first name, without a title.

    >>> initials("Hans-Joachim"), initials("Dr. Wolfgang"), initials("")
    ('H.-J.', 'W.', '')
    """
    given_name = next((word for word in first.split() if not word.endswith(".")), "")
    return "-".join(f"{part[0]}." for part in given_name.split("-") if part)


def with_short_particles(last: str) -> str:
    """Return a family name with "von der" as "v. d.".

    >>> with_short_particles("von der Heide")
    'v. d. Heide'
    """
    *particles, family = last.split(" ")
    short = (f"{word[0]}." if word.islower() else word for word in particles)
    return " ".join([*short, family])
