"""Sentences to start from, each with something to see in its alignment."""

EXAMPLES: dict[str, str] = {
    "Adjectives": "The old woman has a black cat and a white dog.",
    "Gender": "I put the key on the table and the book in the bag.",
    "Repeats": "The more I read the book, the more I like the story.",
    "Negation": "I do not think that she has ever seen the sea.",
    "Names, numbers": "Zelmira Quorthon paid 340 dollars on May 12, 2019.",
    "One to many": "He always gets up early, but today he overslept.",
    "Law": (
        "The Minister may, by order, exempt any person from the application of "
        "these regulations."
    ),
    "Long law": (
        "Where the Minister believes on reasonable grounds that a person has "
        "failed to comply with the conditions of a licence, the Minister may "
        "suspend the licence until the holder has taken all of the measures required "
        "to protect public health."
    ),
}
"""What a sentence shows, and the sentence; the first one is there at the start."""

FIRST = next(iter(EXAMPLES.values()))
