"""Pieces as pictures."""
