"""Words and sentences in every language."""
