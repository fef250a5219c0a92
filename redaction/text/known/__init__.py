"""Known entities: the registry of a batch and the sweep that finds every form of them."""
