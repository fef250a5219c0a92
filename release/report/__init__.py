"""The audit report."""
