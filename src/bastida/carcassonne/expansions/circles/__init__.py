"""The folder of one expansion: circles."""
