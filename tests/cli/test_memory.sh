#!/bin/bash
# Training takes no more memory the longer it lasts.
. "${srcdir:-.}/tests/tap.sh"

[ -r /proc/self/status ] || skip_all "no /proc"

make_experiment "$scratch/a.yaml" <<X
name: a
train: {steps: 100000, batch: 16, evaluate_every: 100000}
run: {threads: 1}
X
cd "$scratch" || exit 99

# Resident memory of the process in KiB.
resident()
{
    awk '/^VmRSS/ { print $2 }' "/proc/$1/status"
}

"$codarun" run a.yaml >log 2>&1 &
pid=$!
sleep 2
early=$(resident $pid)
sleep 4
late=$(resident $pid)
kill -TERM $pid
wait $pid

echo "# $early KiB, then $late KiB"
ok "training still ran" test "${late:-0}" -gt 0
# A buffer of the C library may still appear; a leak of a step's nodes does not
# fit into 1 MiB.
ok "it holds no more than before" test "${late:-0}" -le $((${early:-0} + 1024))
done_testing
