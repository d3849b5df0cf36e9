"""The folder of one expansion: scout."""
