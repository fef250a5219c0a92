"""The independent leak check."""
