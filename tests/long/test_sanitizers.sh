#!/bin/bash
# The program and the unit tests under the address and undefined-behaviour
# sanitizers, built in a scratch folder.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "builds everything anew: make check-long"

top=$(cd "${srcdir:-.}" && pwd)
mkdir "$scratch/build"
cd "$scratch/build" || exit 99
unset MAKEFLAGS MFLAGS MAKELEVEL TESTS

ok "configure takes --enable-sanitizers" \
    "$top/configure" --enable-sanitizers WERROR=-Werror
ok "it builds" make -j2
# The plain C kernels have tests of their own, and are slow here.
ok "unit tests pass" env CODARUN_GOLDEN=vectors make -j2 check-unit

codarun=./codarun
export ASAN_OPTIONS=fast_unwind_on_malloc=0
export LSAN_OPTIONS=suppressions=$top/tests/lsan.supp:print_suppressions=0
ok "two ranks run a sweep" ranks 2 $codarun run \
    "$top/experiments/mlu-quick.yaml" --set train.steps=50
ok "its table is printed" $codarun table results/mlu-quick
ok "it is verified" $codarun verify results/mlu-quick
ok "doctor runs" $codarun doctor
done_testing
