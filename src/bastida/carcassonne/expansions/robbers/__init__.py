"""The folder of one expansion: robbers."""
