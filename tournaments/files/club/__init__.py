"""The club file: everything a club keeps, as one archive of open files.

Written down for others in ``docs/club-file.md`` and ``docs/club.schema.json``.
"""
