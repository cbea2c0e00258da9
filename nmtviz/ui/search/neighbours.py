"""Neighbours: where else the network is in a state like the one at a word."""

import html
from collections import Counter
from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from nmtviz.errors import NmtvizError
from nmtviz.figures.labels import bare, plain
from nmtviz.figures.next_words import counted_words
from nmtviz.figures.state_map import Place, state_map
from nmtviz.neighbours import Neighbour, Plane
from nmtviz.results import Tokens
from nmtviz.ui import cache, charts, escape, held, widgets
from nmtviz.ui.links import AT, READ
from nmtviz.ui.search import among, likeliest, place
from nmtviz.ui.search.among import Text
from nmtviz.ui.search.found import Found

SIDE, AMONG = "side", "among"
READS, WRITES = SIDES = ("as it reads", "as it writes")

_SHOWN, _COUNTED, _BARS = 12, 50, 10
_AROUND = 12
"""Words of a sentence on either side of the one in the middle; more do not fit."""

_TOLD = 5
"""Words on either side of a dot of the map."""

_ROOM = 330
"""Pixels that the bars take."""


def draw(found: Found) -> None:
    """Ask for a word and show its neighbours; only this part is drawn again."""
    st.fragment(_neighbours)(found)


def _neighbours(found: Found) -> None:
    found.begin_again_if_stale()
    texts = among.names(found.info)
    if not texts:
        st.info(
            "Neighbours are looked for among sentence pairs of the model's languages, "
            "and there are none here. A test set that is added on *Lengths* will do."
        )
        return
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        side = _side()
        name = _among(texts)
    try:
        text = among.text(found.info, name)
        if len(text.without(found.sentence)) == len(text.pairs):
            st.info("There is no other sentence in this text than this one.")
        elif side == WRITES:
            _writing(found, text)
        elif found.info.model.attends:
            _reading(found, text)
        else:
            _whole_sentence(found, text)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
    place.write_inside()
    place.write_read(found.trace)


def _side() -> str:
    chosen = st.segmented_control(
        "The network's state",
        SIDES,
        default=READS,
        required=True,
        key=SIDE,
        bind="query-params",
        help="As it reads a word, it keeps an annotation of it, h_j. As it writes, its "
        "state s_i says what may come next.",
    )
    return chosen or READS


def _among(texts: Sequence[str]) -> str:
    widgets.check({AMONG: texts})
    held.gone(AMONG, texts)
    held.fit(AMONG, texts, texts[0])
    return st.selectbox(
        "Among",
        texts,
        key=AMONG,
        bind="query-params",
        width=260,
        help="Test sets that were added on *Lengths* or *Errors*, too; of each at most "
        f"{among.MOST:,} pairs.",
    )


def _reading(found: Found, text: Text) -> None:
    """Show where else the network reads a word like this one."""
    tokens = found.translation.source
    at = _token(tokens, READ)
    annotation = cache.annotations(found.info, found.sentence)[at]
    without = text.without(found.sentence)
    nearest = text.reading.nearest(annotation, _COUNTED, without=without)
    _told(text, "reads a word, and what surrounds it, much like this", "annotations")
    partners = [pair.target for pair in text.pairs]
    with _places(text.sources, partners, nearest):
        taken = _bare(tokens.word_texts[tokens.words[at]])
        st.caption(f"Words at the {len(nearest)} nearest places")
        _count(text.sources, nearest, taken)
        _map(text.sources, nearest, text.reading.plane(annotation, nearest), taken)


def _whole_sentence(found: Found, text: Text) -> None:
    """Show which sentences have a vector like this one's, the network's only one."""
    (vector,) = cache.annotations(found.info, found.sentence)
    without = text.without(found.sentence)
    nearest = text.reading.nearest(vector, _SHOWN, without=without)
    st.caption(
        "RNNencdec keeps one vector of a sentence. These are the sentences, of "
        f"{len(text.pairs):,}, whose vector is most like the one of this sentence."
    )
    _sentences(text, nearest)


def _writing(found: Found, text: Text) -> None:
    """Show where else the network is about to write in a state like this one."""
    chosen = place.hypothesis(found.translation.hypotheses)
    tokens = found.translation.hypotheses[chosen].tokens
    at = _token(tokens, AT)
    rows = found.whatif.rows_within(len(tokens))
    step = cache.inspect(found.info, found.sentence, tokens.texts, rows)[at]
    without = text.without(found.sentence)
    nearest = text.writing.nearest(step.state, _COUNTED, without=without)
    _told(text, "is about to write in a state much like this", "states")
    partners = [pair.source for pair in text.pairs]
    with _places(text.targets, partners, nearest):
        taken = _bare(tokens.word_texts[tokens.words[at]])
        st.caption(f"What people wrote at the {len(nearest)} nearest places")
        _count(text.targets, nearest, taken)
        _map(text.targets, nearest, text.writing.plane(step.state, nearest), taken)
        st.caption("The likeliest words here, as the network says")
        likeliest.draw(step.choices, taken=step.token, key="neighbours.likeliest")


