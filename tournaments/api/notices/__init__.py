"""Notices to other programs: writing, signing, sending and sending them again."""
