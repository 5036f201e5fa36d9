#!/bin/bash
# Each fuzz target for some seconds (CODARUN_FUZZ_SECONDS, default 10): it
# builds, runs, and finds no fault at once.  `make fuzz` takes hours.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "builds everything anew: make check-long"

top=$(cd "${srcdir:-.}" && pwd)
targets=$(cd "$top/tests/fuzz" && ls fuzz_*.c | sed 's/\.c$//')
cd "$scratch" || exit 99

FUZZ_SECONDS=${CODARUN_FUZZ_SECONDS:-10} bash "$top/tests/fuzz/run.sh" \
    $targets >said 2>&1
status=$?
[ $status -ne 77 ] || skip_all "no clang with libFuzzer"
for target in $targets; do
    ok "$target finds nothing" grep -E \
        "^$target: [0-9]+ s, [1-9][0-9]* runs, nothing found" said
done
cat said
ok "all were run" test $status -eq 0
done_testing
