"""What is reached without a language model, on any machine and without a network: one file a baseline."""
