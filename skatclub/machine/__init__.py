"""The machine the site runs on: its network, its files, who else runs here."""
