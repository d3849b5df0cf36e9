"""Ferries: lakes at which roads end, and ferries that join two of them and can be turned later."""
