"""What visitors see of a running event, and from when on."""
