"""The King and the Robber Baron: tokens for the largest completed city and the longest road."""
