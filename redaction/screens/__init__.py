"""Finding identifiers on screens, and redacting them."""
