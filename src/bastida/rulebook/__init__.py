"""The clauses, their examples, the guide and the lessons."""
