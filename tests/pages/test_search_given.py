"""A translation of somebody's own on the search page: real models, no stand-ins."""

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints
from nmtviz.results import Translation
from nmtviz.translator import Translator
from nmtviz.ui.search.found import Found
from nmtviz.ui.search.given import verdict
from nmtviz.ui.whatif import WhatIf
from tests.pages.search_page import (
    BEAM,
    ENCDEC,
    SENTENCE,
    WORDS,
    asked,
    figure,
    opened,
    searched,
)
from tests.pages.trained import PAIRS

OTHER = PAIRS[3][1]
KEY = f"given.{SENTENCE}"


def shown(app: AppTest) -> str:
    return " ".join(each.value for each in app.markdown).replace("\\", "")


def test_each_word_has_its_probability_and_what_would_be_there(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, view="Your translation")
    assert "Why not another translation" in app.info[0].value

    app.text_input(key=KEY).set_value(OTHER).run()

    assert not app.exception
    assert asked(app, "given") == OTHER
    translator = Translator.load(checkpoints / WORDS)
    scored = translator.score(SENTENCE, OTHER).hypotheses[0]
    rows = app.dataframe[0].value
    assert rows["token"].tolist() == list(scored.tokens.texts)
    assert rows["p"].tolist() == pytest.approx(
        [2.718281828**log_prob for log_prob in scored.token_log_probs], rel=1e-5
    )
    steps = translator.inspect(SENTENCE, OTHER)
    assert rows["likeliest"].tolist() == [step.choices[0].text for step in steps]
    is_first = rows["likeliest"] == rows["token"]
    assert (rows["rank"] == 1).tolist() == is_first.tolist()
    assert f"score {scored.score:z.3f}" in shown(app)
    assert figure(app)["data"]


def test_a_link_brings_the_translation_and_another_sentence_forgets_it(
    app: AppTest,
) -> None:
    opened(app, view="Your translation", given=OTHER)
    assert app.text_input(key=KEY).value == OTHER
    assert len(app.dataframe) == 1

    app.text_input(key="text").set_value(PAIRS[2][0]).run()

    assert app.text_input(key=f"given.{PAIRS[2][0]}").value == ""
    assert "given" not in app.query_params


def test_a_link_made_on_another_view_opens_that_one(app: AppTest) -> None:
    opened(app, given=OTHER)  # the tree is in no address, as it is what comes first
    assert app.get("segmented_control")
    assert not [field for field in app.text_input if field.key == KEY]

    app.segmented_control(key="view").set_value("Your translation").run()

    assert app.text_input(key=KEY).value == OTHER


def test_another_model_reads_the_same_translation(app: AppTest) -> None:
    opened(app, view="Your translation", given=OTHER)

    app.selectbox(key="model").set_value(ENCDEC).run()

    assert not app.exception
    assert app.text_input(key=KEY).value == asked(app, "given") == OTHER
    assert not app.get("plotly_chart")  # there is no alignment to draw


def test_a_word_that_is_in_no_vocabulary_is_told(app: AppTest) -> None:
    opened(app, view="Your translation", given="le zygomatique")

    assert "zygomatique" in " ".join(caption.value for caption in app.caption)


@pytest.mark.parametrize(
    ("search", "whatif", "restricted"),
    [
        (SearchConfig(), WhatIf(), False),
        (SearchConfig(forbid_unknown=True), WhatIf(), True),
        (SearchConfig(no_repeat_ngram_size=3), WhatIf(), True),
        (SearchConfig(), WhatIf().without(("le",)), True),
        (SearchConfig(), WhatIf(sentence="Hello."), False),
    ],
)
def test_a_search_is_restricted_by_settings_and_by_what_is_imposed(
    checkpoints: Path, search: SearchConfig, whatif: WhatIf, restricted: bool
) -> None:
    trace = searched(checkpoints)
    found = Found(
        info=CheckpointInfo.read(checkpoints / WORDS),
        version=("", 0),
        search=search,
        whatif=whatif,
        untouched=trace,
        trace=trace,
    )

    assert found.restricted == restricted


def test_a_text_that_is_too_long_is_told(app: AppTest) -> None:
    opened(app, view="Your translation", given="le " * 400)

    assert not app.exception
    assert "at most 300" in app.error[0].value


class TestVerdict:
    @pytest.fixture
    def found(self, checkpoints: Path) -> Translation:
        return searched(checkpoints).translation

    def test_what_is_in_the_beam_was_found(self, found: Translation) -> None:
        first, second = found.hypotheses[:2]

        assert (
            verdict(first, found, restricted=False) == "This is what the search found."
        )
        assert "number 2 of its beam" in verdict(second, found, restricted=False)

    def test_the_same_text_in_other_pieces_was_found_too(
        self, found: Translation
    ) -> None:
        best = found.hypotheses[0]
        letters = replace(
            best.tokens, texts=("in", "other", "pieces"), unknown=(False,) * 3
        )

        told = verdict(replace(best, tokens=letters), found, restricted=False)

        assert told == "This is what the search found, written in other pieces."

    def test_a_word_that_only_the_person_can_spell_was_found_as_unknown(
        self, found: Translation
    ) -> None:
        best = found.hypotheses[0]
        unknown = (True, *best.tokens.unknown[1:])
        written = replace(
            best.tokens, texts=("<unk>", *best.tokens.texts[1:]), unknown=unknown
        )
        typed = replace(
            best.tokens, texts=("zèbre", *best.tokens.texts[1:]), unknown=unknown
        )
        searched = replace(
            found, hypotheses=(replace(best, tokens=written, text="<unk> ..."),)
        )

        told = verdict(
            replace(best, tokens=typed, text="zèbre ..."), searched, restricted=False
        )

        assert told == "This is what the search found."

    def test_a_better_score_that_was_not_found_is_a_search_error(
        self, found: Translation
    ) -> None:
        only_second = replace(found, hypotheses=found.hypotheses[1:2])
        best = found.hypotheses[0]

        assert "**search error**" in verdict(best, only_second, restricted=False)
        assert "imposed" not in verdict(best, only_second, restricted=False)
        assert "what is imposed" in verdict(best, only_second, restricted=True)

    def test_a_worse_score_is_the_models_choice(
        self, checkpoints: Path, found: Translation
    ) -> None:
        translator = Translator.load(checkpoints / WORDS)
        search = SearchConfig(beam_size=BEAM, n_best=BEAM)
        (other,) = translator.score(SENTENCE, OTHER, search).hypotheses

        assert other.score < found.hypotheses[0].score
        assert "error of the **model**" in verdict(other, found, restricted=False)


def test_what_the_search_wrote_is_itself_with_its_unknown_words(
    app: AppTest, checkpoints: Path
) -> None:
    starts = Constraints(prefix=("<unk>",))
    best = searched(checkpoints, starts).translation.hypotheses[0]
    assert best.tokens.unknown[0]
    assert best.text.startswith("<unk>")

    whatif = WhatIf(constraints=starts).to_text()
    opened(app, view="Your translation", whatif=whatif, given=best.text)

    assert not app.exception
    assert app.dataframe[0].value["token"].tolist() == list(best.tokens.texts)
    assert "This is what the search found." in shown(app)
