"""People: their public names, and what a request may be refused for."""
