"""Withdrawal: what a request takes out of ledger, work folders, caches, reviews and bundles, and the proof of it."""
