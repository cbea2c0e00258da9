"""What is shouted, and how it stands in small letters."""

import pytest

from nmtviz.data.capitals import in_small_letters, is_shouted


@pytest.mark.parametrize(
    ("sentence", "shouted"),
    [
        ("THE CAT SLEEPS.", True),
        ("I LOVE YOU", True),
        ("WHERE IS THE 2ND HOUSE?", True),
        ("The cat sleeps.", False),
        ("HELLO", True),
        ("THANKS!", True),
        ("Hello", False),
        ("NATO", False),
        ("NATO met.", False),
        ("A 330 B", False),
        ("", False),
    ],
)
def test_words_in_capitals_are_shouted_and_acronyms_are_not(
    sentence: str, shouted: bool
) -> None:
    assert is_shouted(sentence) == shouted


@pytest.mark.parametrize(
    ("sentence", "english", "quiet"),
    [
        ("CAN I SLEEP?", True, "Can I sleep?"),
        ("I'M HERE, I SAY", True, "I'm here, I say"),
        ("ICH UND I", False, "Ich und i"),
        ("ICH BIN DA. „DU AUCH.“", False, "Ich bin da. „Du auch.“"),
        ("THE CAT SLEEPS. WHERE IS SHE?", True, "The cat sleeps. Where is she?"),
    ],
)
def test_small_letters_leave_the_first_one_and_the_english_pronoun(
    sentence: str, english: bool, quiet: str
) -> None:
    assert in_small_letters(sentence, english=english) == quiet


@pytest.mark.parametrize(
    ("sentence", "quiet"),
    [
        ("BREAKING NEWS: two left.", "Breaking news: two left."),
        ("I will NEVER do that.", "I will never do that."),
        ('She said "STOP IT" to me.', 'She said "stop it" to me.'),
        ("WARNING! do NOT open", "Warning! do not open"),
        ("Take 3.5 MILLION. GO!", "Take 3.5 million. Go!"),
        ("It CAN\u2019T be", "It can\u2019t be"),
    ],
)
def test_words_are_shouted_in_a_sentence_that_is_not(sentence: str, quiet: str) -> None:
    assert in_small_letters(sentence, english=True) == quiet
    assert in_small_letters(sentence, english=False) == sentence


@pytest.mark.parametrize(
    ("sentence", "quiet"),
    [
        ("I LIVE IN THE U.S. AND WORK", "I live in the U.S. and work"),
        ("THE U.S.A. WON", "The U.S.A. won"),
        ("SO DO I. WHY NOT?", "So do I. Why not?"),
        ("MR. SMITH MET DR. O'BRIEN", "Mr. Smith met Dr. O'Brien"),
        ("IT IS 5 O'CLOCK", "It is 5 o'clock"),
        ("THIS IS JOHN'S CAR", "This is John's car"),
        ("NATO'S PLAN FAILED", "NATO's plan failed"),
        ("MERRY CHRISTMAS!", "Merry Christmas!"),
        ("WE LOVE EUROPE", "We love Europe"),
        ("THE 21ST CENTURY", "The 21st century"),
        ("THE 1990S WERE FUN", "The 1990s were fun"),
        ("THE RE\u0301SUME\u0301 IS HERE", "The r\u00e9sum\u00e9 is here"),
    ],
)
def test_initials_stay_and_names_keep_one_capital(sentence: str, quiet: str) -> None:
    assert in_small_letters(sentence, english=True) == quiet


def test_acronyms_in_what_is_shouted_keep_capitals_and_names_one() -> None:
    quiet = in_small_letters("NATO TROOPS LEAVE PARIS IN MAY", english=True)
    assert quiet == "NATO troops leave Paris in may"  # a word that is a name, too


@pytest.mark.parametrize(
    "sentence",
    [
        "The cat sleeps.",
        "NASA and the FBI met UNICEF.",
        "The EU left the UK a TV.",
        "I have AIDS.",
        "The IT department uses AT&T.",
        "the iPhone of the US and the WHO",
        "  two spaces ",
        "The train leaves at 9 AM.",
        "He lives in Columbus, OH.",
        "NO2 and CO2 rose.",
        "He joined AS Roma in 79 AD.",
        "",
    ],
)
def test_acronyms_are_left_alone(sentence: str) -> None:
    assert in_small_letters(sentence, english=True) == sentence


@pytest.mark.parametrize(
    ("title", "quiet"),
    [
        ("How To Bake Bread At Home", "How to bake bread at home"),
        ("The Old Man and the Sea Again", "The old man and the sea again"),
        ("My Friend Raghunathan Likes Bread", "My friend Raghunathan likes bread"),
        ("Barack Obama Visits Paris", "Barack Obama Visits Paris"),  # mostly names
        ("He went to the Museum of Modern Art", "He went to the Museum of Modern Art"),
        ("She Said No To Me Again.", "She Said No To Me Again."),  # a sentence
        ("Red Wine", "Red Wine"),  # too short to tell
        ("Dog", "dog"),
        ("Dog.", "Dog."),
        ("Hello", "Hello"),  # which often begins a sentence
        ("Raghunathan", "Raghunathan"),
        ("Paris", "Paris"),
    ],
)
def test_titles_and_words_alone_lose_the_capitals_of_common_words(
    title: str, quiet: str
) -> None:
    assert in_small_letters(title, english=True) == quiet
