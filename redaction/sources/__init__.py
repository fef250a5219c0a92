"""Company sources: what a table is made of, how it is read, and how its ids and references stay in step."""
