"""What whoever runs the site sees of it: how much, never what."""
