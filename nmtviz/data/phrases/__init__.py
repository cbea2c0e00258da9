"""What people type first into a translator: sentences of our own with open places."""
