"""What other programs are told of: who wants to know, and what waits to be sent."""
