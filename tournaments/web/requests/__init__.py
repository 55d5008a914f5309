"""What is done with a request before a view has it, or after."""
