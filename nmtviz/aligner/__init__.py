"""A word aligner: which words of a sentence pair belong together; numpy, no torch."""
