"""The page on candidate lists."""
