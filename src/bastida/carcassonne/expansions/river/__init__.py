"""The folder of one expansion: river."""
