"""What may be imposed on a translation on the search page, and the way back."""

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button, Selectbox

from nmtviz.constraints import Constraints, ForcedRow
from nmtviz.ui.search.forms import replaced
from tests.pages.search_page import (
    SENTENCE,
    asked,
    click,
    figure,
    opened,
    searched,
    versions,
)
from tests.pages.trained import PAIRS


def box(app: AppTest, label: str) -> "Selectbox[int]":
    """Return the select box of this name."""
    (found,) = [one for one in app.selectbox if one.label == label]
    return found


def node_button(app: AppTest, kind: str) -> Button:
    """Return a button of the chosen node; its key also says of which."""
    (found,) = (b for b in app.button if (b.key or "").startswith(f"{kind}."))
    return found


def test_decoding_on_from_a_node_keeps_its_words(
    app: AppTest, checkpoints: Path
) -> None:
    trace = searched(checkpoints)
    pruned = next(n for n in trace.at_step(2) if n.status == "pruned")
    opened(app, node=str(pruned.id))

    node_button(app, "from_here").click().run()

    tokens = tuple(node.token for node in trace.path(pruned.id))
    changed = searched(checkpoints, Constraints(prefix=tokens))
    assert changed.translation.hypotheses[0].tokens.texts[:2] == tokens
    assert json.loads(asked(app, "whatif")) == {"prefix": list(tokens)}
    assert "<ins>" in versions(app)
    assert "<del>" in versions(app)


def test_the_second_best_word_takes_the_place_of_the_chosen_one(
    app: AppTest, checkpoints: Path
) -> None:
    trace = searched(checkpoints)
    opened(app, node=str(trace.path(trace.n_best[0])[1].id))

    node_button(app, "second_best").click().run()

    first, second = trace.path(trace.n_best[0])[:2]
    other = next(c.text for c in first.choices if c.text != second.token)
    assert json.loads(asked(app, "whatif")) == {"prefix": [first.token, other]}


def test_a_button_of_another_node_is_another_button(
    app: AppTest, checkpoints: Path
) -> None:
    trace = searched(checkpoints)
    opened(app)
    keys = set()

    for node in trace.path(trace.n_best[0])[:2]:
        app.session_state["node"] = node.id
        app.run()
        keys.add(node_button(app, "second_best").key)

    assert len(keys) == 2


def test_a_forbidden_word_is_not_offered_next(app: AppTest, checkpoints: Path) -> None:
    trace = searched(checkpoints)
    first, second = trace.path(trace.n_best[0])[:2]
    banned = next(c.text for c in first.choices if c.text != second.token)
    opened(app, node=str(second.id), whatif=json.dumps({"banned": [[banned]]}))
    again = searched(checkpoints, Constraints(banned=((banned,),)))
    leader = again.path(again.n_best[0])[1]
    app.session_state["node"] = leader.id
    app.run()

    label = node_button(app, "second_best").label
    assert not app.exception
    assert f"“{banned}”" not in label


