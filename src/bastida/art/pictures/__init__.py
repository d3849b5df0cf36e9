"""Whole tables as pictures."""
