"""Recognizers by pattern, position and list."""
