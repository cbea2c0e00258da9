import errno
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from nmtviz.config import DataConfig, TokenizerKind
from nmtviz.data import words
from nmtviz.data.corpus import Pair
from nmtviz.data.id_corpus import IdCorpus
from nmtviz.data.prepare import Prepared, encode_pairs, prepare
from nmtviz.errors import DataError

LONG = Pair("one two three four five six", "un deux trois")
PAIRS = [
    Pair("a goat sleeps.", "une chèvre dort."),
    Pair("a boat!", "un bateau !"),
    LONG,
    Pair("a goat", "une chèvre"),
]


def write(path: Path, pairs: list[Pair] = PAIRS) -> Path:
    path.write_text(
        "".join(f"{pair.source}\t{pair.target}\n" for pair in pairs), encoding="utf-8"
    )
    return path


def texts(prepared: Prepared) -> list[tuple[str, str]]:
    """Decode a whole corpus."""
    corpus = prepared.corpus
    return [
        (
            prepared.source.decode(corpus.source[row].tolist()).text,
            prepared.target.decode(corpus.target[row].tolist()).text,
        )
        for row in range(len(corpus))
    ]


def arrays(corpus: IdCorpus) -> list[list[int]]:
    return [
        corpus.source.flat.tolist(),
        corpus.source.offsets.tolist(),
        corpus.target.flat.tolist(),
        corpus.target.offsets.tolist(),
    ]


def test_pairs_with_a_long_side_are_left_out(tmp_path: Path) -> None:
    file = write(tmp_path / "a.tsv")

    prepared = prepare(DataConfig(max_words=5), [file])

    assert texts(prepared) == [PAIRS[0], PAIRS[1], PAIRS[3]]
    assert prepared.pairs_by_file == {"a.tsv": 3}


def test_a_target_may_be_the_long_side(tmp_path: Path) -> None:
    backwards = [Pair(target, source) for source, target in PAIRS]

    prepared = prepare(DataConfig(max_words=5), [write(tmp_path / "a.tsv", backwards)])

    assert len(prepared.corpus) == 3


def test_a_pair_of_exactly_max_words_is_kept(tmp_path: Path) -> None:
    assert (
        len(prepare(DataConfig(max_words=6), [write(tmp_path / "a.tsv")]).corpus) == 4
    )


def test_only_kept_pairs_make_the_vocabulary(tmp_path: Path) -> None:
    # Left: "a" three times, "goat" twice, then "!", ".", "boat" and "sleeps".
    prepared = prepare(
        DataConfig(max_words=5, vocab_size=7), [write(tmp_path / "a.tsv")]
    )

    assert prepared.source.encode("a goat ! sleeps one").ids == [4, 5, 6, 1, 1, 3]
    assert prepared.corpus.source[0].tolist() == [4, 5, 1, 1, 3]


def test_words_seen_less_often_than_asked_are_unknown(tmp_path: Path) -> None:
    prepared = prepare(
        DataConfig(max_words=5, min_count=2), [write(tmp_path / "a.tsv")]
    )

    assert prepared.source.encode("a goat ! sleeps one").ids == [4, 5, 1, 1, 1, 3]


def test_pairs_are_counted_by_file(tmp_path: Path) -> None:
    other = tmp_path / "b.tsv"
    other.write_text("one\tun\ntwo\tdeux\n")

    prepared = prepare(DataConfig(), [write(tmp_path / "a.tsv"), other])

    assert prepared.pairs_by_file == {"a.tsv": 4, "b.tsv": 2}


def test_a_file_that_is_given_often_is_not_taken_for_a_larger_one(
    tmp_path: Path,
) -> None:
    often, once = write(tmp_path / "a.tsv"), write(tmp_path / "b.tsv")

    prepared = prepare(DataConfig(), [often, once, often])

    assert prepared.pairs_by_file == {"a.tsv, 2 times": 8, "b.tsv": 4}


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("x/a.tsv", "y/a.tsv", "y/b.tsv")]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        write(file)

    prepared = prepare(DataConfig(), files, cache=tmp_path / "cache")

    assert prepared.pairs_by_file == {"x/a.tsv": 4, "y/a.tsv": 4, "b.tsv": 4}


