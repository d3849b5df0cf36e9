"""The folder of one expansion: flying."""
