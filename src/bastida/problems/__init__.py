"""Problems: positions from games in which one answer is clearly the best. ``model`` says what one is, ``mining`` makes them,
``library`` holds those that come with Bastida, ``themes`` says what they are about. docs/problems.md is for users."""
