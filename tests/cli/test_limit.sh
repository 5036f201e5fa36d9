#!/bin/bash
# A test that hangs fails, and no failed test leaves a process behind.
. "${srcdir:-.}/tests/tap.sh"

# A test inside this one: it passes a case, then hangs in ranks that ignore
# SIGTERM.
cat >"$scratch/hangs.sh" <<END
echo "ok 1 - it gets on"
mpirun -n 2 sh -c 'trap "" TERM; echo \$\$; while :; do sleep 1; done' \
    >"$scratch/ranks"
echo "1..1"
END
echo "exit 77" >"$scratch/ends.sh"
cat >"$scratch/fails.sh" <<END
sh -c 'trap "" TERM; while :; do sleep 1; done' &
echo \$! >"$scratch/left"
exit 1
END

# limited SECONDS SCRIPT: print its output and its status
limited() {
    CODARUN_TEST_SECONDS=$1 "$srcdir/tests/limit.sh" bash "$2"
    echo "status $?"
}

# gone FILE: have all of its processes ended?  A zombie has, and waits for its
# parent.
gone() {
    ! ps -o stat=,pid=,args= -p "$(paste -sd, "$1")" | grep -v '^Z'
}

limited 10 "$scratch/hangs.sh" >"$scratch/said" 2>/dev/null
ok "its earlier output is kept" grep "^ok 1 - it gets on" "$scratch/said"
ok "a test that hangs fails" grep "^not ok - .* 10 seconds" "$scratch/said"
ok "and its status is no success" grep "^status 124" "$scratch/said"
ok "it hung in two ranks" test "$(wc -l <"$scratch/ranks")" -eq 2
ok "which have ended" gone "$scratch/ranks"
limited 60 "$scratch/ends.sh" >"$scratch/said"
ok "a test that ends keeps its status" grep "^status 77" "$scratch/said"
limited 60 "$scratch/fails.sh" >"$scratch/said" 2>/dev/null
ok "so does one that fails" grep "^status 1" "$scratch/said"
ok "and its processes have ended" gone "$scratch/left"
done_testing
