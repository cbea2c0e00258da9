"""A translator under constraints, its searches as trees and its steps from inside."""

import numpy as np
import pytest
import torch
from torch import nn

from nmtviz.config import ModelKind, SearchConfig, TokenizerKind
from nmtviz.constraints import Constraints, ForcedRow
from nmtviz.errors import InputError
from nmtviz.results import END, Hypothesis, Translation
from nmtviz.translator import Translator
from tests import tiny
from tests.test_translator import SENTENCES, assert_same

SENTENCE = "the small dog sleeps under a house ."
SEARCH = SearchConfig(
    beam_size=4, n_best=4, max_length_ratio=0.5, max_length_extra=3
)  # 7 target tokens for that sentence
NOTHING = Constraints()
KINDS: list[ModelKind] = ["rnnsearch", "rnnencdec"]
TOKENIZERS: list[TokenizerKind] = ["moses", "sentencepiece"]


def translator(
    kind: ModelKind = "rnnsearch", tokenizer: TokenizerKind = "moses"
) -> Translator:
    """Return one whose network is never quite sure."""
    source, target = tiny.tokenizers(tokenizer)
    network = tiny.network(source, target, kind)
    torch.manual_seed(1)
    for weight in network.parameters():
        nn.init.normal_(weight, std=0.9)
    return Translator("tiny", network, source, target)


