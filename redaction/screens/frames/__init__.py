"""Recordings: frames that follow one another, and the workers that read them."""