def _token(tokens: Tokens, key: str) -> int:
    """Ask for a token and return its place, from 0."""
    st.session_state[key] = min(st.session_state[key], len(tokens))
    texts = [escape.markdown(plain(text)) for text in tokens.texts]
    # Pills with one label are one pill: a token that comes again has its number, too.
    labels = [
        f"{n} · {text}" if texts.count(text) > 1 else text
        for n, text in enumerate(texts, 1)
    ]
    chosen = st.pills(
        "Word",
        range(1, len(tokens) + 1),
        required=True,
        format_func=lambda n: labels[n - 1],
        key=key,
        label_visibility="collapsed",
    )
    return (chosen or 1) - 1


def _told(text: Text, does: str, what: str) -> None:
    st.caption(
        f"Where else, in {len(text.pairs):,} sentence pairs, the network {does}. "
        f"The number is the cosine of the two {what}, less what all of them have in "
        "common: 1 is the same direction, 0 unrelated. This sentence is left out."
    )


def _count(
    sentences: Sequence[Tokens], nearest: Sequence[Neighbour], taken: str
) -> None:
    """Draw how often each word is among the nearest ones."""
    words = Counter(
        _bare(sentences[one.sentence].word_texts[one.word]) for one in nearest
    )
    most = words.most_common(_BARS)
    told = ", ".join(f"{plain(word)} {count}" for word, count in most)
    charts.still(
        counted_words(most, words.total(), taken=taken, dark=charts.dark()),
        key="neighbours.words",
        alt=f"Words at the nearest places: {told}",
    )


def _map(
    sentences: Sequence[Tokens], nearest: Sequence[Neighbour], plane: Plane, taken: str
) -> None:
    """Draw how the nearest places lie to each other."""
    st.caption(
        "These places on their first two principal components, which keep "
        f"{100 * plane.kept:.0f} % of their variance. The ring is this word; point "
        "at a dot to read it."
    )
    charts.still(
        state_map(
            plane,
            [_place_of(sentences[one.sentence], one.word) for one in nearest],
            taken=taken,
            dark=charts.dark(),
        ),
        key="neighbours.map",
        alt="The nearest places on a plane: those near each other are alike",
    )


def _place_of(sentence: Tokens, at: int) -> Place:
    words = sentence.word_texts
    return Place(
        before=" ".join(words[max(at - _TOLD, 0) : at]),
        word=_bare(words[at]),
        behind=" ".join(words[at + 1 : -1][:_TOLD]),
    )


def _bare(word: str) -> str:
    return bare(word) or word


def _places(
    sentences: Sequence[Tokens], partners: Sequence[str], nearest: Sequence[Neighbour]
) -> DeltaGenerator:
    """Show the nearest places, and return where there is room for bars beside them."""
    with st.container(horizontal=True, gap="large", key="neighbours"):
        with st.container(key="concordance"):
            _concordance(sentences, partners, nearest)
        return st.container(width=_ROOM)


def _concordance(
    sentences: Sequence[Tokens], partners: Sequence[str], nearest: Sequence[Neighbour]
) -> None:
    """Show the nearest words in the middle of their sentences, one below the other."""
    rows = []
    for one in nearest[:_SHOWN]:
        *words, end = map(_text, sentences[one.sentence].word_texts)
        before, behind = words[: one.word], words[one.word + 1 :]
        rows.append(
            f"<tr><td>{one.similarity:.2f}</td>"
            f"<td><span>{' '.join(before[-_AROUND:])}</span></td>"
            f"<td><mark>{[*words, end][one.word]}</mark></td>"
            f"<td><span>{' '.join(behind[:_AROUND])}</span></td></tr>"
            f'<tr><td></td><td colspan="3">{_text(partners[one.sentence])}</td></tr>'
        )
    st.html(f'<table class="concordance">{"".join(rows)}</table>')


def _sentences(text: Text, nearest: Sequence[Neighbour]) -> None:
    rows = [
        f"<tr><td>{one.similarity:.2f}</td><td>{_text(pair.source)}</td>"
        f"<td>{_text(pair.target)}</td></tr>"
        for one in nearest
        for pair in [text.pairs[one.sentence]]
    ]
    st.html(f'<table class="alike">{"".join(rows)}</table>')


def _text(text: str) -> str:
    return html.escape(plain(text))
