"""The page: what stands where on a screen."""
