"""The folder of one expansion: abbot."""
