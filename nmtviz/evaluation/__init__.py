"""What test sets say of a model."""
