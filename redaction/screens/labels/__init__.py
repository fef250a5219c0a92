"""Which line of a page labels which: what words say and where they stand, put together."""
