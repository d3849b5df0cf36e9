"""Flying Machines: a follower flies from the new tile in a straight line, as far as the die says."""
