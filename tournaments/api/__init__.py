"""The programming interface: results read, and lists written, by other programs."""
