import plotly.graph_objects as go

from nmtviz.figures.enlarge import enlarge


def test_lengths_and_type_grow_and_data_stay() -> None:
    figure = go.Figure(
        go.Heatmap(z=[[0.25, 0.5]], colorbar={"len": 100, "lenmode": "pixels"}),
        layout={"width": 200, "margin": {"l": 10}, "xaxis": {"tickfont": {"size": 8}}},
    )

    large = enlarge(figure, 1.5)

    assert large.layout.width == 300
    assert large.layout.margin.l == 15
    assert large.layout.xaxis.tickfont.size == 12
    assert large.data[0].colorbar.len == 150
    assert [list(row) for row in large.data[0].z] == [[0.25, 0.5]]
    assert figure.layout.width == 200
