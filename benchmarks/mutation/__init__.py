"""How many small changes of the code do the tests notice? See docs/testing.md."""
