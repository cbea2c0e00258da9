"""The search page: the tree, what if, inside a step, beam sizes."""
