"""Finding each other: tables anybody may join or watch, who is here, challenges, bots."""
