import pytest

from nmtviz.data.sentences import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        ("  \n \n", []),
        ("one", ["one"]),
        ("Hello! How are you? I am fine.", ["Hello!", "How are you?", "I am fine."]),
        # a line ends a sentence, whatever stands at its end
        (
            "first line\n\n  second line \r\nthird",
            ["first line", "second line", "third"],
        ),
        # marks and quotation marks stay with the sentence that they close
        ('"Go!" he said. "Why?" she', ['"Go!" he said.', '"Why?" she']),
        ('He said "Go." "No."', ['He said "Go."', '"No."']),
        ("(He came.) She left.", ["(He came.)", "She left."]),
        ("« Viens ! » Il part.", ["« Viens ! » Il part."]),
        ("Il part. « Viens ! »", ["Il part.", "« Viens ! »"]),
        ("Well… Then what?! Émile left.", ["Well…", "Then what?!", "Émile left."]),
        # abbreviations and initials
        ("Mr. Smith met Dr. (Ann) Li.", ["Mr. Smith met Dr. (Ann) Li."]),
        ("J. S. Bach wrote it. We sang.", ["J. S. Bach wrote it.", "We sang."]),
        ("So do I. You too.", ["So do I.", "You too."]),
        ("See No. 5 on p. 7. No. 9 is lost.", ["See No. 5 on p. 7.", "No. 9 is lost."]),
        (
            "See fig. 3 in vol. 2. It is 7. 8 is more.",
            ["See fig. 3 in vol. 2.", "It is 7.", "8 is more."],
        ),
        ("1. First item. 2. Second item.", ["1. First item.", "2. Second item."]),
        ("Is it? No. Why not?", ["Is it?", "No.", "Why not?"]),
        ("He died on Sept. 11, 2001.", ["He died on Sept. 11, 2001."]),
        ("It is approx. 5 km. I ran.", ["It is approx. 5 km.", "I ran."]),
        ("Big cities, e.g. Paris.", ["Big cities, e.g. Paris."]),
        # capitals of any script, and letters of one that has none
        (
            "Ça va. Œuvre. Привет. Как дела? Ήταν.",
            [*("Ça va.", "Œuvre.", "Привет.", "Как дела?", "Ήταν.")],
        ),
        ("Šel domů. Čeká.", ["Šel domů.", "Čeká."]),
        ("שלום. מה שלומך?", ["שלום.", "מה שלומך?"]),
        ("Он сказал... что да.", ["Он сказал... что да."]),
        # no capital, no end
        (
            "It costs 3.50 dollars, e.g. in Rome.",
            ["It costs 3.50 dollars, e.g. in Rome."],
        ),
        ("We left at 5 p.m. and slept.", ["We left at 5 p.m. and slept."]),
        ("It opens at 10 a.m. Sunday.", ["It opens at 10 a.m. Sunday."]),
        ("It ends at 8 p.m. EST. Go.", ["It ends at 8 p.m. EST.", "Go."]),
        ("Come at 9 a.m. May 5.", ["Come at 9 a.m. May 5."]),
        ("We left at 5 p.m. May slept.", ["We left at 5 p.m.", "May slept."]),
        ("We left in 1990. 3 of us stayed.", ["We left in 1990.", "3 of us stayed."]),
    ],
)
def test_sentences_end_where_a_reader_would_say(
    text: str, sentences: list[str]
) -> None:
    assert split_sentences(text) == sentences


def test_a_long_line_takes_no_longer_than_its_parts() -> None:
    """It would take hours if every full stop read the line from its beginning."""
    line = f"{'No. A b. ' * 100_000}{'.' * 100_000} C"

    assert (
        len(split_sentences(line)) == 200_001
    )  # the last full stop is one of the dots


def test_nothing_but_white_space_is_lost() -> None:
    text = "A b. C d! “E f?” G.\n\th i… Mr. J. K. said: No. 5. L"

    kept = "".join("".join(split_sentences(text)).split())
    assert kept == "".join(text.split())
