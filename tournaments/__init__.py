"""Clubs, lists, events: everything that Skat players see."""
