"""Gold links over heatmaps, and curves of agreement."""

from nmtviz.alignments.pairs import soft
from nmtviz.figures.alignment import alignment_heatmap
from nmtviz.figures.gold_links import agreement_curves, outline_links
from nmtviz.gold import AlignmentScore, GoldLinks


def test_sure_links_are_solid_and_possible_ones_dashed() -> None:
    figure = alignment_heatmap(soft(("a", "b"), ("c", "d", "e"), [[0.5, 0.5]] * 3))

    outline_links(figure, GoldLinks.parse("1-2 0p1", 2, 3))

    dashed, solid = figure.layout.shapes
    assert (dashed.name, dashed.line.dash) == ("possible", "2px,2px")
    assert (solid.name, solid.line.dash) == ("sure", "solid")
    # A cell is one wide and high around its place: column 1, row 2.
    assert (solid.x0 + solid.x1, solid.y0 + solid.y1) == (2, 4)
    assert (solid.x0 > 0.5, solid.y1 < 2.5) == (True, True)


def scored(threshold: float, links: int) -> AlignmentScore:
    return AlignmentScore(
        n=1,
        links=links,
        sure_found=min(links, 2),
        possible_found=min(links, 3),
        sure=4,
        threshold=threshold,
    )


def test_each_rate_is_a_curve_over_the_thresholds() -> None:
    figure = agreement_curves([scored(0.25, 6), scored(0.5, 0)], chosen=0.5)

    assert [curve.name for curve in figure.data] == ["AER", "precision", "recall"]
    aer, precision, recall = figure.data
    assert aer.x == (0.25, 0.5)
    assert aer.y == (0.5, 1.0)
    assert precision.y == (0.5, None)
    assert recall.y == (0.5, 0.0)
    assert figure.layout.shapes[0].x0 == 0.5
