"""Settings, one frozen dataclass per stage. Nothing here imports torch.

A setting is checked when it is made and never again; defaults are only here. [B] is
Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473, [J] is Jean et al. (2015),
https://arxiv.org/abs/1412.2007.
"""

from dataclasses import dataclass
from typing import Literal

from nmtviz.errors import ConfigError
from nmtviz.languages import is_code
from nmtviz.settings import Settings

ModelKind = Literal["rnnsearch", "rnnencdec"]
ResetGate = Literal["before", "after"]
ReadoutState = Literal["current", "previous"]
TokenizerKind = Literal["moses", "sentencepiece"]
OptimizerKind = Literal["adadelta", "adam"]
Schedule = Literal["constant", "linear"]
Precision = Literal["float32", "bfloat16", "auto"]

LARGEST_SEED = 2**53 - 1
"""Up to here a browser tells whole numbers apart."""

_LARGEST = 10**8  # no larger matrix can be counted, let alone held
_MOST = 10**15  # nor longer rows
_LARGEST_BEAM = 1000  # of a batch of sentences, more would take all the memory
_LARGEST_PENALTY = 10  # powers of a length must be numbers a machine has


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelConfig(Settings):
    """The shape of a network; the letters are those of [B] appendix A."""

    kind: ModelKind = "rnnsearch"
    """`rnnsearch` attends to every source word, `rnnencdec` reads one vector."""

    source_vocab_size: int = 30_000
    """Entries of the source vocabulary, special symbols included."""

    target_vocab_size: int = 30_000
    """Entries of the target vocabulary, special symbols included."""

    embedding_size: int = 620
    """m, the length of a word embedding."""

    hidden_size: int = 1000
    """n, the units of each gated recurrent layer."""

    align_size: int = 1000
    """n', the hidden units of the alignment model (unused by `rnnencdec`)."""

    maxout_size: int = 500
    """l, the maxout units before the softmax."""

    reset: ResetGate = "before"
    """Where the reset gate acts: `before` the matrix product as in [B], or `after`."""

    readout_state: ReadoutState = "current"
    """State the readout sees: s_i of [B] Eq. 4, or `previous`, s_{i-1} of A.2.2."""

    def __post_init__(self) -> None:
        self._check_types()
        words = ("source_vocab_size", "target_vocab_size")
        units = ("embedding_size", "hidden_size", "align_size", "maxout_size")
        self._check_least(5, *words)
        self._check_least(1, *units)
        self._check_most(_LARGEST, *words, *units)

    @property
    def attends(self) -> bool:
        """Whether the decoder looks back at source words, as RNNsearch does."""
        return self.kind == "rnnsearch"

    @property
    def annotation_size(self) -> int:
        """Units of an annotation h_j: 2n with the bidirectional encoder, else n."""
        return self.hidden_size * (2 if self.attends else 1)


@dataclass(frozen=True, kw_only=True, slots=True)
class DataConfig(Settings):
    """How text becomes ids."""

    tokenizer: TokenizerKind = "moses"
    """`moses` words with an `<unk>` for the rare ones, or `sentencepiece` pieces."""

    source_language: str = "en"
    """ISO 639 code of the source language, also for Moses' rules."""

    target_language: str = "fr"
    """ISO 639 code of the target language, also for Moses' rules."""

    vocab_size: int = 30_000
    """Most frequent tokens kept a side, special symbols included."""

    min_count: int = 1
    """Occurrences a word must have to be kept; `sentencepiece` counts none."""

    max_words: int = 50
    """Pairs with a longer side (in Moses or whitespace words) are left out."""

    def __post_init__(self) -> None:
        self._check_types()
        self._check_least(5, "vocab_size")
        self._check_least(1, "min_count", "max_words")
        self._check_most(_MOST, "vocab_size", "min_count", "max_words")
        for name in ("source_language", "target_language"):
            if not is_code(code := getattr(self, name)):
                raise ConfigError(
                    f"{name} must be a code of two or three small letters, such as en, "
                    f"got {code!r}."
                )
        if self.tokenizer == "sentencepiece":
            self._check_most(_LARGEST, "vocab_size")  # more ends in an endless loop
        if self.min_count > 1 and self.tokenizer == "sentencepiece":
            raise ConfigError(
                f"min_count must be 1 with sentencepiece, got {self.min_count}."
            )

    @property
    def languages(self) -> tuple[str, str]:
        """Those of source and target."""
        return self.source_language, self.target_language


