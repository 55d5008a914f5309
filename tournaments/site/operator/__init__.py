"""Pages for the operator of the site, with amounts but no contents."""