def test_as_many_folders_are_told_as_tell_files_apart(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one/x/a.tsv", "two/x/a.tsv")]
    for file in files:
        file.parent.mkdir(parents=True)
        write(file)

    prepared = prepare(DataConfig(), files)

    assert prepared.pairs_by_file == {"one/x/a.tsv": 4, "two/x/a.tsv": 4}


def test_a_pair_without_any_word_is_left_out(tmp_path: Path) -> None:
    file = write(tmp_path / "a.tsv", [*PAIRS, Pair("\x01", "vide")])

    assert len(prepare(DataConfig(), [file]).corpus) == len(PAIRS)


def test_files_with_only_long_pairs_are_refused(tmp_path: Path) -> None:
    file = write(tmp_path / "a.tsv", [LONG])

    with pytest.raises(DataError, match=r"a\.tsv: .* at most 2 words a side"):
        prepare(DataConfig(max_words=2), [file])


def test_pieces_come_back_as_text(tmp_path: Path) -> None:
    file = write(tmp_path / "a.tsv")

    prepared = prepare(DataConfig(tokenizer="sentencepiece", max_words=5), [file])

    assert texts(prepared) == [PAIRS[0], PAIRS[1], PAIRS[3]]
    assert prepared.pairs_by_file == {"a.tsv": 3}


def test_pairs_of_too_many_pieces_are_left_out(tmp_path: Path) -> None:
    # With hardly more pieces than letters, a long word is more than 3 pieces.
    rare = Pair("zyxwvutsrqponm", "dcba")
    file = write(tmp_path / "a.tsv", [Pair("ab", "cd"), rare, Pair("\x01", "cd")])
    config = DataConfig(tokenizer="sentencepiece", vocab_size=25, max_words=1)

    prepared = prepare(config, [file])

    assert texts(prepared) == [("ab", "cd")]
    assert prepared.pairs_by_file == {"a.tsv": 1}


def test_files_with_only_pairs_of_too_many_pieces_are_refused(tmp_path: Path) -> None:
    rare = Pair("zyxwvutsrqponm", "dcba")
    config = DataConfig(tokenizer="sentencepiece", vocab_size=25, max_words=1)

    with pytest.raises(DataError, match=r"a\.tsv: .* at most 3 pieces a side"):
        prepare(config, [write(tmp_path / "a.tsv", [rare])])


@pytest.mark.parametrize("kind", ["moses", "sentencepiece"])
def test_a_second_call_takes_everything_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    config = DataConfig.from_json({"tokenizer": kind, "max_words": 5})
    files = [write(tmp_path / "a.tsv")]
    first = prepare(config, files, cache=tmp_path / "cache")
    monkeypatch.setattr("nmtviz.data.prepare._prepare", None)

    second = prepare(config, files, cache=tmp_path / "cache")

    assert texts(second) == texts(first)
    assert arrays(second.corpus) == arrays(first.corpus)
    assert second.pairs_by_file == first.pairs_by_file
    assert second.source.encode("a goat") == first.source.encode("a goat")


def test_the_cache_changes_nothing(tmp_path: Path) -> None:
    files = [write(tmp_path / "a.tsv")]

    cached = prepare(DataConfig(), files, cache=tmp_path / "cache")
    again = prepare(DataConfig(), files)

    assert arrays(cached.corpus) == arrays(again.corpus)


def test_other_sizes_share_the_tokenized_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [write(tmp_path / "a.tsv")]
    prepare(DataConfig(), files, cache=tmp_path / "cache")
    monkeypatch.setattr("nmtviz.data.words._tokenize", None)

    other = prepare(
        DataConfig(max_words=5, vocab_size=6), files, cache=tmp_path / "cache"
    )

    assert len(other.corpus) == 3
    assert len(other.source) == 6


def test_a_changed_file_is_tokenized_again(tmp_path: Path) -> None:
    file = write(tmp_path / "a.tsv")
    prepare(DataConfig(), [file], cache=tmp_path / "cache")
    write(file, PAIRS[:1])

    assert len(prepare(DataConfig(), [file], cache=tmp_path / "cache").corpus) == 1


def test_the_same_text_under_another_name_is_called_by_it(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    prepare(DataConfig(), [write(tmp_path / "a.tsv")], cache=cache)

    prepared = prepare(DataConfig(), [write(tmp_path / "b.tsv")], cache=cache)

    assert prepared.pairs_by_file == {"b.tsv": 4}


def test_the_cache_holds_nothing_half_written(tmp_path: Path) -> None:
    prepare(DataConfig(), [write(tmp_path / "a.tsv")], cache=tmp_path / "cache")

    names = sorted(path.name for path in (tmp_path / "cache").iterdir())
    assert [name.split("-")[0] for name in names] == ["moses", "prepared"]


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.tsv cannot be read: No such file"):
        prepare(DataConfig(), [tmp_path / "none.tsv"], cache=tmp_path / "cache")
    with pytest.raises(DataError, match=r"none\.tsv: there is no such file"):
        prepare(DataConfig(), [tmp_path / "none.tsv"])


def test_progress_ends_at_the_number_of_pairs(tmp_path: Path) -> None:
    calls: list[tuple[str, int, int]] = []

    prepare(
        DataConfig(),
        [write(tmp_path / "a.tsv")],
        progress=lambda *call: calls.append(call),
    )

    assert calls == [("tokenizing", 4, 4)]


def test_several_processes_tokenize_like_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "a.tsv")
    alone = prepare(DataConfig(), [file])
    monkeypatch.setattr(words, "_CHUNK", 1)
    monkeypatch.setattr(words, "usable_cores", lambda: 2)

    assert arrays(prepare(DataConfig(), [file]).corpus) == arrays(alone.corpus)


def test_a_development_set_keeps_every_pair(tmp_path: Path) -> None:
    prepared = prepare(DataConfig(max_words=5), [write(tmp_path / "a.tsv")])

    corpus = encode_pairs(prepared.source, prepared.target, [PAIRS[3], LONG])

    np.testing.assert_array_equal(corpus.source[0], prepared.corpus.source[2])
    both = np.arange(2)
    assert corpus.source.lengths(both).tolist() == [3, 7]
    assert corpus.target.lengths(both).tolist() == [3, 4]


@pytest.mark.parametrize("tokenizer", ["moses", "sentencepiece"])
def test_vocabularies_of_a_checkpoint_can_be_shared(
    tmp_path: Path, tokenizer: TokenizerKind
) -> None:
    config = DataConfig(tokenizer=tokenizer, vocab_size=25, max_words=5)
    first = prepare(config, [write(tmp_path / "a.tsv")])
    first.source.save(tmp_path, "source")
    first.target.save(tmp_path, "target")
    others = write(tmp_path / "b.tsv", [Pair("a goat!", "une chèvre !")])

    shared = prepare(config, [others], vocabularies=tmp_path, cache=tmp_path / "c")
    again = prepare(config, [others], vocabularies=tmp_path, cache=tmp_path / "c")

    assert len(shared.target) == len(first.target)
    assert arrays(shared.corpus)[0] == first.source.encode_ids(["a goat!"])[0]
    assert arrays(again.corpus) == arrays(shared.corpus)
    assert arrays(prepare(config, [others], cache=tmp_path / "c").corpus) != arrays(
        shared.corpus
    )


@pytest.mark.parametrize("tokenizer", ["moses", "sentencepiece"])
def test_typographic_marks_are_learned_as_they_will_be_read(
    tmp_path: Path, tokenizer: TokenizerKind
) -> None:
    config = DataConfig(tokenizer=tokenizer, vocab_size=40)
    plain = [Pair("it's a goat's \"boat\"", "l'ami dit: \"c'est l'eau\"")]
    first = prepare(config, [write(tmp_path / "a.tsv", plain)])
    first.source.save(tmp_path, "source")
    first.target.save(tmp_path, "target")
    source, target = plain[0]
    typed = [Pair(source.replace("'", "\u2019"), target.replace("'", "\u2019"))]

    file = write(tmp_path / "b.tsv", typed)
    for _ in range(2):  # as it is, and from the cache
        learned = prepare(config, [file], vocabularies=tmp_path, cache=tmp_path / "c")
        used = encode_pairs(first.source, first.target, typed)
        assert arrays(learned.corpus) == arrays(used)
        assert arrays(learned.corpus) == arrays(first.corpus)
    own = prepare(config, [file], cache=tmp_path / "c")
    assert "\u2019" in texts(own)[0][0]


def test_a_checkpoint_without_vocabularies_is_named(tmp_path: Path) -> None:
    file = write(tmp_path / "a.tsv")
    with pytest.raises(DataError, match=r"nowhere/vocab\.source\.txt cannot be read"):
        prepare(DataConfig(), [file], vocabularies=tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["pairs.json", "data.npz", "vocab.source.txt"])
def test_what_is_damaged_in_the_cache_is_made_anew(tmp_path: Path, name: str) -> None:
    files, cache = [write(tmp_path / "a.tsv")], tmp_path / "cache"
    first = prepare(DataConfig(), files, cache=cache)
    (folder,) = cache.glob("prepared-*")
    (folder / name).write_bytes(b"")
    for tokenized in cache.glob("moses-*"):
        tokenized.write_bytes(b"")

    again = prepare(DataConfig(), files, cache=cache)

    assert arrays(again.corpus) == arrays(first.corpus)
    assert (folder / name).stat().st_size
    assert all(tokenized.stat().st_size for tokenized in cache.glob("moses-*"))


def test_what_cannot_be_read_just_now_stays_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, cache = [write(tmp_path / "a.tsv")], tmp_path / "cache"
    first = prepare(DataConfig(), files, cache=cache)
    (folder,) = cache.glob("prepared-*")
    (folder / "mark").touch()
    read = Path.read_bytes

    def refused(path: Path) -> bytes:
        if path.parent == folder:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return read(path)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", refused)
        patched.setattr("nmtviz.data.prepare._save", lambda *_: None)
        again = prepare(DataConfig(), files, cache=cache)

    assert arrays(again.corpus) == arrays(first.corpus)
    assert (folder / "mark").exists()


def test_some_word_must_be_frequent_enough(tmp_path: Path) -> None:
    file = tmp_path / "a.tsv"
    file.write_text("a b a\tune b\n", "utf-8")

    with pytest.raises(DataError, match=r"got 2, but none of the 2 .*\(fr\).* 1 times"):
        prepare(DataConfig(min_count=2), [file])


@pytest.mark.slow
def test_tokenizing_ends_with_the_process_that_wants_it(tmp_path: Path) -> None:
    file = tmp_path / "many.tsv"
    file.write_text("a dog\tun chien\n" * 400_000, "utf-8")
    command = ["align", str(file), "--out", str(tmp_path / "links")]
    with subprocess.Popen(
        [sys.executable, "-m", "nmtviz", *command], stderr=subprocess.PIPE
    ) as process:
        while not (workers := _children(process.pid)):
            assert process.poll() is None
            time.sleep(0.05)
        process.terminate()
        assert process.stderr
        process.stderr.read()  # to its end: no worker holds it any more
    assert process.returncode == -signal.SIGTERM
    assert workers


def test_a_killed_worker_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "_CHUNK", 1)
    monkeypatch.setattr(words, "usable_cores", lambda: 2)
    monkeypatch.setattr(words, "_end_with_parent", partial(os._exit, 1))

    with pytest.raises(DataError, match="but one was killed"):
        prepare(DataConfig(), [write(tmp_path / "a.tsv")])


def _children(pid: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], check=False, capture_output=True
    )
    return list(map(int, listed.stdout.split()))


def test_a_file_that_changes_while_it_is_read_is_not_kept_as_it_was(
    tmp_path: Path,
) -> None:
    first, second = write(tmp_path / "a.tsv"), write(tmp_path / "b.tsv")
    held, cache = second.read_bytes(), tmp_path / "cache"

    def change(what: str, done: int, total: int) -> None:
        second.write_text("new\tnouveau\n")

    prepare(DataConfig(), [first, second], cache=cache, progress=change)
    second.write_bytes(held)

    assert len(prepare(DataConfig(), [first, second], cache=cache).corpus) == 8
