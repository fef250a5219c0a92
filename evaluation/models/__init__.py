"""Benchmark tasks asked of a model behind an OpenAI-compatible address."""
