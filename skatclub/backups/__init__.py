"""Copies of the site: made, checked, kept by a calendar, and put back."""
