"""The page on BLEU by sentence length."""
