"""What the server says to browsers and programs."""
