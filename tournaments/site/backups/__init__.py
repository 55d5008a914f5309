"""Copies of the site, as its owner sees them."""
