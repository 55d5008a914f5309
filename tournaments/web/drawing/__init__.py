"""The geometry of drawings."""
