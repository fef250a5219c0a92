"""The page: what stands where on a screen, and which line labels which."""
