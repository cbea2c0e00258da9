"""Results in, Plotly figures (and plain SVG) out; no I/O and no Streamlit."""
