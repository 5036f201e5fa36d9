#!/bin/bash
# Training takes no more memory with more steps.  Memory is read at two
# evaluations 40000 steps apart, when the libraries have their buffers.  One
# lost allocation a step, which the C library rounds up to 32 bytes, would add
# 1250 KiB.
. "${srcdir:-.}/tests/tap.sh"

[ -r /proc/self/status ] || skip_all "no /proc"
! grep -q __asan_init "$codarun" ||
    skip_all "a sanitizer's malloc() holds back what is freed"

early=30000
late=70000
make_experiment "$scratch/a.yaml" <<X
name: a
train: {steps: 1000000, batch: 4, grains: 1, evaluate_every: 10000}
run: {threads: 1, keep: all}
X
cd "$scratch" || exit 99

# resident_at STEP: print the process's resident KiB once the state of that
# step's evaluation is on disk; print nothing if it is never written
resident_at() {
    for _ in $(seq 1500); do
        [ -e "/proc/$pid/status" ] || return
        if [ -n "$(find results -name "*.step-$1.h5" 2>/dev/null)" ]; then
            awk '/^VmRSS/ { print $2 }' "/proc/$pid/status"
            return
        fi
        sleep 0.2
    done
}

"$codarun" run a.yaml >log 2>&1 &
pid=$!
first=$(resident_at $early)
last=$(resident_at $late)
kill -TERM $pid
wait $pid

echo "# $first KiB at step $early, $last KiB at step $late"
ok "training reached step $late" test "${last:-0}" -gt 0
ok "it needs no more than before" \
    test "${last:-0}" -le $((${first:-0} + 512))
done_testing
