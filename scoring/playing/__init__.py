"""A list as it is played under house rules: what each line counts, and why."""
