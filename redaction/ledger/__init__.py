"""The entity ledger: one identity, one surrogate, sealed with a key."""
