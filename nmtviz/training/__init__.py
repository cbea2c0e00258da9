"""A training run from inside; only ever in a process of its own."""
