"""Recipe of the names model: synthetic data, training, export, evaluation. Never needed at run time."""
