"""What slips are, how likely they are, and which games may have been meant."""
