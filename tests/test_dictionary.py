import gzip
from pathlib import Path

import pytest

from nmtviz.data.corpus import Pair
from nmtviz.data.tokenizer import MosesTokenizer, Tokenizer
from nmtviz.data.vocabulary import Vocabulary
from nmtviz.dictionary import FILE, Dictionary, Entry
from nmtviz.errors import DataError
from nmtviz.gold import Link

EN_FR = ("en", "fr")
HEADER = "nmtviz-dictionary 1\ten\tfr"
COUNTS = {"owl": {"hibou": 3, "chouette": 3, "oiseau": 2}, "Owl": {"Hibou": 7}}


def moses(*words: str) -> Tokenizer:
    return MosesTokenizer(Vocabulary(words), "en")


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def test_counts_become_shares_best_first_and_in_alphabetical_order() -> None:
    dictionary = Dictionary.from_counts(EN_FR, COUNTS)

    assert dictionary.lookup("owl") == (
        Entry("chouette", 0.375),
        Entry("hibou", 0.375),
        Entry("oiseau", 0.25),
    )
    assert dictionary.lookup("Owl") == (Entry("Hibou", 1.0),)
    assert dictionary.lookup("OWL") == ()
    assert len(dictionary) == 2


def test_the_unlikely_are_cut_off_and_the_rest_keeps_its_probability() -> None:
    dictionary = Dictionary.from_counts(EN_FR, COUNTS, size=1)

    assert dictionary.lookup("owl") == (Entry("chouette", 0.375),)


def test_fewer_translations_may_be_asked_for() -> None:
    dictionary = Dictionary.from_counts(EN_FR, COUNTS)

    assert [len(dictionary.lookup("owl", size)) for size in (1, 2, 5)] == [1, 2, 3]


def test_links_are_counted_over_all_pairs() -> None:
    pairs = [Pair("an old owl", "un vieux hibou"), Pair("old wine", "vin vieux")]
    links = [[Link(0, 0), Link(1, 1), Link(2, 2), Link(1, 2)], [Link(0, 1)]]

    dictionary = Dictionary.from_links(EN_FR, pairs, links)

    assert dictionary.lookup("old") == (
        Entry("vieux", 2 / 3),
        Entry("hibou", 1 / 3),
    )
    assert dictionary.lookup("wine") == ()


@pytest.mark.parametrize("name", ["plain.tsv", FILE, "new/folder.tsv.gz"])
def test_what_is_saved_is_loaded(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    saved = Dictionary.from_counts(EN_FR, {**COUNTS, "a\u2028b": {"ç": 1}})

    saved.save(path)
    loaded = Dictionary.load(path)

    assert loaded.languages == EN_FR
    assert len(loaded) == 3
    for word in ("owl", "Owl", "a\u2028b"):
        assert loaded.lookup(word) == saved.lookup(word)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_the_same_dictionary_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.tsv.gz", "two.tsv.gz"):
        Dictionary.from_counts(EN_FR, COUNTS).save(tmp_path / name)

    one, two = ((tmp_path / f"{name}.tsv.gz").read_bytes() for name in ("one", "two"))
    assert one == two


def test_the_file_is_the_one_that_is_documented(tmp_path: Path) -> None:
    path = tmp_path / "dictionary.tsv"
    counts = {"owl": {"hibou": 5}, "cat": {"chat": 6, "chatte": 1, "minou": 1}}

    Dictionary.from_counts(EN_FR, counts, size=2).save(path)

    assert path.read_text("utf-8").split("\n") == [
        f"{HEADER}\t2",
        "cat\tchat 0.75\tchatte 0.125",
        "owl\thibou 1",
        "",
    ]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["owl\thibou 1"], "line 1: must be 'nmtviz-dictionary 1'"),
        (["nmtviz-dictionary 2\ten\tfr\t0"], "line 1: must be"),
        ([f"{HEADER}\t{'9' * 5000}"], "line 1: must be"),
        ([f"{HEADER}\t2", "owl\thibou 1"], "line 1: 2 words must follow, got 1"),
        ([f"{HEADER}\t1", "owl"], "line 2: a word must have a translation"),
        (
            [f"{HEADER}\t1", "owl\thibou"],
            "line 2: .* got 'hibou'",
        ),
        ([f"{HEADER}\t1", "owl\thibou x"], "line 2: .* probability, got 'hibou x'"),
        ([f"{HEADER}\t1", "owl\thibou nan"], "line 2: .* above 0"),
        ([f"{HEADER}\t1", "owl\thibou 0"], "line 2: .* above 0"),
        ([f"{HEADER}\t1", "owl\ta 0.2\tb 0.3"], "line 2: .* falling order"),
        ([f"{HEADER}\t1", "owl\ta 0.8\tb 0.3"], "line 2: .* a sum of at most 1"),
        ([f"{HEADER}\t1", "owl\ta 1e308\tb 1e308"], "line 2: .* a sum of at most 1"),
        ([f"{HEADER}\t1", "owl\ta 0.4\ta 0.3"], "line 2: .* must differ"),
        ([f"{HEADER}\t2", "owl\ta 1", "owl\tb 1"], "line 3: 'owl' must be there once"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(
    lines: list[str], complaint: str, tmp_path: Path
) -> None:
    path = write(tmp_path / "damaged.tsv", *lines)

    with pytest.raises(DataError, match=f"damaged.tsv, {complaint}"):
        Dictionary.load(path)


def test_half_a_gzip_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / FILE
    whole = gzip.compress(f"{HEADER}\t0\n".encode())
    path.write_bytes(whole[: len(whole) // 2])

    with pytest.raises(DataError, match="must be a whole gzip file"):
        Dictionary.load(path)


def test_a_missing_file_and_a_full_disk_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        Dictionary.load(tmp_path / FILE)
    (tmp_path / "taken").write_text("", "utf-8")
    with pytest.raises(DataError, match="cannot be written"):
        Dictionary.from_counts(EN_FR, COUNTS).save(tmp_path / "taken" / FILE)


def test_words_outside_the_vocabulary_do_not_matter() -> None:
    dictionary = Dictionary.from_counts(EN_FR, COUNTS)

    dictionary.check_fits(EN_FR, moses("owl", "new"), moses("hibou", "oiseau", "neuf"))


def test_a_dictionary_of_other_languages_is_refused() -> None:
    dictionary = Dictionary.from_counts(("fr", "en"), COUNTS)

    with pytest.raises(DataError, match="from en to fr is needed, got one from fr"):
        dictionary.check_fits(EN_FR, moses("owl"), moses("hibou"))


@pytest.mark.parametrize("side", ["source", "target"])
def test_a_dictionary_of_other_vocabularies_is_refused(side: str) -> None:
    dictionary = Dictionary.from_counts(EN_FR, COUNTS)
    own = {"source": moses("owl", "Owl"), "target": moses("hibou", "Hibou")}
    own[side] = moses("▁o", "wl", *dictionary.lookup("owl", 1)[0][:1])

    with pytest.raises(DataError, match=f"half of the 3 words of the {side} vocab"):
        dictionary.check_fits(EN_FR, own["source"], own["target"])
