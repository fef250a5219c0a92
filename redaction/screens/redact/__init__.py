"""Where a box becomes pixels."""
