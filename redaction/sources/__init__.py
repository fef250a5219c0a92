"""Company sources: what a table of a company is made of, how it is read, and how its ids and references stay in step."""
