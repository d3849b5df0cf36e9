"""The API, a file for each subject."""
