"""The README.md of a checkpoint, written from its settings and facts."""

import re
import shlex
from typing import Any

from nmtviz.config import (
    DataConfig,
    ModelConfig,
    ModelKind,
    TokenizerKind,
    TrainingConfig,
)
from nmtviz.facts import EarlierTraining, TestScore, TrainingFacts
from nmtviz.languages import name_of

_ARCHITECTURES: dict[ModelKind, str] = {
    "rnnsearch": "RNNsearch, an encoder-decoder with soft attention over the source",
    "rnnencdec": "RNNencdec, an encoder-decoder that reads the source into one vector",
}
_ALIGNMENTS: dict[ModelKind, str] = {
    "rnnsearch": "Its attention shows which source words it read for each target word.",
    "rnnencdec": "It has no attention, so there is no alignment to see; which source "
    "words a translation needs, its prediction difference shows.",
}
_CAUTIONS: dict[ModelKind, str] = {
    "rnnsearch": " Alignment weights show where it looked, not why it chose.",
    "rnnencdec": "",
}
_TOKENIZERS: dict[TokenizerKind, str] = {
    "moses": "words by Moses' rules, rare ones as `<unk>`",
    "sentencepiece": "SentencePiece unigram pieces",
}
_UNITS: dict[TokenizerKind, str] = {
    "moses": "Moses words",
    "sentencepiece": "words between spaces",
}
"""What the length of a training sentence counts."""

_LICENCES = {
    "tatoeba-varied": "made of everyday sentences by `data vary`, joined, with other "
    "names, numbers, words or marks, or carelessly typed; CC BY 2.0 FR, "
    "https://tatoeba.org",
    "phrases.en-fr": "greetings, questions and what else people type first, of "
    "nmtviz's own phrases, made by `data phrases`; MIT",
    "written.en-fr": "sentences of nmtviz's own on everyday life, work, nature, "
    "stories and news; MIT",
    "generated": "sentences of nmtviz's grammar, made by `data generate`; MIT",
    "tatoeba": "everyday sentences; CC BY 2.0 FR, https://tatoeba.org",
    "laws.en-fr": "acts and regulations of Canada; reproduced under the Reproduction "
    "of Federal Law Order (SI/97-5), not an official version",
}
"""What is known of a training file, by how its name begins before a full stop."""

_UNTOLD = {"seed", "fused", "save_every", "evaluate_every", "dev_sentences"}
"""Settings that a card has elsewhere, or that change no weight."""

_ONE_PERCENT = 0.01

_CARD = """\
# {name}

{architecture} (Bahdanau, Cho and Bengio 2015, https://arxiv.org/abs/1409.0473), \
trained by nmtviz to translate {source} into {target}. {alignment}

## Use

    python -m nmtviz translate {quoted} < input.txt

or choose it in the app. The folder holds weights as safetensors in half precision, \
the vocabularies and JSON; nothing in it is executed when it is loaded.

## Sizes

| what | size |
| --- | --- |
| source / target vocabulary | {model.source_vocab_size:,} / \
{model.target_vocab_size:,} {tokenizer} |
| word embedding (m) | {model.embedding_size} |
| recurrent layers (n) | {model.hidden_size} |
| alignment model (n') | {align_size} |
| maxout (l) | {model.maxout_size} |
| training sentences | up to {data.max_words} {unit} on either side |

## Training data

{files}

## Training

| updates | epochs | hours | device | train NLL | dev NLL | dev BLEU | seed | commit |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| {facts.updates:,} | {facts.epochs:.2f} | {facts.hours:.1f} | {facts.device} \
| {facts.train_nll:.2f} | {facts.dev_nll:.2f} | {facts.dev_bleu:.2f} \
| {facts.seed} | {facts.commit} |
{settings}
NLL is in nats a sentence.{train_nll} Dev BLEU is sacreBLEU of greedy translations\
{dev_sentences}: `{facts.bleu_signature}`.
{scores}

## Limits

A model of 2015 for looking at, not for relying on: it knows the words and the kinds \
of text above, may lose its way in long sentences, may drop or repeat words or \
invert a meaning without a sign, and repeats whatever prejudice is in its data.\
{caution}
"""


