"""Clubs, lists, competitions: everything that Skat players see."""
