#!/bin/bash
# The computations of test_export.sh and test_export_models.sh, with PyTorch
# instead of NumPy (tests/peers/arrays.py): from what codarun export writes, it
# computes what codarun predict and codarun inspect print, for every model, to
# 1e-4.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "takes minutes: make check-long"
python_with 'import torch._numpy'
[ -n "$python" ] || skip_all "no python3 with torch 2.1 or later"
export PYTHON=$python CODARUN_ARRAYS=torch

ok "of a bag of words" bash "$srcdir/tests/cli/test_export.sh"
ok "of every model" bash "$srcdir/tests/cli/test_export_models.sh"
done_testing
