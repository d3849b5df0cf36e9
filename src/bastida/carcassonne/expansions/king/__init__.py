"""The folder of one expansion: king."""
