"""Reading text: lines, characters, and what cannot be read."""
