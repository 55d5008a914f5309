"""The keys with which other programs read and write."""
