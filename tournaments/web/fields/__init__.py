"""Form fields that take what people write."""
