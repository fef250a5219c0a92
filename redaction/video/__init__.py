"""Screen video: the frames that differ, and a video made anew of redacted ones."""
