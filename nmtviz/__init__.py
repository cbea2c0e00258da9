"""nmtviz: see how a neural translator aligns words."""

__version__ = "0.1.0"
