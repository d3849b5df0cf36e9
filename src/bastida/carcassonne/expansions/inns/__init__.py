"""The folder of one expansion: inns."""
