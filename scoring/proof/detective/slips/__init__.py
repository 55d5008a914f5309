"""What a slip is, how likely it is, and what may have been meant."""
