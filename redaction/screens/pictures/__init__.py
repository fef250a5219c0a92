"""Faces, avatars, codes: what is no text."""
