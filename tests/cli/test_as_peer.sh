#!/bin/bash
# The Attention Sum Reader computes its paper's formula: loss, probabilities of
# candidates and all gradients equal those of tests/peers/numpy_as.py, in double
# precision.
. "${srcdir:-.}/tests/tap.sh"

python_with 'import numpy, h5py'
[ -n "$python" ] || skip_all "no python3 with h5py"
readers=$(realpath "${builddir:-.}")/$(unit_test test_readers)

# equals RESET SEED...: our numbers equal the peer's
equals()
{
    local folder=$scratch/$1 reset=$1
    mkdir "$folder"
    shift
    for seed; do
        "$python" "$srcdir/tests/peers/numpy_as.py" "$folder/$seed.h5" "$seed" \
            "$reset" || return 1
    done
    CODARUN_READERS=$folder "$readers" >"$scratch/said" &&
        grep -q "^# $# files" "$scratch/said"
}

ok "the reset before the product, as the paper has it" equals before 1 2 3
ok "the reset after it" equals after 4
done_testing
