#!/bin/bash
# A sweep with a limit of hours stops itself before they are over, as by a
# signal, and continues later with the same bits.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/a.yaml" <<END
name: a
train: {batch: 8, steps: 100000000, evaluate_every: 1000}
END
cd "$scratch" || exit 99
unset CODARUN_DATA

for hours in 0 -1 1h nan inf ""; do
    ok "'$hours' hours are none" \
        says "^codarun: run: --hours: found '$hours', expected hours, more" 2 \
        "$codarun" run a.yaml -o none --hours "$hours"
done
ok "nor are negative ones of the experiment" \
    says "run.hours: found -1, expected 0 to" 1 \
    "$codarun" run a.yaml -o none --set run.hours=-1

step() {
    "$codarun" status --format json a | sed 's/.*"steps_trained": \([0-9]*\).*/\1/'
}

wasted="^codarun: stopped by \(run.hours\|--hours\) before a \(step was trained\|trial began\): "

# A sweep of days, stopped after 2 s or after the shortest time in which it can
# start here.  If no step could be trained, a batch system must not start it
# again.
stops() {
    for hours in 0.0001 0.0002 0.0003 0.0005 0.001 0.004 0.016; do
        rm -rf a
        mpirun -n 2 "$codarun" run a.yaml -o a --set run.hours=$hours \
            </dev/null >said 2>&1
        status=$?
        sed "s/^/$hours: /" said
        if [ $status -eq 85 ]; then
            [ "$(step)" -gt 0 ] && grep -q "^codarun: stopped by run.hours with \
0 of 1 trials done in 'a'; the same" said
            return
        fi
        [ $status -eq 1 ] && grep -q "$wasted" said ||
            return
    done
    false
}
ok "a sweep stops before its hours are over" stops
ok "it had said when" grep -q "^stops by itself at 20.* UTC, as run.hours says" \
    said
ok "status says why" says "^why  *stopped by run.hours\$" 0 "$codarun" status a
ok "so does the last event" sh -c \
    'tail -n 1 a/events.jsonl | grep "\"how\": \"stopped\", \"why\": \"stopped by run.hours\""'
ok "it has left a checkpoint" test -n "$(ls a/states/*/*.last.h5)"

# status_in_time: does status show the time of the stop while the sweep runs?
status_in_time() {
    "$codarun" run a.yaml -o a --hours 2 >log 2>&1 &
    job=$!
    until "$codarun" status a >running && grep -q "^state  *running" running; do
        kill -0 $job || return
        sleep 0.1
    done
    kill -USR1 $job
    wait $job
    [ $? -eq 85 ] && cat running &&
        grep -q "^stops  *at 20.* UTC (in 1 h 5[678] min), to be" running
}
ok "a start has hours of its own, which status knows" status_in_time

# The time is too short to read anything; also while waiting for a lease.
ok "if they are over before anything is trained, it says so" \
    says "^codarun: stopped by --hours before a trial began: " 1 \
    "$codarun" run a.yaml -o b --hours 1e-9
ok "in one line" test "$(wc -l <said)" -eq 1
cp -r a held
echo no lease >held/owner
ok "so where the lease is watched meanwhile" \
    says "^codarun: stopped by --hours before a trial began: the lease of 'he" \
    1 "$codarun" run -q a.yaml -o held --hours 0.0005
ok "in one line, too" test "$(grep -c "^codarun:" said)" -eq 1

# A limit that stops the sweep halfway.
sed 's/steps: 100000000/steps: 4000/' a.yaml >short.yaml
ok "a sweep runs to its end" "$codarun" run short.yaml -o whole
halves() {
    for hours in 0.0001 0.00015 0.0002 0.0003 0.0004 0.0006 0.0008 0.0012 \
        0.0016 0.0024 0.0032 0.0064; do
        rm -rf halves
        "$codarun" run short.yaml -o halves --hours $hours >said 2>&1
        status=$?
        sed "s/^/$hours: /" said
        [ $status -ne 85 ] || return 0
        [ $status -eq 1 ] && grep -q "$wasted" said || return
    done
    false
}
ok "with fewer hours it is stopped halfway" halves
ok "continued, it ends" "$codarun" run short.yaml -o halves
ok "with the same bits" "$codarun" verify whole halves
ok "the hours are no part of the experiment" \
    says "^1 trial: 1 finished" 0 "$codarun" run short.yaml -o halves \
    --set run.hours=7

# Three trials of one step each, stopped while they are scored, which takes far
# longer.  They are continued by one rank, which only has to score them.
make_ranking test.tsv 4000 3
sed 's/steps: .*/steps: 1}/; s/hidden: 24, embedding: 16/hidden: 256, embedding: 128/' \
    a.yaml >score.yaml
echo "sweep: {parameters: {train.seed: [1, 2, 3]}}" >>score.yaml
is_last() {
    tail -n 1 "$1/events.jsonl" | grep -q "$2"
}
half_scored() {
    for try in 1 2 3 4 5; do
        rm -rf half
        mpirun -n 3 "$codarun" run score.yaml -o half </dev/null &
        job=$!
        until [ "$(cat half/events.jsonl | grep -c '"start"')" -eq 3 ]; do
            kill -0 $job || return
            sleep 0.05
        done
        sleep 0.$try
        kill -USR1 $job
        wait $job
        cat half/events.jsonl
        is_last half '"steps_trained": 3, "trials": 3, "finished": 0' &&
            return
    done
    false
}
ok "trials are stopped at their last step" half_scored

# Some of these limits stop the sweep while it starts; no trial is trained.
scores() {
    for hours in 0.0001 0.00013 0.00017 0.00022 0.00028 0.00036 0.00047 \
        0.0006 0.0008 0.001 0.0013 0.0017 0.0022 0.003 0.004; do
        rm -rf scored
        cp -r half scored
        "$codarun" run score.yaml -o scored --hours $hours >said 2>&1
        status=$?
        sed "s/^/$hours: /" said
        tail -n 1 scored/events.jsonl
        if is_last scored '"steps_trained": 0, .*"finished": [12],'; then
            [ $status -eq 85 ] && grep -q "^codarun: stopped by --hours with \
[12] of 3 trials done in 'scored'" said
            return
        fi
        [ $status -eq 1 ] && grep -q "$wasted" said || return
    done
    false
}
ok "a start that only scores them makes progress, and may be repeated" scores
done_testing
