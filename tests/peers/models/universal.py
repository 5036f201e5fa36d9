"""The universal transformer in NumPy.  export_same.py says what for."""

from export_transformer import classify as scores

__all__ = ["scores"]
