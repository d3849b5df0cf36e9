"""Telling people that it is their turn when they are not looking: to the browser, by e-mail, by feed."""
