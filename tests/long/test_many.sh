#!/bin/bash
# 200,000 trials of one step: rank 0 takes less than 100 MB, the finished
# journal less than 60 MB, and a start that finds all trials finished less than
# 2 s of processor time.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "a sweep takes minutes: make check-long"
[ -r /proc/self/status ] || skip_all "no /proc"
codarun=$(realpath "$codarun")
export CODARUN_DATA=$scratch
trials=200000
dir=$scratch/sweep
make_many "$scratch/many.yaml" $trials

# A program that runs rank 0 and prints its peak memory.
cat >"$scratch/rank" <<'END'
#!/usr/bin/env python3
import os, resource, subprocess, sys
status = subprocess.call(sys.argv[2:])
u = resource.getrusage(resource.RUSAGE_CHILDREN)
if os.environ.get("PMIX_RANK", "0") == "0":
    with open(sys.argv[1], "w") as f:
        print("%.2f %d" % (u.ru_utime + u.ru_stime, u.ru_maxrss), file=f)
sys.exit(status)
END
chmod +x "$scratch/rank"

# measured RANKS: run, and set $seconds and $kib to what rank 0 used
measured() {
    ranks "$1" "$scratch/rank" "$scratch/took" "$codarun" run -q \
        "$scratch/many.yaml" -o "$dir" || return 1
    read -r seconds kib <"$scratch/took"
}

# under MOST FOUND WHAT: is FOUND less than MOST?
under() {
    echo "$2 $3"
    python3 -c 'import sys; sys.exit(float(sys.argv[1]) <= float(sys.argv[2]))' \
        "$1" "$2"
}

# told NAME COMMAND...: a test that also prints what it found
told() {
    ok "$@"
    sed 's/^/# /' "$scratch/.out"
}

ok "$trials trials are trained" measured 2
told "rank 0 took less than 100 MB" under 100000000 $((kib * 1024)) bytes
told "the journal is under 60 MB" under 60000000 "$(wc -c <"$dir/journal")" bytes
ok "they are all over" says "$trials finished" 0 "$codarun" status "$dir"
ok "the same command finds them so" measured 1
told "in less than 2 s of a processor" under 2 "$seconds" s
told "and less than 100 MB" under 100000000 $((kib * 1024)) bytes
rm "$dir/sweep.h5"
ok "it makes sweep.h5 again" measured 1
told "in less than 100 MB, too" under 100000000 $((kib * 1024)) bytes
done_testing
