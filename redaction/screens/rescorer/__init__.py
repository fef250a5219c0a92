"""Learned evidence behind the rules: a small gradient-boosted model looks at every word once more."""
