"""What pages keep of checkpoints."""

import gc
import shutil
import weakref
from pathlib import Path

import pytest

from nmtviz.checkpoints_index import list_checkpoints
from nmtviz.dictionary import FILE, Dictionary
from nmtviz.errors import CheckpointError
from nmtviz.ui import cache
from nmtviz.ui.lessons import live
from tests import tiny
from tests.model.networks import KINDS


def test_a_checkpoint_that_goes_away_is_told_and_no_error_of_the_cache(
    tmp_path: Path,
) -> None:
    tiny.checkpoint(tmp_path / "brief")
    (info,) = list_checkpoints(tmp_path)
    (text,) = live.texts(info, ("the dog",), 1)
    shutil.rmtree(info.folder)

    for _ in range(2):
        with pytest.raises(CheckpointError, match="must stay as long as a page uses"):
            live.texts(info, ("the dog",), 1)
        with pytest.raises(CheckpointError, match="must stay as long as a page uses"):
            cache.inspect(info, "the dog", tuple(text.split()), ())


def test_an_unknown_word_is_replaced_by_what_its_own_sentence_has(
    tmp_path: Path,
) -> None:
    tiny.checkpoint(tmp_path / "tiny")
    (info,) = list_checkpoints(tmp_path)

    for word in ("Zelmira", "Otokar"):  # which no dictionary knows: they are copied
        given = cache.score(info, word, ("<unk>", "</s>"))
        (found,) = cache.replaced(info, given).translation.hypotheses
        assert found.text == word


def test_another_checkpoint_in_the_same_folder_is_asked_again(tmp_path: Path) -> None:
    attends = []
    for kind in KINDS:
        tiny.checkpoint(tmp_path / "tiny", kind=kind)
        (info,) = list_checkpoints(tmp_path)
        (found,) = cache.score(info, "the dog", "le chien").hypotheses
        attends.append(found.alignment is not None)

    assert attends == [kind == "rnnsearch" for kind in KINDS]


def test_a_dictionary_that_comes_later_is_used(tmp_path: Path) -> None:
    folder = tiny.checkpoint(tmp_path / "tiny")
    (info,) = list_checkpoints(tmp_path)
    assert not cache.translator(info).lister.has_dictionary
    counts = zip(tiny.SOURCE_WORDS, tiny.TARGET_WORDS, strict=False)
    made = {word: {other: 1} for word, other in counts}

    Dictionary.from_counts(("en", "fr"), made).save(folder / FILE)

    assert cache.translator(info).lister.has_dictionary


def test_what_an_earlier_model_left_behind_is_collected() -> None:
    class Ring:
        def __init__(self) -> None:
            self.itself = self

    ring = Ring()
    there = weakref.ref(ring)
    try:
        gc.freeze()
        del ring
        cache._keep_for_good()  # as the next model does
    finally:
        gc.unfreeze()

    assert there() is None
