"""An event file comes in: what it holds, and what is wrong with it."""
