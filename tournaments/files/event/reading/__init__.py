"""Reading an event file and checking what it says."""
