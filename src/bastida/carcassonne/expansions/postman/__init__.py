"""The Postman: post offices, and a follower of strength 2 who may keep everybody in a scored zone."""
