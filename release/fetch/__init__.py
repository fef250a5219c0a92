"""Fetching a release: where it lies, who signed it, and its files as they are needed."""
