"""The running server: rooms, database, workers."""
