"""Notices to other programs: who has subscribed, and what waits to be sent."""
