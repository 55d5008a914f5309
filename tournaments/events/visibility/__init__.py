"""What visitors see of a running event, and from what time on."""
