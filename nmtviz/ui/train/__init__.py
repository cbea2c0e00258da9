"""The page that trains models: choose, start, watch, stop, compare."""