@dataclass(frozen=True, kw_only=True, slots=True)
class TrainingConfig(Settings):
    """How the weights are found; defaults are [B] appendix B."""

    optimizer: OptimizerKind = "adadelta"
    """`adadelta` as in [B] B.2, or `adam`."""

    learning_rate: float = 1.0
    """Step size: 1 leaves Adadelta as published; Adam wants about 0.001."""

    adadelta_rho: float = 0.95
    """Decay of Adadelta's running averages."""

    adadelta_epsilon: float = 1e-6
    """Adadelta's epsilon."""

    schedule: Schedule = "constant"
    """`linear` lets the step size fall to 0 at the end of the budget of minutes or
    updates; without either, it stays."""

    warmup_updates: int = 0
    """Updates over which the step size rises from 0."""

    max_gradient_norm: float = 1.0
    """Gradients with a larger L2 norm are rescaled to it."""

    batch_size: int = 80
    """Sentence pairs in a minibatch."""

    batches_per_fetch: int = 20
    """Minibatches cut from one sorted fetch of `batch_size` times this many pairs."""

    dropout: float = 0.0
    """How likely a unit is left out of a sentence, which keeps a network from learning
    its text by heart; the papers have none."""

    subword_alpha: float = 0.0
    """Alpha of subword regularization (Kudo 2018, https://arxiv.org/abs/1804.10959,
    3.2): in each update source sentences are cut into pieces that are drawn anew, each
    segmentation as likely as its probability to this power; 0 takes the likeliest."""

    precision: Precision = "float32"
    """`bfloat16` computes matrix products in bf16, weights stay float32; `auto` does so
    where the device is faster at it."""

    lazy_rows: bool = False
    """Move only the rows of embeddings that a minibatch uses, at its cost alone."""

    partition_words: int = 0
    """Most words of a partition's softmax, tau of [J] 3.1; 0 is the full softmax."""

    reshuffle: bool = False
    """Take each epoch's pairs in a new order, which makes new partitions."""

    frozen_share: float = 0.0
    """Last share of the budget of minutes or updates, in which embeddings stay as they
    are ([J] 4, on the final phase)."""

    fused: bool = True
    """Use hand-written backward passes where there are any (same numbers, faster)."""

    captured: bool = True
    """On a GPU, record the kernels of an update once a shape and play them back (CUDA
    graphs), where it is `fused`, without `lazy_rows` and in one process."""

    seed: int = 1
    """Seed of the initial weights, of the order of the data, of dropout and of pieces
    that are drawn."""

    save_every: int = 200
    """Updates between two written states, which a killed run resumes from."""

    evaluate_every: int = 2000
    """Updates between two looks at the development set."""

    dev_sentences: int = 500
    """Development sentences translated for BLEU, spread evenly over the set."""

    def __post_init__(self) -> None:
        self._check_types()
        self._check_positive("learning_rate", "adadelta_epsilon", "max_gradient_norm")
        if not 0 < self.adadelta_rho < 1:
            raise ConfigError(
                f"adadelta_rho must lie between 0 and 1, got {self.adadelta_rho}."
            )
        self._check_share("dropout", "frozen_share", "subword_alpha")
        self._check_least(0, "warmup_updates", "seed", "partition_words")
        self._check_most(LARGEST_SEED, "seed")
        if self.partition_words and not self.lazy_rows:
            raise ConfigError(
                "partition_words must be 0 without lazy_rows, "
                f"got {self.partition_words}."
            )
        counts = (
            *("batch_size", "batches_per_fetch", "dev_sentences"),
            *("save_every", "evaluate_every"),
        )
        self._check_least(1, *counts)
        self._check_most(_MOST, "warmup_updates", "partition_words", *counts)


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchConfig(Settings):
    """How a translation is searched for."""

    beam_size: int = 12
    """Hypotheses kept per step; 1 is greedy search."""

    n_best: int = 1
    """Hypotheses returned, at most `beam_size`."""

    length_penalty: float = 1.0
    """Exponent p of |y| in score = log p / |y|**p; 0 leaves log-probabilities."""

    max_length_ratio: float = 2.0
    """Target tokens allowed per source token, end symbol included."""

    max_length_extra: int = 10
    """Target tokens allowed on top of the ratio."""

    forbid_unknown: bool = False
    """Never produce `<unk>` ([B] Table 1, second column)."""

    no_repeat_ngram_size: int = 0
    """Tokens in a row that no hypothesis has twice, against loops (Paulus et al. 2018,
    https://arxiv.org/abs/1705.04304, section 2.5); 0 lets all repeat."""

    def __post_init__(self) -> None:
        self._check_types()
        self._check_least(1, "beam_size", "n_best")
        self._check_least(0, "max_length_extra", "no_repeat_ngram_size")
        self._check_positive("max_length_ratio")
        self._check_most(_LARGEST_BEAM, "beam_size")
        self._check_most(_MOST, "max_length_ratio", "max_length_extra")
        self._check_most(_MOST, "no_repeat_ngram_size")
        if self.n_best > self.beam_size:
            raise ConfigError(
                f"n_best must be at most beam_size ({self.beam_size}), "
                f"got {self.n_best}."
            )
        if not 0 <= self.length_penalty <= _LARGEST_PENALTY:
            raise ConfigError(
                f"length_penalty must lie between 0 and {_LARGEST_PENALTY}, "
                f"got {self.length_penalty}."
            )

    def max_length(self, source_length: int) -> int:
        """Return the most target tokens, END included, for so many source tokens."""
        most = int(self.max_length_ratio * source_length) + self.max_length_extra
        return max(1, most)
