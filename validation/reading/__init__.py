"""The independent reader of finished screenshots: clean foreground, lines, looks, and the process it runs in."""
