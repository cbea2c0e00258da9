import gzip
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nmtviz.data.tokenizer import MosesTokenizer, SentencePieceTokenizer
from nmtviz.data.vocabulary import Vocabulary
from nmtviz.dictionary import FILE, Dictionary
from nmtviz.errors import CheckpointError
from nmtviz.results import END, UNKNOWN, Hypothesis, Tokens, Translation
from nmtviz.translator import Translator
from nmtviz.unknowns import Join, Replaced, Replacement, replace_unknowns
from tests import tiny

ENGLISH = MosesTokenizer(Vocabulary(["the", "sleeps", "."]), "en")
FRENCH = MosesTokenizer(Vocabulary(["l'", "le", "dort", ".", ",", "à"]), "fr")
DICTIONARY = Dictionary.from_counts(
    ("en", "fr"),
    {
        "owl": {"hibou": 3, "chouette": 1},
        "Owl": {"Hibou": 1},
        "island": {"île": 1},
        "42": {"quarante-deux": 1},
    },
)


def tokens_of(texts: Sequence[str]) -> Tokens:
    words = (*texts, END)
    return Tokens(
        texts=words,
        unknown=tuple(text == UNKNOWN for text in words),
        words=tuple(range(len(words))),
        word_texts=words,
    )


def translated(
    sentence: str, target: Sequence[str], looks_at: Sequence[int]
) -> Translation:
    """Return a translation whose tokens look at one source token each."""
    source = ENGLISH.encode(sentence).tokens
    alignment = np.full((len(target) + 1, len(source)), 0.01)
    alignment[range(len(looks_at)), looks_at] = 0.8
    hypothesis = Hypothesis(
        text=FRENCH.join(target),
        tokens=tokens_of(target),
        log_prob=-3.0,
        score=-1.0,
        token_log_probs=np.full(len(target) + 1, -0.5),
        alignment=alignment,
    )
    return Translation(sentence=sentence, source=source, hypotheses=(hypothesis,))


def by_attention(
    translation: Translation, dictionary: Dictionary | None, join: Join
) -> Replaced:
    found = [hypothesis.alignment for hypothesis in translation.hypotheses]
    weights = [alignment for alignment in found if alignment is not None]
    return replace_unknowns(translation, weights, dictionary, join)


def test_a_word_of_small_letters_is_translated() -> None:
    found = by_attention(
        translated("the owl sleeps.", ["le", UNKNOWN, "dort", "."], [0, 1, 2, 3]),
        DICTIONARY,
        FRENCH.join,
    )

    (hypothesis,) = found.translation.hypotheses
    assert hypothesis.text == "le hibou dort."
    assert hypothesis.tokens.texts == ("le", "hibou", "dort", ".", END)
    assert hypothesis.tokens.word_texts == hypothesis.tokens.texts
    assert hypothesis.tokens.unknown == (False, True, False, False, False)
    assert found.replacements == (
        (
            Replacement(
                target=1, text="hibou", source=1, source_text="owl", probability=0.75
            ),
        ),
    )


@pytest.mark.parametrize("word", ["Owl", "42", "raven", "Łódź"])
def test_names_numbers_and_words_without_translation_are_copied(word: str) -> None:
    found = by_attention(
        translated(f"the {word} sleeps.", ["le", UNKNOWN, "dort", "."], [0, 1, 2, 3]),
        DICTIONARY,
        FRENCH.join,
    )

    assert found.translation.hypotheses[0].text == f"le {word} dort."
    assert found.replacements[0][0].probability is None


def test_without_a_dictionary_every_word_is_copied() -> None:
    found = by_attention(
        translated("the owl", ["le", UNKNOWN], [0, 1]), None, FRENCH.join
    )

    assert found.translation.hypotheses[0].text == "le owl"


def test_each_unknown_word_finds_its_own() -> None:
    target = [UNKNOWN, "à", "l'", UNKNOWN, ",", UNKNOWN]
    translation = translated("owl Bo island", target, [1, 0, 2, 2, 0, 0])

    found = by_attention(translation, DICTIONARY, FRENCH.join)

    assert found.translation.hypotheses[0].text == "Bo à l'île, hibou"
    places = [(made.target, made.source) for made in found.replacements[0]]
    assert places == [(0, 1), (3, 2), (5, 0)]


def test_the_end_symbol_is_never_written() -> None:
    found = by_attention(translated("the owl", [UNKNOWN], [2]), DICTIONARY, FRENCH.join)

    assert found.translation.hypotheses[0].text == "the"


def test_what_is_known_stays_as_it_is() -> None:
    translation = translated("the owl", ["le", "à"], [0, 1])

    found = by_attention(translation, DICTIONARY, FRENCH.join)

    assert found.translation == translation
    assert found.replacements == ((),)


def test_every_hypothesis_is_treated_by_its_own_attention() -> None:
    one = translated("owl island", [UNKNOWN], [0])
    other = translated("owl island", [UNKNOWN], [1])
    both = replace(one, hypotheses=one.hypotheses + other.hypotheses)

    found = by_attention(both, DICTIONARY, FRENCH.join).translation.hypotheses

    assert [hypothesis.text for hypothesis in found] == ["hibou", "île"]


