"""Sentences to start from, each with something to see in its alignment."""

EXAMPLES: dict[str, str] = {
    "Adjectives": "The old woman has a black cat and a white dog.",
    "Gender": "I put the key on the table and the book in the bag.",
    "Repeats": "The more I see him, the more I like him.",
    "Negation": "I do not think that she has ever seen the sea.",
    "Names, numbers": "Ms. Wagner paid 340 dollars for a flight to Toronto.",
    "One to many": "We peeled the potatoes before breakfast.",
    "Law": (
        "The Minister may, by order, amend or revoke any licence issued under this Act."
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
