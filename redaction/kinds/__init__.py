"""The kinds of identifier: one table (table.py), one row for each kind (spec.py says what is in a row)."""
