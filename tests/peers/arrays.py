"""`from arrays import numpy`: NumPy, or, if CODARUN_ARRAYS is torch, the part
of NumPy's interface that PyTorch has.  That needs torch 2.1 or later.
"""

import os

if os.environ.get("CODARUN_ARRAYS", "numpy") == "torch":
    import torch._numpy as numpy
else:
    import numpy

__all__ = ["numpy"]
