"""A new run: what it learns from, what it is, what it costs, start."""

from dataclasses import replace
from pathlib import Path

import streamlit as st

from nmtviz.errors import ConfigError, NmtvizError
from nmtviz.languages import ENGLISH_FRENCH, NAMES, name_of, of_file
from nmtviz.runs import launcher
from nmtviz.runs.folder import WATCHED, RunConfig
from nmtviz.runs.launcher import Launch
from nmtviz.runs.overview import RunOverview
from nmtviz.ui import escape, places
from nmtviz.ui.train import choice, corpora, cost, settings
from nmtviz.ui.train.base import Base, bases
from nmtviz.ui.train.corpora import Corpora

_FIRST = "rnnsearch-laptop"
_KEY = "new"
_OF = "new-of"
"""What the fields of a new run began with."""

_SHORTEST, _USUAL, _LONGEST = 0.5, 5.0, 100_000  # minutes


def draw(runs: list[RunOverview]) -> None:
    """Ask for everything a run needs, and start it."""
    known = bases(runs)
    names = list(known)
    before = st.session_state.get(choice.BASE, _FIRST)
    if has_gone := before not in known:
        st.warning(
            f"{escape.markdown(before)} is no longer there: look at what the run is to "
            "start from, and at all below."
        )
    chosen = st.selectbox(
        "Start from",
        names,
        index=names.index(_FIRST),
        key=choice.BASE,
        persist_state="session",
        help="Settings that belong together: the papers' by their names, `-small` for "
        "a CPU, `-laptop` for five minutes on generated sentences; another run; or a "
        "checkpoint, whose weights the run goes on from.",
    )
    key, base = f"{_KEY}.{chosen}", known[chosen]
    _begin(key, base)
    text = corpora.choose(base.run, key=key)
    config = None
    try:
        languages = _languages(base, text, key)
        config = _config(base, text, languages, key)
    except ConfigError as error:
        st.error(escape.markdown(str(error)))
    # Drawn all the same, so that the page keeps its places.
    launch = _budget(key, _minutes(chosen, runs))
    choice.propose(f"{key}.name", _free_name(chosen, runs))
    name = st.text_input("Name of the run", key=f"{key}.name", persist_state="session")
    plan = (config, launch, text) if config and launch and text else None
    if plan:
        cost.offer(*plan, key)
    asked = st.button(
        "Start training",
        type="primary",
        icon=":material/play_arrow:",
        disabled=plan is None,
        help=None if plan else "What is missing is said above.",
    )
    if asked and plan and not has_gone and (run := _start(name, *plan)):
        st.session_state.pop(f"{key}.name", None)  # it is taken now
        choice.show(run.name)
        st.rerun()


def _begin(key: str, base: Base) -> None:
    """Forget what was typed for another run or checkpoint that had the same name."""
    state = st.session_state
    if state.setdefault(f"{_OF}.{key}", base) != base:
        state[f"{_OF}.{key}"] = base
        for name in [name for name in state if str(name).startswith(f"{key}.")]:
            del state[name]


def _languages(base: Base, text: Corpora | None, key: str) -> tuple[str, str]:
    """Ask which languages a person's own text is in, where that is not known yet.

    Raises:
        ConfigError: If generated text is to be learned from by a model of others.
    """
    known = base.data.languages
    if text is None:
        return known
    if base.start is not None:
        if text.generated and known != ENGLISH_FRENCH:
            raise ConfigError(
                "Generated text is English and French, but "
                f"{base.name} translates from {' into '.join(map(name_of, known))}."
            )
        return known
    if text.generated:
        return ENGLISH_FRENCH
    if base.run is None:  # else the run is to be made once more
        known = of_file(text.train[0].name) or known
    codes = sorted({*NAMES, *known}, key=name_of)
    with st.container(horizontal=True, gap="medium"):
        source, target = (
            st.selectbox(
                label,
                codes,
                index=codes.index(code),
                format_func=name_of,
                key=f"{key}.{label}.{code}",
                persist_state="session",
                width=190,
                help="For Moses' rules, and what pages call its words.",
            )
            for label, code in zip(("From", "Into"), known, strict=True)
        )
    return source, target


