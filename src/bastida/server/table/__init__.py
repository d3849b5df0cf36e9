"""One table: its events, who may do what, and what each seat sees."""
