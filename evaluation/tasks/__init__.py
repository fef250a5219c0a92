"""The benchmark tasks: what a sample is, and how samples are made of released rows."""
