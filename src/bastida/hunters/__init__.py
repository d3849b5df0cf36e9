"""Hunters & Gatherers (Cazadores y recolectores): base rules, modules, tiles."""
