"""A bundle to look at in a browser: a folder with one page, nothing to install, nothing loaded from elsewhere."""
