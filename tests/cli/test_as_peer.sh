#!/bin/bash
# The attention sum reader is what its paper's formula gives in double precision:
# loss, candidates' probabilities and every gradient, by tests/peers/numpy_as.py.
. "${srcdir:-.}/tests/tap.sh"

python_with 'import numpy, h5py'
[ -n "$python" ] || skip_all "no python3 with h5py"
readers=$(realpath "${builddir:-.}")/$(unit_test test_readers)

# equals RESET SEED...: our numbers are those of the peer
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
