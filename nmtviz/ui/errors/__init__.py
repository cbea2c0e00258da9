"""The page on errors: which sentences, what is wrong with them, and how they align."""
