"""Keys, signatures, sign-off and provenance."""
