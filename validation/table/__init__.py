"""The released table: its schema, its expectations, its statistics."""
