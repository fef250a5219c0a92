"""The independent reader of finished screenshots: clean ink, lines, looks, and the process it runs in."""
