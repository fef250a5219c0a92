"""How answers are scored: each file one measure, its formula in its docstring."""
