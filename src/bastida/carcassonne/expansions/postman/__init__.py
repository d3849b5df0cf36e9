"""The folder of one expansion: postman."""
