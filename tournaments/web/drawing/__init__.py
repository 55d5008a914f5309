"""Where the parts of a drawing lie."""
