"""House rules: what clubs play on Fridays, as data (rules 7); official is all off."""
