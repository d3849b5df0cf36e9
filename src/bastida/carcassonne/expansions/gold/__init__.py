"""Gold Mines: ingots on tiles, for the majority of the features that are completed there."""
