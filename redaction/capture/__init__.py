"""Reading a capture batch: files, header, events, gates, and the records made of them."""
