"""From scrubbed batches to one bundle with its manifest and certificate."""
