"""The difference detective: from the differences to the line that is wrong (M3)."""
