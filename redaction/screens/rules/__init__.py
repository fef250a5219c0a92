"""Rules over what was read: evidence by layout."""
