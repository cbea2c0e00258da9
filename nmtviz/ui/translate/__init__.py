"""The translate page: a panel for each model."""
