"""What changed from one release to the next, and which version that makes."""
