from collections.abc import Sequence

import numpy as np
import pytest

from nmtviz.candidates import Candidate, CandidateList, CandidateRule, Proposal
from nmtviz.data.tokenizer import MosesTokenizer, SentencePieceTokenizer, Tokenizer
from nmtviz.data.vocabulary import SPECIALS, Vocabulary
from nmtviz.errors import ConfigError
from nmtviz.search.candidate_lists import Lister, candidate_lists
from nmtviz.search.inputs import MAX_TOKENS

# In the order of their frequency: ids 4 to 10.
TARGET = MosesTokenizer(
    Vocabulary(["le", "la", "un", "chat", "noir", "dort", "hibou"]), "fr"
)
SOURCE = MosesTokenizer(Vocabulary(["the", "cat", "owl", "sleeps"]), "en")


class Words(dict[str, list[tuple[str, float]]]):
    """A dictionary as short as they come."""

    def lookup(self, word: str, size: int) -> Sequence[tuple[str, float]]:
        return self.get(word, [])[:size]


DICTIONARY = Words(
    {
        "the": [("le", 0.5), ("la", 0.375), ("les", 0.125)],
        "cat": [("chat", 0.75), ("minou", 0.125), ("noir", 0.0625)],
        "owl": [("hibou", 0.875), ("chat", 0.0625)],
    }
)


def lists(rule: CandidateRule, *sentences: str) -> list[CandidateList]:
    sources = [SOURCE.encode(sentence).tokens for sentence in sentences]
    return candidate_lists(sources, rule, TARGET, DICTIONARY)


def words(listed: CandidateList, target: Tokenizer = TARGET) -> list[str]:
    return list(target.decode(listed.ids.tolist()).tokens.texts)


PIECES = SentencePieceTokenizer.train(
    ["le chat noir dort", "la chatte dort", "un hibou et un chaton"] * 9, 40
)


@pytest.mark.parametrize("target", [TARGET, PIECES], ids=["words", "pieces"])
def test_a_token_is_named_so_that_it_alone_is_added(target: Tokenizer) -> None:
    lister = Lister(SOURCE, target, None)
    tokens = target.decode(range(len(SPECIALS), len(target))).tokens.texts
    for number, token in enumerate(tokens, len(SPECIALS)):
        rule = CandidateRule(frequent_size=0, added=(lister.named(token),))
        (listed,) = lister.lists(["the cat"], rule)

        assert listed.ids.tolist() == [*range(len(SPECIALS)), number]


def test_what_a_person_types_is_a_word_and_not_a_piece_that_goes_on() -> None:
    lister = Lister(SOURCE, PIECES, None)
    (listed,) = lister.lists(["the cat"], CandidateRule(frequent_size=0, added=("e",)))

    ids, _ = PIECES.encode("e")
    assert {*listed.ids.tolist()} == {*range(len(SPECIALS)), *ids}


def test_the_most_frequent_words_follow_the_special_symbols() -> None:
    (listed,) = lists(CandidateRule(frequent_size=3), "the cat")

    assert words(listed) == [*SPECIALS, "le", "la", "un"]
    assert (len(listed), listed.frequent_size, listed.chosen) == (7, 3, ())


def test_each_source_word_brings_its_likeliest_translations() -> None:
    rule = CandidateRule(frequent_size=1, per_word_size=2)

    cat, owl, nothing = lists(rule, "the cat", "the owl", "zebras")

    # "minou" and "les" are not in the vocabulary.
    assert words(cat) == [*SPECIALS, "le", "la", "chat"]
    assert words(owl) == [*SPECIALS, "le", "la", "chat", "hibou"]
    assert words(nothing) == [*SPECIALS, "le"]


def test_a_list_says_how_each_word_got_in() -> None:
    rule = CandidateRule(frequent_size=2, per_word_size=3, added=("dort",))

    (listed,) = lists(rule, "the cat , the owl")

    told = {word.text: word for word in listed.chosen}
    assert list(told) == ["le", "la", "chat", "noir", "dort", "hibou"]
    assert told["chat"].proposals == (Proposal("cat", 0.75), Proposal("owl", 0.0625))
    assert [word.text for word in listed.chosen if word.frequent] == ["le", "la"]
    assert [word.text for word in listed.chosen if word.added] == ["dort"]
    assert listed.proposed_size == 3


def test_a_shared_list_holds_what_any_sentence_of_the_group_brings() -> None:
    rule = CandidateRule(frequent_size=1, per_word_size=1, shared=True)

    first, second = lists(rule, "the cat", "owl")

    assert first is second
    assert words(first) == [*SPECIALS, "le", "chat", "hibou"]


