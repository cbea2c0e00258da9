"""Hypotheses that have ended, kept aside."""

import torch

from nmtviz.config import SearchConfig
from nmtviz.data.vocabulary import END_ID
from nmtviz.search.finished import Finished
from nmtviz.search.live import Extensions


def test_each_sentence_has_its_own_longest_length() -> None:
    config = SearchConfig(beam_size=2, n_best=1, length_penalty=1.0)
    finished = Finished([2, 10], config)
    ended = Extensions(*(torch.tensor([[one]]) for one in (-2.0, END_ID, 0)))
    for row in (0, 1):
        finished.collect(1, [row], ended)  # its score is -2 / 1

    # -5 over at most 2 tokens is -2.5, over at most 10 it is -0.5.
    assert not finished.can_improve(0, -5.0)
    assert finished.can_improve(1, -5.0)


def test_a_sentence_is_done_with_a_beam_of_endings_the_best_of_which_are_kept() -> None:
    finished = Finished([9], SearchConfig(beam_size=3, n_best=3, length_penalty=0.0))

    for scores in ([-4.0, -1.0], [-2.0, -3.0]):  # four in two steps
        ended = Extensions(
            torch.tensor([scores]),
            torch.tensor([[END_ID, END_ID]]),
            torch.tensor([[0, 1]]),
        )
        finished.collect(1, [0], ended)

    assert not finished.can_improve(0, -0.5)
    assert [one.score for one in finished.best()[0]] == [-1.0, -2.0, -3.0]
