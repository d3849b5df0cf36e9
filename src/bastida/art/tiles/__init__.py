"""Tiles as pictures."""