def test_back_to_another_sentence_s_address_imposes_nothing_of_it(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser writes the new sentence beside what was imposed on the old one."""
    imposed = json.dumps({"banned": ["petit"]})
    opened(app, whatif=imposed)
    other = PAIRS[1][0]
    app.text_input(key="text").set_value(other).run()
    assert "whatif" not in app.query_params

    app.query_params["whatif"] = imposed
    monkeypatch.setattr("nmtviz.ui.links.went_back", lambda: True)
    app.run()

    assert not app.exception
    assert "whatif" not in app.query_params


def test_back_to_an_unknown_setting_takes_it_out(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(app, mystery="1")
    assert "mystery" in app.warning[0].value

    monkeypatch.setattr("nmtviz.ui.links.went_back", lambda: True)
    app.run()

    assert not app.exception
    assert not app.error
    assert "mystery" not in app.query_params


def test_another_beam_leaves_what_is_imposed_in_the_address(app: AppTest) -> None:
    imposed = json.dumps({"banned": ["petit"]})
    opened(app, whatif=imposed, step="2")

    app.slider(key="beam").set_value(2).run()

    assert asked(app, "whatif") == imposed
    assert "step" not in app.query_params


def test_a_next_word_can_be_taken(app: AppTest, checkpoints: Path) -> None:
    trace = searched(checkpoints)
    opened(app, node="0")

    word = trace.nodes[0].choices[3].text
    app.pills(key="next.0").set_value(word).run()

    assert json.loads(asked(app, "whatif")) == {"prefix": [word]}
    assert not app.exception


def test_a_beginning_that_the_network_cannot_write_is_told(app: AppTest) -> None:
    opened(app, view="What if")

    app.text_input(key="whatif.prefix.text").set_value("une licorne")
    app.button(key="FormSubmitter:whatif.prefix-Decode on").click().run()

    (told,) = [c.value for c in app.caption if "vocabulary" in c.value]
    assert told.endswith(": licorne")
    assert "<ins>&lt;unk&gt;</ins>" in versions(app)


def test_the_unknown_word_is_named_whatever_marks_stand_before_it(app: AppTest) -> None:
    opened(app, view="What if")

    app.text_input(key="whatif.prefix.text").set_value("le chat! licorne dort")
    app.button(key="FormSubmitter:whatif.prefix-Decode on").click().run()

    (told,) = [c.value for c in app.caption if "vocabulary" in c.value]
    assert "licorne" in told
    assert "dort" not in told


def test_the_tree_of_a_changed_search_opens_at_its_end(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app)
    app.segmented_control(key="view").set_value("What if").run()
    app.text_input(key="whatif.banned.text").set_value("chien")
    app.button(key="FormSubmitter:whatif.banned-Search again").click().run()

    app.segmented_control(key="view").set_value("Tree").run()

    trace = searched(checkpoints, Constraints(banned=("chien",)))
    assert app.slider(key="step").value == trace.steps
    assert app.segmented_control(key="shown").value == "kept"
    assert "step" not in app.query_params


def test_undo_and_reset_bring_the_same_text_back(app: AppTest) -> None:
    opened(app, view="What if")
    untouched = versions(app)

    app.text_input(key="whatif.prefix.text").set_value("une")
    app.button(key="FormSubmitter:whatif.prefix-Decode on").click().run()
    forced = versions(app)
    app.text_input(key="whatif.banned.text").set_value("chien")
    app.button(key="FormSubmitter:whatif.banned-Search again").click().run()
    both = versions(app)
    assert len({untouched, forced, both}) == 3

    app.button(key="undo").click().run()
    assert versions(app) == forced
    app.button(key="undo").click().run()
    assert versions(app) == untouched
    assert "whatif" not in app.query_params


def test_reset_takes_all_back_and_undo_takes_reset_back(app: AppTest) -> None:
    opened(app, whatif='{"prefix": "une", "banned": ["chien"]}')
    changed = versions(app)

    app.button(key="reset").click().run()
    assert "<ins>" not in versions(app)
    app.button(key="undo").click().run()

    assert versions(app) == changed


def test_one_of_several_changes_can_be_taken_back(app: AppTest) -> None:
    opened(app, whatif='{"prefix": "le", "banned": ["chien", "maison"]}')

    app.button(key="take-back.1").click().run()

    assert not app.exception
    assert json.loads(asked(app, "whatif")) == {"prefix": "le", "banned": ["maison"]}
    app.button(key="undo").click().run()
    assert "chien" in asked(app, "whatif")


def test_a_row_set_by_hand_is_what_the_decoder_used(app: AppTest) -> None:
    opened(app, view="What if")
    box(app, "While writing").set_value(1)
    box(app, "it looks only at").set_value(4)
    app.button(key="whatif.row").click().run()

    changed = figure(app, 1)
    weights = {(i, j): w for i, j, w in changed["data"][1]["customdata"]}
    assert weights[1, 4] == pytest.approx(1.0)
    assert any(s["y0"] < 1 < s["y1"] for s in changed["layout"]["shapes"])


def test_a_source_word_can_be_replaced(app: AppTest) -> None:
    opened(app, view="What if")
    app.selectbox(key=f"whatif.source.word.{SENTENCE}").set_value(1)
    app.text_input(key="whatif.source.text").set_value("dog")
    app.button(key="FormSubmitter:whatif.source-Translate the change").click().run()

    assert json.loads(asked(app, "whatif")) == {
        "sentence": SENTENCE.replace("cat", "dog", 1)
    }


def test_a_link_to_what_is_impossible_is_refused(app: AppTest) -> None:
    opened(app, whatif='{"prefix": "le chat", "banned": ["chat"]}')

    assert "must not contain the banned" in app.error[0].value
    assert app.get("plotly_chart")
    assert "Changed" not in versions(app)
    assert "whatif" not in app.query_params
    app.run()
    assert not app.error


def test_what_was_imposed_stays_when_the_next_wish_is_refused(app: AppTest) -> None:
    opened(app, view="What if", whatif='{"prefix": "une"}')
    before = versions(app)

    app.text_input(key="whatif.banned.text").set_value("une")
    app.button(key="FormSubmitter:whatif.banned-Search again").click().run()

    assert "must not contain the banned" in app.error[0].value
    assert versions(app) == before
    assert json.loads(asked(app, "whatif")) == {"prefix": "une"}


def test_a_word_can_be_left_out(app: AppTest) -> None:
    opened(app, view="What if", text="the dog")
    press = "FormSubmitter:whatif.source-Translate the change"
    app.button(key=press).click().run()  # no word is chosen yet
    assert "whatif" not in app.query_params
    for read, expected in (("the dog", "dog"), ("dog", "dog")):  # the last word stays
        app.selectbox(key=f"whatif.source.word.{read}").set_value(0)
        app.button(key=press).click().run()
        assert json.loads("".join(app.query_params["whatif"]))["sentence"] == expected

    assert not app.exception
    assert "without a word" in app.error[0].value


@pytest.mark.parametrize(
    ("word", "left"), [(0, "dog, sleeps."), (1, "the, sleeps."), (2, "the dog,.")]
)
def test_a_space_goes_with_its_word(word: int, left: str) -> None:
    assert replaced("the dog, sleeps.", word, "") == left


@pytest.mark.parametrize(
    "text",
    [
        *("{", "[1]", "3", '{"evil": 1}', '{"prefix": 3}', "7" * 5000),
        *('{"rows": ["x"]}', '{"rows": [5]}', '{"rows": 5}', '{"banned": "x"}'),
    ],
)
def test_a_link_with_nonsense_is_told(app: AppTest, text: str) -> None:
    opened(app, whatif=text)

    assert not app.exception
    assert "whatif" in app.warning[0].value
    assert "object has no attribute" not in app.warning[0].value
    assert app.get("plotly_chart")


def test_a_link_with_nonsense_leaves_what_is_imposed(app: AppTest) -> None:
    opened(app, whatif='{"prefix": "une"}')

    opened(app, whatif="nonsense")

    assert "whatif" in app.warning[0].value
    assert json.loads(asked(app, "whatif")) == {"prefix": "une"}


def test_another_sentence_forgets_what_was_imposed(app: AppTest) -> None:
    opened(app, whatif='{"prefix": "une"}', node="3")

    app.text_input(key="text").set_value(PAIRS[0][0]).run()

    assert "whatif" not in app.query_params
    assert "node" not in app.query_params
    assert not app.exception


def test_a_row_in_the_link_reaches_the_search(app: AppTest, checkpoints: Path) -> None:
    row = ForcedRow(0, ((3, 1.0),))
    opened(app, whatif=json.dumps({"rows": [str(row)]}))

    changed = searched(checkpoints, Constraints(alignment=(row,)))
    best = changed.translation.hypotheses[0]
    assert f"log p {best.log_prob:z.2f}" in versions(app)


def test_redo_brings_back_what_undo_took(app: AppTest) -> None:
    opened(app, whatif='{"prefix": "une", "banned": ["chien"]}')
    changed = versions(app)

    app.button(key="undo").click().run()
    assert "whatif" not in app.query_params
    app.button(key="redo").click().run()

    assert versions(app) == changed
    assert app.button(key="redo").disabled


def test_a_new_change_leaves_nothing_to_redo(app: AppTest) -> None:
    opened(app, view="What if", whatif='{"prefix": "une"}')
    app.button(key="undo").click().run()

    app.text_input(key="whatif.prefix.text").set_value("le")
    app.button(key="FormSubmitter:whatif.prefix-Decode on").click().run()

    assert json.loads(asked(app, "whatif")) == {"prefix": "le"}
    assert app.button(key="redo").disabled


def test_a_click_on_a_cell_gives_it_the_whole_row(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, view="What if")

    click(app, 0, 1, 4)

    row = ForcedRow(1, ((4, 1.0),))
    best = searched(checkpoints, Constraints(alignment=(row,))).translation.hypotheses
    assert json.loads(asked(app, "whatif")) == {"rows": [str(row)]}
    assert f"log p {best[0].log_prob:z.2f}" in versions(app)
    marks = [t for t in figure(app, 1)["data"] if t.get("name") == "set by hand"]
    assert [mark["y"] for mark in marks] == [[1]]


def test_a_second_click_on_the_cell_lets_the_network_choose_again(
    app: AppTest,
) -> None:
    opened(app, view="What if", whatif='{"rows": ["1:4=1.0"], "prefix": "une"}')

    click(app, 1, 1, 4)

    assert json.loads(asked(app, "whatif")) == {"prefix": "une"}
    app.button(key="undo").click().run()
    assert json.loads(asked(app, "whatif"))["rows"] == ["1:4=1.0"]


def test_the_row_to_edit_names_the_words_of_the_translation_above(
    app: AppTest,
) -> None:
    opened(app, view="What if")
    before = box(app, "While writing")
    before.set_value(2).run()

    app.text_input(key="text").set_value("the dog").run()

    after = box(app, "While writing")
    assert after.key != before.key  # the browser would show the old word
    words = [option.partition(" ")[2] for option in after.options]
    assert words[-1] == "</s>"
    assert after.value == min(2, len(words) - 1)


def test_the_row_that_was_clicked_can_be_edited(app: AppTest) -> None:
    opened(app, view="What if")

    click(app, 0, 2, 3)

    assert box(app, "While writing").value == 2


def test_a_link_opened_later_replaces_what_was_imposed_and_can_be_undone(
    app: AppTest,
) -> None:
    opened(app, whatif='{"prefix": "une"}')

    opened(app, whatif='{"prefix": "le"}')
    assert json.loads(asked(app, "whatif")) == {"prefix": "le"}
    app.button(key="undo").click().run()

    assert json.loads(asked(app, "whatif")) == {"prefix": "une"}


def test_a_link_for_another_sentence_is_followed(app: AppTest) -> None:
    opened(app, whatif='{"prefix": "une"}')

    opened(app, text=PAIRS[0][0], whatif='{"prefix": "une"}')

    assert json.loads(asked(app, "whatif")) == {"prefix": "une"}
    assert not app.exception


def go_to(app: AppTest, page: str, **asked: str) -> AppTest:
    """Go to a page with an address of its own."""
    app.switch_page(f"pages/{page}.py")
    app.query_params.clear()
    app.query_params.update(asked)
    return app.run()


def test_the_open_view_is_there_again_after_another_page(app: AppTest) -> None:
    opened(app, view="What if")

    assert "view" not in go_to(app, "candidates").query_params
    go_to(app, "search")

    assert not app.exception
    assert not app.warning
    assert asked(app, "view") == "What if"


def test_an_accent_that_stands_apart_belongs_to_its_word() -> None:
    assert replaced("The cafe\u0301 is small.", 1, "house") == "The house is small."
