"""House rules that clubs play on Fridays, as data (rules 7); official Skat has none."""
