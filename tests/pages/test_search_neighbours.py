"""Places that are like one word of a sentence: real models, no stand-ins."""

import html
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.arrays import SingleArray
from nmtviz.translator import Translator
from nmtviz.ui.links import AT, READ
from nmtviz.ui.search.neighbours import AMONG, SIDES, WRITES
from nmtviz.ui.shelf import kept
from tests.pages.search_page import (
    ENCDEC,
    SENTENCE,
    WORDS,
    asked,
    figure,
    opened,
    searched,
)
from tests.pages.trained import PAIRS

VIEW = "Neighbours"
NAME = "mine.en-fr"
OTHERS = [pair for pair in PAIRS if pair[0] != SENTENCE]


@pytest.fixture(autouse=True)
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a test set to the app: what the models learned."""
    monkeypatch.setenv("NMTVIZ_RUNS", str(tmp_path))
    sources, references = zip(*PAIRS, strict=True)
    kept.keep(NAME, sources, references)


def rows(app: AppTest) -> list[tuple[float, str, str]]:
    """Return similarity, word and partner of each line that is shown."""
    bodies = [str(element.proto.body) for element in app.get("html")]
    table = next(body for body in bodies if 'class="concordance"' in body)
    found = re.findall(
        r"<tr><td>(.*?)</td>.*?<mark>(.*?)</mark>.*?colspan=\"3\">(.*?)</td>", table
    )
    return [
        (float(number), html.unescape(word), html.unescape(partner))
        for number, word, partner in found
    ]


def test_a_token_that_comes_twice_can_be_chosen_each_time(app: AppTest) -> None:
    """Streamlit takes pills with one label for one pill."""
    opened(app, view=VIEW, text="the dog sees the cat", read="1")

    (pills,) = [one for one in app.pills if one.key == READ]
    assert len({*pills.options}) == len(pills.options) == 6
    assert pills.value == 1


def nearest(
    states: list[SingleArray], everything: list[SingleArray], wanted: SingleArray
) -> list[tuple[float, int, int]]:
    """Return cosine, sentence and token, the best first, by the definition.

    Words are tokens here, and the mean is that of all sentences, the one in question
    too.
    """
    mean = np.concatenate(everything).mean(axis=0)
    found = []
    for sentence, own in enumerate(states):
        for token, state in enumerate(own):
            first, second = state - mean, wanted - mean
            lengths = np.linalg.norm(first) * np.linalg.norm(second)
            found.append((float(first @ second / lengths), sentence, token))
    return sorted(found, reverse=True)


def test_what_is_read_is_found_where_the_annotations_are_alike(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, view=VIEW, among=NAME)

    assert not app.exception
    words = SENTENCE.split()
    longest = max(range(len(words)), key=lambda place: len(words[place]))
    assert app.pills(key=READ).value == longest + 1
    app.pills(key=READ).set_value(2).run()
    assert asked(app, READ) == "2"

    translator = Translator.load(checkpoints / WORDS)
    own = translator.states([PAIRS[4]])[0]
    found = translator.states(OTHERS)
    everything = [pair.annotations for pair in translator.states(PAIRS)]
    expected = nearest(
        [pair.annotations for pair in found], everything, own.annotations[1]
    )
    shown = rows(app)
    assert len(shown) == 12
    for (number, word, partner), (cosine, sentence, token) in zip(
        shown, expected, strict=False
    ):
        assert number == pytest.approx(cosine, abs=0.006)
        assert word == found[sentence].source.texts[token]
        assert partner == OTHERS[sentence][1]
    dots, ring = figure(app, 1)["data"]
    for told, (_, sentence, token) in zip(dots["hovertext"], expected, strict=False):
        word = html.escape(found[sentence].source.texts[token], quote=False)
        assert f"<b>{word}</b>" in told
    assert words[1] in ring["hovertemplate"]


def test_what_is_written_is_found_where_people_wrote_in_such_a_state(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, view=VIEW, among=NAME, side=WRITES, at="2")

    assert not app.exception
    assert app.pills(key=AT).value == 2
    translator = Translator.load(checkpoints / WORDS)
    best = searched(checkpoints).translation.hypotheses[0].tokens.texts
    own = translator.inspect(SENTENCE, best)[1].state
    found = translator.states(OTHERS)
    everything = [pair.states for pair in translator.states(PAIRS)]
    expected = nearest([pair.states for pair in found], everything, own)
    for (number, word, partner), (cosine, sentence, token) in zip(
        rows(app), expected, strict=False
    ):
        assert number == pytest.approx(cosine, abs=0.006)
        assert word == found[sentence].target.texts[token]
        assert partner == OTHERS[sentence][0]
    counted, likeliest = figure(app, 0)["data"][0], figure(app, 2)["data"][0]
    words = Counter(
        found[sentence].target.texts[token] for _, sentence, token in expected[:50]
    )
    assert [int(told) for told in counted["text"]] == [
        count for _, count in words.most_common(10)
    ]
    assert len(likeliest["text"]) == 10


def test_a_network_without_attention_has_sentences_that_are_alike(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, view=VIEW, among=NAME, model=ENCDEC)

    assert not app.exception
    assert READ not in {pills.key for pills in app.pills}
    translator = Translator.load(checkpoints / ENCDEC)
    own = translator.states([PAIRS[4]])[0].annotations[0]
    found = [pair.annotations for pair in translator.states(OTHERS)]
    everything = [pair.annotations for pair in translator.states(PAIRS)]
    bodies = [str(element.proto.body) for element in app.get("html")]
    table = next(body for body in bodies if 'class="alike"' in body)
    sources = re.findall(r"<tr><td>.*?</td><td>(.*?)</td>", table)
    assert sources == [OTHERS[at][0] for _, at, _ in nearest(found, everything, own)]


def test_sentences_of_the_app_are_there_without_any_test_set(app: AppTest) -> None:
    opened(app, view=VIEW)

    assert not app.exception
    assert app.selectbox(key=AMONG).options == ["our sentences", NAME]
    assert AMONG not in app.query_params
    assert len(rows(app)) == 12


def test_a_text_that_is_not_here_is_told(app: AppTest) -> None:
    opened(app, view=VIEW, among="elsewhere")

    assert "elsewhere" in app.warning[0].value
    assert app.selectbox(key=AMONG).value == "our sentences"


def test_a_place_that_is_not_there_is_told(app: AppTest) -> None:
    opened(app, view=VIEW, among=NAME, read="400")

    assert not app.exception
    told = app.warning[0].value.replace("\\", "")
    assert "which is not possible here. It can be 1 to" in told


@pytest.mark.parametrize("side", SIDES)
def test_a_text_without_another_sentence_says_so(app: AppTest, side: str) -> None:
    kept.keep("one.en-fr", (SENTENCE,), ("une phrase",))

    opened(app, view=VIEW, among="one.en-fr", side=side)

    assert not app.exception
    assert "no other sentence" in app.info[-1].value


def test_a_text_of_nothing_but_long_sentences_says_so(app: AppTest) -> None:
    kept.keep("long.en-fr", ("word " * 60,), ("mot " * 60,))

    opened(app, view=VIEW, among="long.en-fr")

    assert not app.exception
    assert "at most 250 characters" in app.error[-1].value
