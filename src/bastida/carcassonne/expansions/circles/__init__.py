"""Crop Circles: everybody adds a follower beside one of his, or everybody takes one back."""
