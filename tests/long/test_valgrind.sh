#!/bin/bash
# Memcheck on a short training run and two unit tests; the tests of attention
# are too slow under it.  Valgrind does not support AVX-512, so the kernels are
# those of AVX2.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "valgrind is slow: make check-long"
command -v valgrind >/dev/null || skip_all "no valgrind"

top=$(cd "${srcdir:-.}" && pwd)
export CODARUN_SIMD=plain OMP_NUM_THREADS=1
! grep -qw avx2 /proc/cpuinfo || CODARUN_SIMD=avx2

checked()
{
    valgrind -q --error-exitcode=9 --leak-check=full \
        --show-leak-kinds=definite --errors-for-leak-kinds=definite \
        --num-callers=40 --suppressions="$top/tests/valgrind.supp" "$@"
}

# Unit tests, if cmocka was found.
for test in test_tape test_decatt; do
    program=${builddir:-.}/$(unit_test "$test")
    if [ -x "$program" ]; then
        ok "$test has no errors and no leaks" checked "$program"
    else
        skip "$test has no errors and no leaks" "it is not built"
    fi
done

cd "$scratch" || exit 99
ok "a training run has no errors and no leaks" checked "$codarun" run \
    "$top/experiments/mlu-quick.yaml" --set train.steps=3 \
    --set task.examples=100 --set task.valid_examples=10 \
    --set task.test_examples=10 --set model.attention.kind=coda \
    --set train.seed=1 --set run.threads=1
done_testing
