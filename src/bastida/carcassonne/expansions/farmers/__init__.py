"""The folder of one expansion: farmers."""
