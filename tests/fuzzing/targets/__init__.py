"""One file for each thing that reads what strangers send."""
