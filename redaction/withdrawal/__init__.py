"""Who asked to be forgotten: the sealed requests, and how a build hides these people without keeping their values."""
