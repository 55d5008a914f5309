"""Backups of the site, for its owner."""
