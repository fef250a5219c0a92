"""The stages of one batch, each reading what the one before left in the work folder. batch.py tells the story."""
