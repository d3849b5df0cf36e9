"""The folder of one expansion: traders."""
