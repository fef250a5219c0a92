"""A recorder of demonstrations: real Chromium on pages of our own, with truth for every frame of the video."""
