"""House rules in words: options, lines, the rules page (rules 7)."""
