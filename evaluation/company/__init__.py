"""A released company: its sources, its access rules, and the sandbox an agent is let into."""
