"""What is told of numbers over many sentences."""

from dataclasses import replace

import numpy as np

from nmtviz.curves import Comparison, conditions
from tests.figures.made_curves import curve


def test_only_a_bin_of_few_sentences_is_told_to_have_no_band() -> None:
    few = np.array([np.nan, 1.0, 1.0, 1.0])

    assert "too few" not in conditions([curve("a")])
    assert "too few" not in conditions([curve("a"), curve("b", empty=1)])
    assert "too few" in conditions([curve("a"), replace(curve("b"), low=few)])


def test_what_repeats_numbers_is_told_of_every_system() -> None:
    ours = curve("a")
    theirs = replace(curve("b"), beam_size=None, signature="nrefs:1|other")

    assert "; beam 3; " in conditions([ours, ours])
    assert "; beam 3 of our models; " in conditions([ours, theirs])
    assert "beam" not in conditions([theirs])
    told = conditions([ours, theirs, ours])
    assert f"sacreBLEU {ours.signature} and {theirs.signature};" in told


def test_a_p_of_5_percent_is_no_clear_difference() -> None:
    at = Comparison(
        first="a",
        second="b",
        data="made",
        n=10,
        first_bleu=20.0,
        second_bleu=21.0,
        low=-0.5,
        high=2.5,
        p_value=0.05,
        resamples=39,
        seed=1,
        signature="",
    )

    assert not at.significant
    assert replace(at, p_value=0.0499).significant
