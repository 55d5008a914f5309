"""Handling requests before and after views."""
