"""The club around the tables: members, the lobby, notices, results, tournaments. Each has a folder of its own.

A table does not need any of it. What the club knows of a table it learns from the table's events.
"""
