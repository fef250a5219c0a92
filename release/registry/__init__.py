"""Entrophy."""
