"""What came of the games of members: results, ratings, records of the club."""
