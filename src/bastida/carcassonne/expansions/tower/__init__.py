"""The folder of one expansion: tower."""
