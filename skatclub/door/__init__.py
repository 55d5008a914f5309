"""The way in: signing in, the first code, how often one may try."""
