"""The search for seats at which players meet as seldom as possible."""
