"""A local stand-in of the Kaggle API for tests: the real client talks to it, faults can be switched on."""

from tests.kaggle_standin.bundle import make_bundle
from tests.kaggle_standin.server import TOKEN, USER, StandIn

__all__ = ["TOKEN", "USER", "StandIn", "make_bundle"]
