"""The club file: everything a club keeps, as one archive of open files.

Documented in ``docs/club-file.md`` and ``docs/club.schema.json``.
"""
