"""An invented company as a capture batch of sources: its tables, texts, access rules, and where who is mentioned."""
