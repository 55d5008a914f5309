"""Form fields that accept the usual notations."""
