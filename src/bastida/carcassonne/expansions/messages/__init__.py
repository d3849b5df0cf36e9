"""Messages: a second scoring figure for everybody, and eight tokens for those who stop on a dark space."""