def test_a_banned_word_is_on_no_list_but_the_end_symbol_stays() -> None:
    rule = CandidateRule(frequent_size=2, per_word_size=1, banned=("le", "chat", "un"))

    (listed,) = lists(rule, "the cat")

    assert words(listed) == [*SPECIALS, "la"]
    assert listed.banned == ("le", "chat", "un")


def test_the_end_symbol_is_on_every_list() -> None:
    rules = [
        CandidateRule(frequent_size=0, per_word_size=1),
        CandidateRule(frequent_size=0, added=("chat",)),
        CandidateRule(frequent_size=7, banned=("hibou",)),
    ]
    for rule in rules:
        for listed in lists(rule, "cat", "zebras", ""):
            assert words(listed)[:4] == list(SPECIALS)


def test_an_empty_sentence_gets_the_frequent_words() -> None:
    (listed,) = lists(CandidateRule(frequent_size=2, per_word_size=5), "")

    assert words(listed) == [*SPECIALS, "le", "la"]


def test_all_words_may_be_on_the_list_but_not_more() -> None:
    (listed,) = lists(CandidateRule(frequent_size=7), "cat")

    assert len(listed) == len(TARGET)
    with pytest.raises(ConfigError, match=r"K must be at most 7, .* got 8"):
        lists(CandidateRule(frequent_size=8), "cat")


def test_translations_need_a_dictionary() -> None:
    rule = CandidateRule(frequent_size=2, per_word_size=1)

    with pytest.raises(ConfigError, match="K' = 1 needs a dictionary"):
        candidate_lists([SOURCE.encode("cat").tokens], rule, TARGET, None)


@pytest.mark.parametrize("rule", [{"added": ("tigre",)}, {"banned": ("chat tigre",)}])
def test_words_the_network_never_writes_are_refused(
    rule: dict[str, tuple[str, ...]],
) -> None:
    with pytest.raises(ConfigError, match="'tigre' is not in the target vocabulary"):
        lists(CandidateRule(frequent_size=2, **rule), "cat")  # type: ignore[arg-type]


def test_a_word_cannot_be_added_and_banned() -> None:
    rule = CandidateRule(frequent_size=2, added=("chat",), banned=("noir", "chat"))

    with pytest.raises(ConfigError, match="both added to the list and banned"):
        lists(rule, "cat")


@pytest.mark.parametrize(
    ("sizes", "complaint"),
    [
        ((-1, 2), "frequent_size must be a whole number of at least 0, got -1"),
        ((1, -2), "per_word_size must be a whole number of at least 0, got -2"),
        ((0, 0), "A candidate list must have words"),
    ],
)
def test_rules_without_words_are_refused(
    sizes: tuple[int, int], complaint: str
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        CandidateRule(frequent_size=sizes[0], per_word_size=sizes[1])


def test_words_of_a_reference_may_be_out_of_reach_for_two_reasons() -> None:
    (listed,) = lists(CandidateRule(frequent_size=2, per_word_size=1), "the cat")

    lister = Lister(SOURCE, TARGET, DICTIONARY)
    reached = lister.reach("le chat noir miaule", listed)

    assert reached.texts == ("le", "chat", "noir", "miaule")
    assert reached.known == (True, True, True, False)
    assert reached.listed == (True, True, False, False)
    assert reached.coverage == 0.5
    assert lister.reach("", listed).coverage == 1.0


def test_a_reference_may_have_any_length() -> None:
    (listed,) = lists(CandidateRule(frequent_size=2), "the cat")
    lister, long = Lister(SOURCE, TARGET, DICTIONARY), "le " * (MAX_TOKENS + 1)

    assert len(lister.reach(long, listed).known) == MAX_TOKENS + 1
    assert len(lister.ranks(long)) == MAX_TOKENS + 1


def test_only_what_nothing_else_brings_is_only_from_the_dictionary() -> None:
    def candidate(text: str, *, frequent: bool, added: bool, p: float) -> Candidate:
        proposals = (Proposal("cat", p),) if p else ()
        return Candidate(text=text, proposals=proposals, frequent=frequent, added=added)

    listed = CandidateList(
        ids=np.arange(9),
        frequent_size=1,
        chosen=(
            candidate("chat", frequent=False, added=False, p=0.5),
            candidate("chatte", frequent=False, added=True, p=0.25),
            candidate("le", frequent=True, added=False, p=0.125),
            candidate("souris", frequent=False, added=True, p=0.0),
        ),
        banned=(),
    )

    assert listed.proposed_size == 1
