"""What may have happened, each with its effect on all numbers."""
