"""The folder of one expansion: ferries."""
