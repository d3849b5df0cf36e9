"""Robbers: figures on the scoreboard that take half of somebody else's next points."""
