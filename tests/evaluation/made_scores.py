"""Statistics made of sentences that nobody translated."""

from nmtviz.evaluation.sentences import score_texts
from nmtviz.scores import SentenceScores

SOURCES = [
    "It snows.",
    "The three ducks have left the pond.",
    "Who has put salt into my tea this time?",
    "We shall see.",
    "A letter that is sent by post is deemed to arrive on the fourth day.",
]
REFERENCES = [
    "Il neige.",
    "Les trois canards ont quitté la mare.",
    "Qui a mis du sel dans mon thé cette fois ?",
    "Nous verrons bien.",
    "Une lettre envoyée par la poste est réputée arriver le quatrième jour.",
]
GOOD = [
    "Il neige.",
    "Les trois canards ont quitté l'étang.",
    "Qui a mis du sel dans mon thé ?",
    "On verra bien.",
    "Une lettre envoyée par la poste est réputée arriver le quatrième jour.",
]
POOR = [
    "Neige.",
    "Les canards <unk> la mare.",
    "Qui a mis du sel dans du sel dans du sel ?",
    "",
    "Une lettre de la poste <unk> <unk> le quatrième jour.",
]


def scores(
    hypotheses: list[str], system: str = "made", data: str = "five"
) -> SentenceScores:
    """Return what is measured of these translations of `SOURCES`."""
    return score_texts(SOURCES, hypotheses, REFERENCES, system=system, data=data)