def best(found: Translation) -> Hypothesis:
    return found.hypotheses[0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_every_hypothesis_begins_with_the_prefix(
    kind: ModelKind, tokenizer: TokenizerKind
) -> None:
    made = translator(kind, tokenizer)
    constraints = Constraints(prefix="la maison dort")

    (found,) = made.translate([SENTENCE], SEARCH, constraints=[constraints])

    assert len(found.hypotheses) == 4
    for hypothesis in found.hypotheses:
        assert hypothesis.text.startswith("la maison dort")
        (forced,) = made.score(SENTENCE, hypothesis.tokens.texts, SEARCH).hypotheses
        assert forced.score == pytest.approx(hypothesis.score, abs=1e-4)


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@pytest.mark.parametrize("kept", [0, 1, 3])
def test_the_beginning_of_the_best_translation_leads_to_no_worse_one(
    kept: int, tokenizer: TokenizerKind
) -> None:
    made = translator(tokenizer=tokenizer)
    free = best(made.translate([SENTENCE], SEARCH)[0])
    constraints = Constraints(prefix=free.tokens.texts[:kept])

    found = best(made.translate([SENTENCE], SEARCH, constraints=[constraints])[0])

    assert found.tokens.texts[:kept] == free.tokens.texts[:kept]
    assert found.score >= free.score - 1e-4


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_translation_as_prefix_is_that_translation(kind: ModelKind) -> None:
    made = translator(kind)
    third = made.translate([SENTENCE], SEARCH)[0].hypotheses[2]
    constraints = Constraints(prefix=third.tokens.texts)

    (found,) = made.translate([SENTENCE], SEARCH, constraints=[constraints])

    assert third.tokens.texts[-1] == END
    (only,) = found.hypotheses
    assert (only.text, only.tokens) == (third.text, third.tokens)
    assert only.score == pytest.approx(third.score, abs=1e-4)


def test_a_banned_word_is_in_no_hypothesis() -> None:
    made = translator()
    free = best(made.translate([SENTENCE], SEARCH)[0])
    word = free.tokens.word_texts[0]

    (found,) = made.translate(
        [SENTENCE], SEARCH, constraints=[Constraints(banned=(word,))]
    )

    assert len(found.hypotheses) == 4
    for hypothesis in found.hypotheses:
        assert word not in hypothesis.tokens.texts


def test_banned_pieces_do_not_follow_each_other() -> None:
    made = translator(tokenizer="sentencepiece")
    pieces = best(made.translate([SENTENCE], SEARCH)[0]).tokens.texts[1:4]

    (found,) = made.translate(
        [SENTENCE], SEARCH, constraints=[Constraints(banned=(pieces,))]
    )

    assert len(found.hypotheses) == 4
    for hypothesis in found.hypotheses:
        texts = hypothesis.tokens.texts
        assert pieces not in {texts[i : i + 3] for i in range(len(texts))}


def test_a_forced_row_is_the_one_the_decoder_used() -> None:
    made = translator()
    row = ForcedRow.parse("1:2=3,0=1")
    constraints = Constraints(alignment=(row,))

    (found,) = made.translate([SENTENCE], SEARCH, constraints=[constraints])

    for hypothesis in found.hypotheses:
        assert hypothesis.alignment is not None
        np.testing.assert_array_equal(
            hypothesis.alignment[1], [0.25, 0, 0.75, 0, 0, 0, 0, 0, 0]
        )
        forced = best(
            made.score(SENTENCE, hypothesis.tokens.texts, SEARCH, alignment=[row])
        )
        assert forced.score == pytest.approx(hypothesis.score, abs=1e-4)
        own = best(made.score(SENTENCE, hypothesis.tokens.texts, SEARCH))
        assert own.score != pytest.approx(hypothesis.score, abs=1e-4)


def test_without_constraints_everything_is_as_before() -> None:
    made = translator()
    before = best(made.translate([SENTENCE], SEARCH)[0])
    row = ForcedRow.parse("0:6=1")
    changed = Constraints(prefix="un", banned=("la",), alignment=(row,))

    made.translate([SENTENCE], SEARCH, constraints=[changed])

    after = best(made.translate([SENTENCE], SEARCH, constraints=[NOTHING])[0])
    assert (after.text, after.tokens) == (before.text, before.tokens)
    assert (after.log_prob, after.score) == (before.log_prob, before.score)
    np.testing.assert_array_equal(after.alignment, before.alignment)


def test_each_sentence_keeps_to_its_own_constraints() -> None:
    made = translator()
    constraints = [
        Constraints(prefix="un chien"),
        NOTHING,
        Constraints(banned=("chien", "petit chien", ("<unk>",))),
        Constraints(alignment=(ForcedRow.parse("0:1=1"), ForcedRow.parse("2:0=1"))),
        Constraints(prefix=("zèbre", "le"), banned=("la",)),
    ]

    together = made.translate(SENTENCES, SEARCH, constraints=constraints, batch_size=3)

    for sentence, own, found in zip(SENTENCES, constraints, together, strict=True):
        (alone,) = made.translate([sentence], SEARCH, constraints=[own])
        assert_same(found, alone)


def test_a_sentence_without_words_has_nothing_to_keep_to() -> None:
    constraints = [Constraints(prefix="le"), Constraints(prefix="le " * 99)]

    found = translator().translate(["the dog", " "], SEARCH, constraints=constraints)

    assert [len(each.hypotheses) for each in found] == [4, 0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@pytest.mark.parametrize("constraints", [NOTHING, Constraints(prefix="la maison")])
def test_a_trace_leads_to_what_is_found(
    kind: ModelKind, tokenizer: TokenizerKind, constraints: Constraints
) -> None:
    made = translator(kind, tokenizer)
    (found,) = made.translate([SENTENCE], SEARCH, constraints=[constraints])

    trace = made.trace(SENTENCE, SEARCH, constraints=constraints)

    assert_same(trace.translation, found)
    for number, hypothesis in zip(trace.n_best, found.hypotheses, strict=True):
        leaf, path = trace.nodes[number], trace.path(number)
        assert (leaf.status, leaf.text) == ("finished", hypothesis.text)
        assert (leaf.log_prob, leaf.score) == (hypothesis.log_prob, hypothesis.score)
        assert tuple(node.token for node in path) == hypothesis.tokens.texts
        np.testing.assert_allclose(
            [node.edge_log_prob for node in path], hypothesis.token_log_probs
        )
        alignment = trace.alignment(number)
        assert (alignment is None) == (hypothesis.alignment is None)
        if alignment is not None:
            np.testing.assert_array_equal(alignment.weights, hypothesis.alignment)


def test_any_choice_can_be_taken_and_decoded_on() -> None:
    made = translator()
    trace = made.trace(SENTENCE, SEARCH)
    node = next(node for node in trace.at_step(2) if node.choices)
    so_far = tuple(at.token for at in trace.path(node.id))

    for choice in node.choices:
        if choice.text in {"<s>", "<pad>"}:
            continue
        constraints = Constraints(prefix=(*so_far, choice.text))
        taken = made.trace(SENTENCE, SEARCH, constraints=constraints)
        (first,) = taken.at_step(3)
        assert first.token == choice.text
        assert first.edge_log_prob == pytest.approx(choice.log_prob, abs=1e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_from_inside_agrees_with_the_search(kind: ModelKind) -> None:
    made = translator(kind)
    found = best(made.translate([SENTENCE], SEARCH)[0])

    views = made.inspect(SENTENCE, found.tokens.texts)

    assert tuple(view.token for view in views) == found.tokens.texts
    np.testing.assert_allclose(
        [view.log_prob for view in views], found.token_log_probs, atol=1e-4
    )
    for number, view in enumerate(views):
        assert 0.0 < view.update < 1.0
        assert 0.0 < view.reset < 1.0
        if found.alignment is None:
            assert view.alignment is None
        else:
            assert view.alignment is not None
            np.testing.assert_allclose(
                view.alignment, found.alignment[number], atol=1e-4
            )


def test_a_text_to_look_into_keeps_its_letters() -> None:
    views = translator().inspect("the dog", "le zèbre")

    assert [view.token for view in views] == ["le", "zèbre", END]


def test_a_forced_row_can_be_looked_into() -> None:
    row = ForcedRow.parse("1:0=1")

    views = translator().inspect("the dog", "le chien", alignment=[row])

    assert views[1].alignment is not None
    assert views[1].alignment.tolist() == [1.0, 0.0, 0.0]
    assert views[1].alignment_entropy == 0.0


@pytest.mark.parametrize(
    ("constraints", "reason"),
    [
        (Constraints(prefix="le " * 40), "room for the end symbol: at most 3 tokens"),
        (Constraints(banned=("zèbre",)), "'zèbre' is not in the target vocabulary"),
        (Constraints(prefix="le chien", banned=("chien",)), "not contain the banned"),
        (Constraints(alignment=(ForcedRow.parse("4:0=1"),)), "target .* below 4 here"),
        (Constraints(alignment=(ForcedRow.parse("0:3=1"),)), "source .* below 3 here"),
    ],
)
def test_constraints_that_cannot_be_kept_to_are_refused(
    constraints: Constraints, reason: str
) -> None:
    made = translator()

    with pytest.raises(InputError, match=reason):
        made.translate(["a house", "the dog"], SEARCH, constraints=[constraints] * 2)
    with pytest.raises(InputError, match=reason):
        made.trace("the dog", SEARCH, constraints=constraints)


def test_constraints_for_some_sentences_only_are_refused() -> None:
    with pytest.raises(InputError, match="for each of 3 sentences or for none, got 1"):
        translator().translate(["a", "the", "dog"], constraints=[NOTHING])


def test_a_network_without_attention_has_no_row_to_set() -> None:
    made = translator("rnnencdec")
    rows = (ForcedRow.parse("0:0=1"),)

    for refused in (
        lambda: made.trace("the dog", constraints=Constraints(alignment=rows)),
        lambda: made.score("the dog", "le chien", alignment=rows),
        lambda: made.inspect("the dog", "le chien", alignment=rows),
    ):
        with pytest.raises(InputError, match="'tiny' has no attention"):
            refused()


@pytest.mark.parametrize("sentence", ["", "  \t"])
def test_a_sentence_without_words_has_no_search_and_no_inside(sentence: str) -> None:
    with pytest.raises(InputError, match="A sentence must have words"):
        translator().trace(sentence)
    with pytest.raises(InputError, match="A sentence must have words"):
        translator().inspect(sentence, "le")


def test_tokens_without_an_end_are_no_translation() -> None:
    with pytest.raises(InputError, match=r"end with the only 3, got \[4, 8\]"):
        translator().inspect("the dog", ("le", "chien"))
