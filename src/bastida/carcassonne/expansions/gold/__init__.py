"""The folder of one expansion: gold."""
