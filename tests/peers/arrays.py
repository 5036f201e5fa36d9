"""`from arrays import numpy`: NumPy, or, where CODARUN_ARRAYS is torch, what of
it PyTorch computes with its own tensors.  Needs torch 2.1 or later for that.
"""

import os

if os.environ.get("CODARUN_ARRAYS", "numpy") == "torch":
    import torch._numpy as numpy
else:
    import numpy

__all__ = ["numpy"]
