"""The alignment heatmap as an SVG file, for a paper or a slide.

Written by hand because Plotly's own export needs a browser on the server. Same
places and colours as `alignment_heatmap`, always on white and with the colour bar at
the right.
"""

from xml.sax.saxutils import escape

from nmtviz.figures import labels, theme
from nmtviz.figures.alignment import ATTENTION, SOURCE_AXIS, TARGET_AXIS
from nmtviz.figures.drawing import opening
from nmtviz.figures.frame import BAR_LENGTH, SLANT, Frame
from nmtviz.figures.told import heaviest
from nmtviz.results import Alignment

_BAR_STEPS = 28


def alignment_svg(
    alignment: Alignment, *, measure: str = ATTENTION, scale: str = "grey"
) -> str:
    """Return the heatmap of an alignment as the text of an SVG file.

    Args:
        alignment: What to draw.
        measure: What its weights are.
        scale: A name of `theme.SCALES`.
    """
    colors = theme.look(dark=False)
    frame = Frame.around(alignment)
    parts = [
        opening(
            *(frame.width, frame.height, colors),
            f"Heatmap: {measure}. {heaviest(alignment)}",
        ),
        f'<rect width="100%" height="100%" fill="{colors.paper}"/>',
        f'<rect x="{frame.left - 1}" y="{frame.top - 1}" '
        f'width="{frame.plot_width + 1}" height="{frame.plot_height + 1}" '
        f'fill="{colors.line}"/>',
        *_cells(alignment, scale, frame),
        *_words(alignment, frame, colors),
        *_names(frame, colors),
        *_bar(measure, scale, frame, colors),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _cells(alignment: Alignment, scale: str, frame: Frame) -> list[str]:
    side = frame.cell - 1
    return [
        f'<rect x="{frame.left + column * frame.cell}" '
        f'y="{frame.top + row * frame.cell}" width="{side}" height="{side}" '
        f'fill="{theme.color(scale, weight)}"><title>{weight:.4f}</title></rect>'
        for row, weights in enumerate(alignment.weights.tolist())
        for column, weight in enumerate(weights)
    ]


def _words(alignment: Alignment, frame: Frame, colors: theme.Look) -> list[str]:
    heights = [(frame.top - 8, "")]
    if frame.is_tall:
        heights.append((frame.top + frame.plot_height + 14, ' text-anchor="end"'))
    columns = [
        f'<text transform="translate({frame.left + (column + 0.5) * frame.cell:g} '
        f'{height}) rotate({-SLANT})"{anchor}{_style(flag, colors)}>'
        f"{_text(word)}</text>"
        for height, anchor in heights
        for column, (word, flag) in enumerate(
            zip(alignment.source, alignment.source_unknown, strict=True)
        )
    ]
    sides = [(frame.left - 8, ' text-anchor="end"')]
    if frame.is_wide:
        sides.append((frame.left + frame.plot_width + 8, ""))
    rows = [
        f'<text x="{side}" y="{frame.top + (row + 0.5) * frame.cell:g}"'
        f'{anchor} dominant-baseline="central"{_style(flag, colors)}>'
        f"{_text(word)}</text>"
        for side, anchor in sides
        for row, (word, flag) in enumerate(
            zip(alignment.target, alignment.target_unknown, strict=True)
        )
    ]
    return columns + rows


def _names(frame: Frame, colors: theme.Look) -> list[str]:
    middle = frame.left + frame.plot_width / 2, frame.top + frame.plot_height / 2
    style = f'font-size="12" text-anchor="middle" fill="{colors.muted}"'
    return [
        f'<text x="{middle[0]:g}" y="16" {style}>{SOURCE_AXIS}</text>',
        f'<text transform="translate(16 {middle[1]:g}) rotate(-90)" {style}>'
        f"{TARGET_AXIS}</text>",
    ]


def _bar(measure: str, scale: str, frame: Frame, colors: theme.Look) -> list[str]:
    left = frame.left + frame.plot_width + frame.bar
    step = BAR_LENGTH / _BAR_STEPS
    shades = [
        theme.color(scale, 1 - (index + 0.5) / _BAR_STEPS)
        for index in range(_BAR_STEPS)
    ]
    bar = [
        f'<rect x="{left}" y="{frame.top + index * step:g}" width="10" '
        f'height="{step:g}" fill="{shade}"/>'
        for index, shade in enumerate(shades)
    ]
    ends = [
        f'<text x="{left + 15}" y="{frame.top + BAR_LENGTH * (1 - weight):g}" '
        f'font-size="12" dominant-baseline="central" fill="{colors.muted}">'
        f"{weight:g}</text>"
        for weight in (0.0, 0.5, 1.0)
    ]
    outline = (
        f'<rect x="{left}" y="{frame.top}" width="10" height="{BAR_LENGTH}" '
        f'fill="none" stroke="{colors.line}"/>'
    )
    name = (
        f'<text transform="translate({left + 50} {frame.top + BAR_LENGTH / 2:g}) '
        f'rotate(-90)" text-anchor="middle" fill="{colors.muted}">{measure}</text>'
    )
    return [*bar, outline, *ends, name]


def _style(unknown: bool, colors: theme.Look) -> str:
    return f' fill="{colors.warning}" font-style="italic"' if unknown else ""


def _text(word: str) -> str:
    return escape(labels.shortened(word))
