"""Alignments in files: those of other tools, our own, and gold links."""
