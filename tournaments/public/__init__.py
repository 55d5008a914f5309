"""What leaves the site for everybody: a copy of its public pages as plain files."""
