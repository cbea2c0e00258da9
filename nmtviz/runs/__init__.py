"""Training runs seen from outside: folders and events, no torch."""
