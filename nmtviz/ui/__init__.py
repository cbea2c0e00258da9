"""The only part of the package that knows Streamlit: caches, widgets, panels."""
