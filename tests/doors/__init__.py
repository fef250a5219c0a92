"""Implementations that only the tests register: a style, a target and a capture format of their own."""