def render_card(
    name: str, model: ModelConfig, data: DataConfig, facts: TrainingFacts
) -> str:
    """Return the model card of a checkpoint, Markdown."""
    return _CARD.format(
        name=name,
        quoted=shlex.quote(name),
        model=model,
        data=data,
        facts=facts,
        architecture=_ARCHITECTURES[model.kind],
        tokenizer=_TOKENIZERS[data.tokenizer],
        source=name_of(data.source_language),
        target=name_of(data.target_language),
        alignment=_ALIGNMENTS[model.kind],
        caution=_CAUTIONS[model.kind],
        align_size=model.align_size if model.attends else "none",
        unit=_UNITS[data.tokenizer],
        settings=_stages(name, facts) if facts.earlier else _settings_line(facts),
        train_nll=_told_of_train_nll(facts.settings),
        dev_sentences=""
        if facts.dev_sentences is None
        else f" of {facts.dev_sentences} development sentences",
        scores=_score_table(facts.test_scores),
        files=_files(facts),
    )


def _files(facts: TrainingFacts) -> str:
    """List what it was trained on, and before that, what it went on from."""
    lines = [_file_line(*item) for item in facts.data.items()]
    before = {} if facts.earlier is None else facts.earlier.data
    others = [
        _file_line(*item) for item in before.items() if item not in facts.data.items()
    ]
    if others:
        lines += ["", "The weights it went on from had learned from:", "", *others]
    return "\n".join(lines)


def _file_line(name: str, pairs: int) -> str:
    file, comma, times = name.partition(", ")
    begin = re.sub(r"^generated(-\d+)+", "generated", file)  # less its settings
    known = (told for key, told in _LICENCES.items() if begin.startswith(f"{key}."))
    licence = next(known, "see its publisher for a licence")
    return f"- `{file}`{comma}{times}, {pairs:,} sentence pairs: {licence}"


def _stages(name: str, facts: TrainingFacts) -> str:
    """Return a table of the runs that followed each other, the first one first."""
    last = facts.followed_from(name)
    stages = [last]
    while before := stages[0].earlier:
        stages.insert(0, before)
    rows = [
        f"| {one.name} | {one.updates:,} | {one.epochs:.2f} | {one.hours:.1f} "
        f"| {'-' if one.seed is None else one.seed} | {one.commit or '-'} "
        f"| {_told_settings(one) if one.settings else 'not kept'} |"
        for one in stages
    ]
    return "\n".join(
        [
            "",
            f"In {len(stages)} runs, each from the weights of the one before; numbers "
            "are those at its end:",
            "",
            "| run | updates | epochs | hours | seed | commit "
            "| settings other than the paper's |",
            "| --- | --- | --- | --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )


def _settings_line(facts: TrainingFacts) -> str:
    others = _told_settings(facts)
    return f"\nSettings other than the paper's: {others}.\n" if others else ""


def _told_settings(one: TrainingFacts | EarlierTraining) -> str:
    """Say what a run did otherwise than the paper, and what became of its weights."""
    told = [_own_settings(one.settings)]
    told += [
        f"weights averaged with {_percent(share)} of those of {name}"
        for name, share in one.averaged.items()
    ]
    if isinstance(one, EarlierTraining) and one.hidden_size:
        told.append(f"{one.hidden_size} recurrent units")
    return ", ".join(filter(None, told))


def _percent(share: float) -> str:
    return f"{share:.0%}" if share >= _ONE_PERCENT else "less than 1%"


def _own_settings(settings: dict[str, Any]) -> str:
    """Say what was set otherwise than in the paper."""
    paper = TrainingConfig().to_json()
    return ", ".join(
        f"{name} {value}"
        for name, value in settings.items()
        if name not in _UNTOLD and value != paper.get(name)
    )


def _told_of_train_nll(settings: dict[str, Any]) -> str:
    """Say what makes it another number than that of the development set."""
    told = ""
    if settings.get("dropout"):
        told += " Train NLL is with dropout, which makes it higher."
    if settings.get("subword_alpha"):
        told += " Train NLL is with pieces that are drawn, which makes it higher."
    if settings.get("partition_words"):
        told += " Train NLL is over the words of a partition, which makes it lower."
    return told


def _score_table(scores: tuple[TestScore, ...]) -> str:
    if not scores:
        return ""
    rows = [
        f"| `{score.data}` | {score.n:,} | {score.beam_size} | {score.bleu:.2f} |"
        for score in scores
    ]
    head = "| test set | n | beam | BLEU |\n| --- | --- | --- | --- |"
    signatures = {score.signature: "" for score in scores}
    if len(signatures) > 1:  # measured by different versions of sacreBLEU
        for score in scores:
            signatures[score.signature] += f" `{score.data}`"
    told = [f"sacreBLEU{data}: `{one}`." for one, data in signatures.items()]
    return "\n".join(["", "## Results", "", head, *rows, "", *told])
