"""The programming interface: other programs read results and write lists."""
