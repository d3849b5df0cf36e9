"""The folder of one expansion: messages."""
