import numpy as np
import pytest

from nmtviz.config import ModelKind, ReadoutState, ResetGate
from nmtviz.data.tokenizer import Encoded
from nmtviz.search.alignment_rows import Rows
from nmtviz.search.forced import force
from nmtviz.search.step_views import look_inside
from nmtviz.traces import StepView
from tests import tiny
from tests.model.networks import KINDS, SOURCES, named, tiny_network
from tests.search.by_hand import go_through

TARGET = tiny.tokenizers()[1]
GIVEN = Encoded([4, 12, 8, 1, 9, 3], TARGET.decode([4, 12, 8, 1, 9, 3]).tokens)
ROWS = {1: np.array([0.0, 0.5, 0.0, 0.0, 0.5]), 4: np.array([0.0, 0.0, 1.0, 0.0, 0.0])}


def view(kind: ModelKind, rows: Rows) -> tuple[StepView, ...]:
    return look_inside(tiny_network(kind), SOURCES[0], GIVEN, TARGET, rows)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reset", ["before", "after"])
@pytest.mark.parametrize("readout_state", ["current", "previous"])
@pytest.mark.parametrize("rows", [{}, ROWS], ids=["own", "forced"])
def test_views_are_what_the_equations_say(
    kind: ModelKind, reset: ResetGate, readout_state: ReadoutState, rows: Rows
) -> None:
    network = tiny_network(kind, reset=reset, readout_state=readout_state)
    by_hand = go_through(
        named(network),
        SOURCES[0],
        GIVEN.ids,
        rows,
        reset=reset,
        readout_state=readout_state,
    )

    views = look_inside(network, SOURCES[0], GIVEN, TARGET, rows)

    norm = np.linalg.norm
    for i, (seen, step) in enumerate(zip(views, by_hand, strict=True)):
        assert seen.token == GIVEN.tokens.texts[i]
        p = step.probabilities
        assert seen.probability == pytest.approx(p[GIVEN.ids[i]])
        assert seen.rank == 1 + (p > p[GIVEN.ids[i]]).sum()
        assert seen.entropy == pytest.approx(-(p * np.log(p)).sum())
        read = step.state if readout_state == "current" else step.before
        np.testing.assert_allclose(seen.state, read, rtol=1e-5, atol=1e-6)
        assert seen.update == pytest.approx(step.update.mean())
        assert seen.reset == pytest.approx(step.reset.mean())
        assert seen.state_change == pytest.approx(
            norm(step.state - step.before) / norm(step.before)
        )
        if i == 0:
            assert seen.context_change is None
        else:
            before = by_hand[i - 1].context
            assert seen.context_change == pytest.approx(
                norm(step.context - before) / norm(before)
            )
        if step.alpha is None:
            assert seen.alignment is None
        else:
            assert seen.alignment is not None
            np.testing.assert_allclose(seen.alignment, step.alpha)


@pytest.mark.parametrize("kind", KINDS)
def test_choices_are_the_ten_likeliest_words(kind: ModelKind) -> None:
    by_hand = go_through(
        named(tiny_network(kind)),
        SOURCES[0],
        GIVEN.ids,
        {},
        reset="before",
        readout_state="current",
    )

    for seen, step in zip(view(kind, {}), by_hand, strict=True):
        best = np.argsort(-step.probabilities)[:10].tolist()
        texts = TARGET.decode(best).tokens.texts
        assert tuple(choice.text for choice in seen.choices) == texts
        np.testing.assert_allclose(
            [choice.probability for choice in seen.choices], step.probabilities[best]
        )


def test_a_look_at_one_word_has_no_entropy_and_at_two_halves_log_two() -> None:
    views = view("rnnsearch", ROWS)

    assert views[4].alignment_entropy == 0.0
    assert views[1].alignment_entropy == pytest.approx(np.log(2.0))


def test_a_network_without_attention_has_one_context() -> None:
    views = view("rnnencdec", {})

    assert [seen.context_change for seen in views] == [None, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert {seen.alignment_entropy for seen in views} == {None}


@pytest.mark.parametrize("rows", [{}, ROWS], ids=["own", "forced"])
def test_views_agree_with_forced_decoding(rows: Rows) -> None:
    network = tiny_network()

    (found,) = force(network, [SOURCES[0]], [GIVEN.ids], rows=[rows])

    views = look_inside(network, SOURCES[0], GIVEN, TARGET, rows)
    np.testing.assert_allclose([seen.log_prob for seen in views], found.token_log_probs)
    np.testing.assert_array_equal(
        np.array([seen.alignment for seen in views]), found.alignment
    )


def test_rows_of_one_sentence_leave_the_others_in_its_batch_alone() -> None:
    network = tiny_network()
    targets = [GIVEN.ids] * 3

    mixed = force(network, SOURCES, targets, rows=[ROWS, {}, {}])

    own = force(network, SOURCES, targets)
    (alone,) = force(network, SOURCES[:1], targets[:1], rows=[ROWS])
    for found, expected in zip(mixed, [alone, *own[1:]], strict=True):
        np.testing.assert_allclose(found.token_log_probs, expected.token_log_probs)
        assert found.alignment is not None
        assert expected.alignment is not None
        np.testing.assert_allclose(found.alignment, expected.alignment, atol=1e-12)
    assert not np.allclose(mixed[0].token_log_probs, own[0].token_log_probs)
