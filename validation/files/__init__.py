"""Digests and the exact form of released files."""
