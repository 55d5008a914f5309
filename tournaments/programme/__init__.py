"""What is played when and by which rules: events, their series, house rules."""
