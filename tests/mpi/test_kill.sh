#!/bin/bash
# A sweep killed at any instant and started again ends as if nothing had been.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/kill.yaml" <<END
name: kill
train: {epochs: 60, batch: 8, evaluate_every: 90, seed: 5}
run: {checkpoint_seconds: 0.1, keep: last}
sweep:
  parameters:
    model.attention.kind: [softmax, coda]
    train.seed: [1, 2]
END

run_in() {
    ranks 2 "$codarun" run "$scratch/kill.yaml" -o "$1"
}

# Kill every process of a job: all that name this test's folder, also those
# mpirun was about to start.  A stopped mpirun starts no further one.
kill_all() {
    kill -STOP "$1" 2>/dev/null
    while pids=$(pgrep -f -- "run $scratch/kill.yaml"); do
        # shellcheck disable=SC2086 # a list
        kill -KILL $pids 2>/dev/null
        for pid in $pids; do
            while ps -o stat= -p "$pid" | grep -qv Z; do
                sleep 0.01
            done
        done
    done
}

# start DIR: a run in the background; $job is its mpirun
start() {
    mpirun -n 2 "$codarun" run "$scratch/kill.yaml" -o "$1" \
        >>"$scratch/log" 2>&1 &
    job=$!
}

begun=$(date +%s%N)
ok "a run left alone finishes" run_in "$scratch/whole"
whole=$((($(date +%s%N) - begun) / 1000000))

# A run that ends before it is killed is compared, and another one begun.
RANDOM=20240
kills=0
for i in $(seq 60); do
    [ $kills -lt 20 ] || break
    start "$scratch/killed"
    at=$((RANDOM % (whole + 100) + 50))
    sleep "$(printf '%d.%03d' $((at / 1000)) $((at % 1000)))"
    kill_all $job
    if wait $job 2>/dev/null; then
        ok "killed $kills times so far, it ends in the same bits" \
            "$codarun" verify "$scratch/whole" "$scratch/killed"
        rm -rf "$scratch/killed"
    else
        kills=$((kills + 1))
    fi
done
ok "it was killed 20 times" test $kills -eq 20
ok "killed again and again, it finishes" run_in "$scratch/killed"
ok "killed again and again, it ends in the same bits" \
    "$codarun" verify "$scratch/whole" "$scratch/killed"
ok "nothing half-written is left behind" \
    sh -c '! find "$1" -name "*.tmp.*" | grep .' - "$scratch/killed"

# A kill between a trial's result and its end in the journal: what the trial
# does not keep is still there.
(cd "$scratch/whole/states" && find . -name '*.h5' | sort) >"$scratch/kept"
head -1 "$scratch/whole/journal" >"$scratch/journal"
cp "$scratch/journal" "$scratch/whole/journal"
for last in "$scratch"/whole/states/*/*.last.h5; do
    cp "$last" "${last%.last.h5}.best.h5"
done
ok "results that the journal lacks are adopted" run_in "$scratch/whole"
ok "in trial order" sh -c 'test "$(sed -n "s/.* adopt \([0-9]*\) .*/\1/p" \
    "$1" | tr "\n" " ")" = "0 1 2 3 "' - "$scratch/whole/journal"
ok "and their states are those they keep" \
    sh -c 'cd "$1/states" && find . -name "*.h5" | sort | diff "$2" -' - \
    "$scratch/whole" "$scratch/kept"

# stopped_by SIGNAL: does the job end with 85 and say how to go on?  mpirun
# passes on USR1 and USR2; after TERM and INT it ends the job in its own way,
# so those go to the ranks themselves, as srun would send them.
stopped_by() {
    start "$scratch/$1"
    for _ in $(seq 500); do
        grep -qs start "$scratch/$1/journal" && break
        sleep 0.02
    done
    case $1 in
    USR?) kill -"$1" $job ;;
    *) kill -"$1" $(ps -o pid= --ppid $job) ;;
    esac
    wait $job
    status=$?
    echo "status $status"
    tail -8 "$scratch/log"
    [ $status -eq 85 ]
}
for signal in TERM USR1 USR2 INT; do
    ok "SIG$signal stops it with status 85" stopped_by $signal
done
ok "it says how to go on" grep -q "goes on from there" "$scratch/log"
ok "stopped by SIGUSR1, its folder is enough to resume it" \
    ranks 2 "$codarun" resume "$scratch/USR1"
ok "stopped by SIGUSR1, it ends in the same bits" \
    "$codarun" verify "$scratch/whole" "$scratch/USR1"
done_testing