def test_an_unknown_piece_is_copied_into_its_word() -> None:
    target = SentencePieceTokenizer.train(["dans la ville, la vie"] * 9, 20)
    ids, tokens = target.encode("la ☃ville")
    text, tokens = target.decode(ids)
    source = target.encode("ville ☃").tokens
    alignment = np.zeros((len(ids), len(source)))
    alignment[:, source.unknown.index(True)] = 1.0
    hypothesis = Hypothesis(
        text=text,
        tokens=tokens,
        log_prob=-1.0,
        score=-1.0,
        token_log_probs=np.zeros(len(ids)),
        alignment=alignment,
    )
    translation = Translation(sentence="", source=source, hypotheses=(hypothesis,))
    assert UNKNOWN in text

    (found,) = by_attention(translation, None, target.join).translation.hypotheses

    assert found.text == text.replace(UNKNOWN, "☃")
    assert "".join(found.tokens.word_texts).replace("▁", "") == "la☃ville" + END


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tiny.checkpoint(tmp_path / "demo")


def test_a_checkpoint_brings_its_dictionary(folder: Path) -> None:
    counts = {word: {"le": 2, "zèbre": 5, "chien": 1} for word in tiny.SOURCE_WORDS}
    counts |= {"zebra": dict.fromkeys(tiny.TARGET_WORDS, 1) | {"zèbre": 5}}
    Dictionary.from_counts(("en", "fr"), counts).save(folder / FILE)
    translator = Translator.load(folder)
    translation = translator.score("zebra", ["un", UNKNOWN, END])

    replaced, _ = translator.replace_unknowns(translation)

    assert translation.hypotheses[0].text == f"un {UNKNOWN}"
    assert replaced.hypotheses[0].text == "un zèbre"


def test_with_pieces_an_unknown_letter_stands_for_one_that_has_no_piece(
    tmp_path: Path,
) -> None:
    folder = tiny.checkpoint(tmp_path / "pieces", tokenizer="sentencepiece")
    translator = Translator.load(folder)

    for sentence, text in (("un ☃ chat", "☃"), ("un petit chat", UNKNOWN)):
        translation = translator.score(sentence, [UNKNOWN, END])
        replaced, _ = translator.replace_unknowns(translation)
        assert replaced.hypotheses[0].text == text


def test_without_attention_an_unknown_word_stands_for_what_it_needs_most(
    tmp_path: Path,
) -> None:
    translator = Translator.load(tiny.checkpoint(tmp_path / "blind", kind="rnnencdec"))
    sentence, target = "zebra Zoe owl", [UNKNOWN, "un", UNKNOWN, END]
    (whole,) = translator.score(sentence, target).hypotheses
    shorter = ("Zoe owl", "zebra owl", "zebra Zoe")
    without = [translator.score(text, target).hypotheses[0] for text in shorter]
    shorter_log_probs = np.array([one.token_log_probs for one in without])
    needed = [
        sentence.split()[shorter_log_probs[:, place].argmin()]
        if shorter_log_probs[:, place].min() < whole.token_log_probs[place]
        else UNKNOWN  # no word that was read makes it likelier: it stays
        for place in (0, 2)
    ]
    assert set(needed) - {UNKNOWN}

    found, (made,) = translator.replace_unknowns(translator.score(sentence, target))

    assert whole.alignment is None
    assert found.hypotheses[0].text == f"{needed[0]} un {needed[1]}"
    assert [one.source_text for one in made] == [
        word for word in needed if word != UNKNOWN
    ]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("not a dictionary", "line 1: must be 'nmtviz-dictionary 1'"),
        ("nmtviz-dictionary 1\tfr\ten\t0", "from en to fr is needed"),
        ("nmtviz-dictionary 1\ten\tfr\t1\na\tun 1", "it is of other vocabularies"),
    ],
)
def test_a_checkpoint_with_another_s_dictionary_is_refused(
    lines: str, complaint: str, folder: Path
) -> None:
    (folder / FILE).write_bytes(gzip.compress(f"{lines}\n".encode()))

    with pytest.raises(CheckpointError, match=f"no usable dictionary: .*{complaint}"):
        Translator.load(folder)


def test_a_word_of_pieces_has_its_replacement_without_a_bar() -> None:
    source = Tokens(
        texts=("▁x", "Ω", END),
        unknown=(False, True, False),
        words=(0, 0, 1),
        word_texts=("xΩ", END),
    )
    target = Tokens(
        texts=("▁le", "▁x", UNKNOWN, END),
        unknown=(False, False, True, False),
        words=(0, 1, 1, 2),
        word_texts=("le", f"x{UNKNOWN}", END),
    )
    weights = np.full((4, 3), 0.1)
    weights[2, 1] = 0.8
    one = Hypothesis(
        text=f"le x{UNKNOWN}",
        tokens=target,
        log_prob=-4.0,
        score=-1.0,
        token_log_probs=np.full(4, -1.0),
        alignment=weights,
    )
    translation = Translation(sentence="xΩ", source=source, hypotheses=(one,))

    found = replace_unknowns(translation, [weights], None, "".join)

    (written,) = found.translation.hypotheses
    assert written.tokens.texts == ("▁le", "▁x", "Ω", END)
    assert written.tokens.word_texts == ("le", "xΩ", END)
