"""The difference detective: from what differs to the line that is wrong (M3)."""
