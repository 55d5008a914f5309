"""Notices on their way: what they say, how they are signed, sent, and sent again."""
