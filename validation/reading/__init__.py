"""The independent reader of finished screenshots: layout, normalised ink, lines, Tesseract, and the process it runs in."""
