"""What is known about one list, and how it differs."""
