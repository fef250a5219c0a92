"""Documents beside the rows (traces, guides, tables): which texts stand in them, and the same document with others."""
