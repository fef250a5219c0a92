"""The stages of one batch, each reading what the one before it left in the work folder. redaction/batch.py tells the story."""
