"""Members of this server: a lasting name, the devices it is used on, and whom a member does not want to meet."""
