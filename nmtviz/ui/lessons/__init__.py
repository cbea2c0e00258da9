"""Seven short lessons for a class, each one idea shown live on the models."""
