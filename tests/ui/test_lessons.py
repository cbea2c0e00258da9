"""What the lessons work out, by hand and on small models."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nmtviz.checkpoints_index import CheckpointInfo, list_checkpoints
from nmtviz.config import SearchConfig
from nmtviz.constraints import ForcedRow
from nmtviz.data.sentences import split_sentences
from nmtviz.errors import InputError
from nmtviz.results import END, Alignment, Hypothesis, Tokens
from nmtviz.translator import Translator
from nmtviz.ui.cache import FAVOURITE
from nmtviz.ui.examples import FIRST
from nmtviz.ui.lessons import (
    context,
    explanation,
    length,
    lesson,
    reordering,
    show,
    soft,
    unknown,
)
from nmtviz.ui.lessons.beam import BEAMS, compared
from nmtviz.ui.lessons.stage import LESSONS
from tests import tiny


@pytest.fixture(scope="module")
def infos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, CheckpointInfo]:
    folder: Path = tmp_path_factory.mktemp("checkpoints")
    tiny.checkpoint(folder / "pieces", tokenizer="sentencepiece")
    tiny.checkpoint(folder / "words")
    tiny.checkpoint(folder / "encdec", kind="rnnencdec")
    return {info.name: info for info in list_checkpoints(folder)}


def tokens(*texts: str) -> Tokens:
    """Whole words, and the end symbol."""
    all_texts = (*texts, END)
    return Tokens(
        texts=all_texts,
        unknown=(False,) * len(all_texts),
        words=tuple(range(len(all_texts))),
        word_texts=all_texts,
    )


def hypothesis(texts: tuple[str, ...], *probabilities: float) -> Hypothesis:
    log_probs = np.log(probabilities)
    return Hypothesis(
        text=" ".join(texts),
        tokens=tokens(*texts),
        log_prob=float(log_probs.sum()),
        score=float(log_probs.mean()),
        token_log_probs=log_probs,
        alignment=None,
    )


def test_each_lesson_has_a_name_of_its_own_and_sentences_to_try() -> None:
    assert len(LESSONS) == 7
    for name, one in LESSONS.items():
        assert name.isalpha()
        assert len(one.examples) >= 3


def test_the_longest_word_of_all_sentences_is_compared() -> None:
    sentences = [
        tokens("Her", "light", "went", "out."),
        tokens("is", "this", "her", "light?"),
        tokens("(light)", "is", "her", "Light", "Out."),
    ]

    assert context.shared_word(sentences) == ("light", (1, 3, 0))
    assert context.shared_word([*sentences, tokens("Hers", ".")]) is None
    assert context.shared_word([tokens("."), tokens(".")]) is None


def test_examples_of_meanings_share_the_word_they_are_called_by() -> None:
    for name, text in context.LESSON.examples.items():
        sentences = split_sentences(text)
        found = context.shared_word([tokens(*one.split()) for one in sentences])
        assert len(sentences) == 4
        assert found is not None
        assert found.word == name


def test_a_model_is_cast_only_if_it_is_there(infos: dict[str, CheckpointInfo]) -> None:
    words, pieces, encdec = (infos[name] for name in ("words", "pieces", "encdec"))

    assert lesson.attentive([encdec, words]) == (words,)
    assert lesson.attentive([encdec]) == ()
    assert lesson.words_and_pieces([pieces, words]) == (words, pieces)
    assert lesson.words_and_pieces([words]) == ()
    assert lesson.without_and_with_attention([words]) == ()


def test_a_larger_vocabulary_stands_between_words_and_pieces(
    infos: dict[str, CheckpointInfo],
) -> None:
    words, pieces = infos["words"], infos["pieces"]
    size = words.model.target_vocab_size + 5
    larger = replace(words, model=replace(words.model, target_vocab_size=size))

    assert lesson.words_and_pieces([larger, pieces, words]) == (words, larger, pieces)


def test_a_model_that_learned_from_little_text_is_not_cast(
    infos: dict[str, CheckpointInfo],
) -> None:
    practised = {
        name: replace(info, facts=replace(info.facts, data={"a": 1000}))
        for name, info in infos.items()
    }
    words, pieces, encdec = (practised[n] for n in ("words", "pieces", "encdec"))
    toy = replace(
        words,
        model=replace(words.model, target_vocab_size=5),
        facts=replace(words.facts, data={"a": 49, "b": 50}, dev_bleu=100.0),
    )
    toy_encdec = replace(toy, model=replace(toy.model, kind="rnnencdec"))

    assert lesson.attentive(lesson.practised([toy, words])) == (words,)
    assert lesson.attentive(lesson.practised([toy])) == (toy,)
    assert lesson.words_and_pieces(lesson.practised([toy, pieces, words])) == (
        words,
        pieces,
    )
    assert lesson.without_and_with_attention(
        lesson.practised([toy_encdec, encdec, words])
    ) == (
        encdec,
        words,
    )


def test_a_text_that_was_given_often_is_no_larger_one(
    infos: dict[str, CheckpointInfo],
) -> None:
    words, pieces = infos["words"], infos["pieces"]
    often = {"a": 1000, "b, 30 times": 30_000}
    most = replace(pieces, facts=replace(pieces.facts, data=often))
    other = replace(words, facts=replace(words.facts, data={"a": 200}))

    assert lesson.practised([most, other]) == [most, other]


@pytest.mark.parametrize("name", LESSONS)
def test_each_lesson_has_its_models_among_what_ships(name: str) -> None:
    shipped = list_checkpoints(Path(__file__).parents[2] / "checkpoints")
    here = [info for info in shipped if info.has_weights]

    assert LESSONS[name].cast(lesson.practised(here))


def test_models_that_are_compared_read_the_same_tokens(
    infos: dict[str, CheckpointInfo],
) -> None:
    words, pieces, encdec = (infos[name] for name in ("words", "pieces", "encdec"))
    shorter = replace(words, data=replace(words.data, max_words=30))

    assert lesson.without_and_with_attention([pieces, shorter, words, encdec]) == (
        encdec,
        words,
    )


def test_steps_back_are_found_where_the_heaviest_cells_cross() -> None:
    alignment = Alignment(
        source=("a", "red", "car"),
        target=("une", "voiture", "rouge"),
        weights=np.array([[0.9, 0.1, 0.0], [0.0, 0.2, 0.8], [0.1, 0.6, 0.3]]),
        source_unknown=(False,) * 3,
        target_unknown=(False,) * 3,
    )

    assert reordering.steps_back(alignment) == [(1, 2)]


def test_a_sentence_grows_at_its_commas() -> None:
    assert length.grown(" I came, I saw, I won. ") == (
        "I came.",
        "I came, I saw.",
        "I came, I saw, I won.",
    )
    assert length.grown("I came.") == ("I came.",)


def test_every_part_of_our_long_sentences_has_a_sign() -> None:
    assert set(length.LESSON.examples.values()) == set(length.SIGNS)
    for sentence, signs in length.SIGNS.items():
        assert len(length.grown(sentence)) == len(signs)


def test_a_sign_is_a_whole_word() -> None:
    signs = ("chev(al|aux)", "sport", "port")
    assert length.arrived("Des chevaux sportifs.", signs) == [True, False, False]


def test_nouns_without_their_verbs_are_no_parts_that_arrived() -> None:
    licence = length.SIGNS[length.LESSON.examples["A licence"]].values()
    babble = "Le ministre peut délivrer un permis de délivrer un permis, un port."
    better = "Le ministre peut délivrer un permis, suspendre un permis, inspecter ..."

    assert length.arrived(babble, licence) == [True] + 5 * [False]
    assert length.arrived(better, licence) == 3 * [True] + 3 * [False]


@pytest.mark.parametrize(
    ("texts", "place"),
    [(("▁L", "'", "homme"), 0), (("voici", "la", "mer"), 1), (("je", "dors"), 0)],
)
def test_the_first_article_is_found(texts: tuple[str, ...], place: int) -> None:
    assert soft.first_article(texts) == place


@pytest.mark.parametrize(
    ("name", "alone"),
    [("The instrument", "▁le"), ("The house", "▁la"), ("The children", "▁Les")],
)
def test_the_alone_suffices_but_in_one_example_with_what_ships(
    favourite: Translator, name: str, alone: str
) -> None:
    sentence = soft.LESSON.examples[name]
    (translation,) = favourite.translate([sentence])
    tokens = translation.hypotheses[0].tokens.texts
    place = soft.first_article(tokens)
    source = [token.lower() for token in translation.source.texts]
    row = ForcedRow(place, ((source.index("▁the"), 1.0),))

    def written(*rows: ForcedRow) -> str:
        steps = favourite.inspect(sentence, tokens, alignment=rows)
        return steps[place].choices[0].text

    assert written() == tokens[place]
    assert written(row) == alone
    assert (alone == tokens[place]) == (name != "The instrument")


def test_the_likelier_of_two_translations_is_named() -> None:
    greedy = hypothesis(("le", "vol"), 0.6, 0.1, 1.0)
    beam = hypothesis(("un", "chat"), 0.4, 0.6, 1.0)

    told = compared(greedy, beam)

    assert "part at token 1" in told
    assert "translation of beam 12 is 4 times" in told  # 0.24 / 0.06
    assert "translation of beam 1 is 4 times" in compared(beam, greedy)
    assert "same translation" in compared(beam, beam)


@pytest.fixture(scope="module")
def favourite() -> Translator:
    """The model that ships and that the app opens with."""
    return Translator.load(Path(__file__).parents[2] / "checkpoints" / FAVOURITE)


@pytest.mark.parametrize("sentence", [FIRST, *LESSONS["reordering"].examples.values()])
def test_the_order_turns_around_in_every_example_with_what_ships(
    favourite: Translator, sentence: str
) -> None:
    (translation,) = favourite.translate([sentence])

    alignment = translation.alignment(unit="words", end=False)

    assert alignment is not None
    assert reordering.steps_back(alignment)


@pytest.mark.parametrize("sentence", LESSONS["beam"].examples.values())
def test_both_searches_part_at_every_example_with_what_ships(
    favourite: Translator, sentence: str
) -> None:
    greedy, beam = (
        favourite.translate([sentence], SearchConfig(beam_size=size))[0].hypotheses[0]
        for size in BEAMS
    )

    assert "They part at token" in compared(greedy, beam)
    assert beam.log_prob > greedy.log_prob


def test_unknown_words_and_pieces_stand_out_and_markup_does_not() -> None:
    sentence = Tokens(
        texts=("▁the", "▁mar", "moset", "Zed", "*x*", END),
        unknown=(False, False, False, True, False, False),
        words=(0, 1, 1, 2, 3, 4),
        word_texts=("the", "marmoset", "Zed", "*x*", END),
    )

    assert show.marked(sentence) == (
        r"the :blue-badge[mar \| moset] :orange-badge[Zed] \*x\*"
    )


def test_each_forced_probability_is_that_of_the_whole_translation(
    infos: dict[str, CheckpointInfo],
) -> None:
    info = infos["words"]
    translator = Translator.load(info.folder)
    translation = translator.score("the small dog sleeps", "le petit chien dort")
    target = translation.hypotheses[0].tokens.texts

    moved = explanation.experiment(info, translation)

    for row, position in enumerate(moved.rows):
        for place in range(len(translation.source)):
            forced = translator.score(
                "the small dog sleeps",
                target,
                alignment=(ForcedRow(position, ((place, 1.0),)),),
            ).hypotheses[0]
            expected = math.exp(forced.token_log_probs[position])
            assert moved.elsewhere[row, place] == pytest.approx(expected, rel=1e-4)


def test_a_sentence_too_long_to_try_everything_is_refused(
    infos: dict[str, CheckpointInfo],
) -> None:
    info = infos["words"]
    translation = Translator.load(info.folder).score("the dog " * 20, "le chien")

    with pytest.raises(InputError, match=f"at most {explanation.LONGEST} tokens"):
        explanation.experiment(info, translation)


def test_the_likelier_translation_may_have_the_lower_score() -> None:
    greedy = hypothesis(("le",), 0.5, 0.5)
    beam = hypothesis(("un", "chat", "noir"), 0.4, 0.6, 0.6, 0.6)

    assert beam.score > greedy.score
    # 0.25 / 0.0864
    assert "translation of beam 1 is 2.89 times" in compared(greedy, beam)


def test_an_unknown_word_is_told_with_what_it_looked_at() -> None:
    alignment = Alignment(
        source=("the", "owl", "sleeps"),
        target=("le", "<unk>", "dort"),
        weights=np.array([[0.9, 0.1, 0.0], [0.2, 0.75, 0.05], [0.0, 0.1, 0.9]]),
        source_unknown=(False, True, False),
        target_unknown=(False, True, False),
    )

    assert unknown.traced(alignment) == [
        "<unk> as word 2 looks hardest at “owl” (0.75)."
    ]
