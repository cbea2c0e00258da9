"""Names of the folders that lie beside runs and serve all of them."""

CACHE = "cache"
"""Tokenized text."""

DATA = "data"
"""Corpora that were generated or uploaded."""

EVALUATIONS = "evaluations"
"""Evaluations of checkpoints, and the test sets they need."""

NAMES = {CACHE, DATA, EVALUATIONS}
