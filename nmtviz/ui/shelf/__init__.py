"""Test sets, who was measured on them, and evaluations that measure more."""
