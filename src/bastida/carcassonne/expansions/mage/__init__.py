"""Mage & Witch: two neutral figures that make a road or city worth more, or half as much."""
