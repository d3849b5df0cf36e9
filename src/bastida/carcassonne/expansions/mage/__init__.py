"""The folder of one expansion: mage."""
