"""The names of a browser and its machine, from its user agent."""

# The first match counts: many browsers also name the browsers they descend from.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS": "Firefox",
    "Chrome/": "Chrome",
    "CriOS": "Chrome",
    "Safari/": "Safari",
}
MACHINES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "Chromebook",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def device_name(user_agent: str) -> str:
    """Return the browser and the machine, empty for a program that names neither.

    >>> device_name("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko Firefox/132.0")
    'Firefox, Windows'
    >>> device_name("curl/8.1")
    ''
    """
    matches = (first_match(user_agent, names) for names in (BROWSERS, MACHINES))
    return ", ".join(filter(None, matches))


def first_match(text: str, names: dict[str, str]) -> str:
    """Return the name of the first mark found in a text, empty without any."""
    return next((name for mark, name in names.items() if mark in text), "")
