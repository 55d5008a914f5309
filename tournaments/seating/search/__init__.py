"""Looking for seats that let people meet as seldom as can be."""