def _config(
    base: Base, text: Corpora | None, languages: tuple[str, str], key: str
) -> RunConfig | None:
    """Return the settings a person chose; None as long as there is no text."""
    model, clone = base.model, base.run
    with st.expander("Network, text and training", icon=":material/tune:"):
        if base.start is None:
            st.markdown("**Network**")
            model = settings.ask(model, settings.MODEL, key=key)
            asked = settings.DATA
            if clone and clone.vocabularies:
                shared = escape.markdown(clone.vocabularies.name)
                st.caption(f"It shares the vocabularies of {shared}.")
                asked = settings.LENGTH
        else:
            st.caption(
                "The run begins with the weights of "
                f"{escape.markdown(base.start.name)} and keeps its network and its "
                "vocabularies. Small steps keep what it knows; with more hidden units "
                "it begins with the same knowledge and has room for more."
            )
            model = settings.ask(model, settings.WIDTH, key=key)
            asked = settings.LENGTH
        st.markdown("**Text**")
        source, target = languages
        data = replace(base.data, source_language=source, target_language=target)
        data = settings.ask(data, asked, key=key)
        st.markdown("**Training**")
        training = settings.ask(base.training, settings.TRAINING, key=key)
    watched = st.text_area(
        f"Sentences to watch, one a line, at most {WATCHED}",
        "\n".join(clone.watch) if clone else "",
        key=f"{key}.watch",
        persist_state="session",
        height=80,
        placeholder="Left empty: some of the development set",
        help="Their alignment is kept at every evaluation.",
    )
    if base.start is not None and model.hidden_size < base.model.hidden_size:
        raise ConfigError(
            f"Hidden units must be at least the {base.model.hidden_size} of "
            f"{base.start.name}, got {model.hidden_size}."
        )
    if text is None:
        return None
    return RunConfig(
        name=base.name,
        model=model,
        data=data,
        training=training,
        train=text.train,
        dev=text.dev,
        vocabularies=base.start or (clone.vocabularies if clone else None),
        start=base.start,
        watch=tuple(filter(None, map(str.strip, watched.splitlines()))),
    )


def _minutes(chosen: str, runs: list[RunOverview]) -> float:
    """Return how long a run may train that is cloned; a few minutes for others."""
    for run in runs:
        if choice.clone_of(run.name) == chosen and run.status:
            return run.status.budget_minutes or _USUAL
    return _USUAL


def _budget(key: str, usual: float) -> Launch | None:
    """Ask how long to train, at first as usual, and on what; None if that cannot be."""
    with st.container(horizontal=True, gap="medium"):
        minutes = st.number_input(
            "Minutes to train",
            value=usual,
            step=1.0,
            key=f"{key}.minutes",
            persist_state="session",
            width=190,
        )
        device = st.selectbox(
            "Device",
            ["auto", "cpu", "cuda"],
            key=f"{key}.device",
            persist_state="session",
            width=190,
        )
        threads = st.number_input(
            "CPU threads",
            1,
            None,
            1,
            key=f"{key}.threads",
            persist_state="session",
            width=190,
            help="One is often fastest for small networks.",
        )
        processes = st.number_input(
            "Processes",
            1,
            None,
            1,
            key=f"{key}.processes",
            persist_state="session",
            width=190,
            help="They share every minibatch, each on a GPU or on CPU threads of its "
            "own. The same seed gives the same loss.",
        )
    tensorboard = st.checkbox(
        "Write event files for TensorBoard too",
        key=f"{key}.tensorboard",
        persist_state="session",
    )
    if not _SHORTEST <= minutes <= _LONGEST:
        st.error(
            f"Minutes to train must be from {_SHORTEST:g} to {_LONGEST:,}, got "
            f"{minutes:g}."
        )
        return None
    return Launch(
        max_minutes=minutes,
        device=device,
        threads=threads,
        processes=processes,
        tensorboard=tensorboard,
    )


def _start(name: str, config: RunConfig, launch: Launch, text: Corpora) -> Path | None:
    """Start a run and return its folder; else say why that cannot be."""
    try:
        run = launcher.new_run(places.runs(), name)
        with st.spinner("Generating the text …"):
            text.make()
        run = launcher.new_run(run.parent, run.name)  # that took a while
        launcher.start(run, config.from_root(), launch)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return None
    return run


def _free_name(chosen: str, runs: list[RunOverview]) -> str:
    stem = chosen.removeprefix(choice.CLONE).removeprefix(choice.WEIGHTS)
    taken = {run.name for run in runs}
    tries = (f"{stem}-{number}" for number in range(1, len(taken) + 2))
    return next(name for name in tries if name not in taken)
