"""Invented people planted in copies of real rows and screens: do the detectors find them?"""
