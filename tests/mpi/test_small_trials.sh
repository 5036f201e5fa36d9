#!/bin/bash
# Trials of milliseconds are given to a rank several at a time.  None is lost
# when that rank dies, when the sweep is stopped, or when all ranks die.
. "${srcdir:-.}/tests/tap.sh"
. "${srcdir:-.}/tests/mpi/sweeps.sh"

trials=400
make_experiment "$scratch/small.yaml" <<END
name: small
train: {steps: 1, batch: 8, optimizer: sgd}
run: {keep: none, silence: 2, threads: 1}
sweep:
  method: random
  trials: $trials
  parameters:
    train.learning_rate: {min: 1.0e-3, max: 1.0e-1, scale: log}
END

# start DIR OPTION...: a sweep under a launcher that survives deaths
start() {
    mpirun -n 2 "${survives[@]}" "$codarun" run "$scratch/small.yaml" \
        -o "$@" >"$1.out" 2>&1 &
    launcher=$!
}

# most_held DIR: the most trials that were running at a time
most_held() {
    awk '$2 == "start" { n++ }
         $2 == "finish" || $2 == "stop" || $2 == "back" || $2 == "lost" { n-- }
         n > most { most = n }
         END { print most + 0 }' "$1/journal"
}

# under_way DIR: wait until ranks hold several trials each
under_way() {
    until [ "$(most_held "$1" 2>/dev/null || echo 0)" -ge 8 ]; do
        kill -0 $launcher 2>/dev/null || return 1
        sleep 0.02
    done
}

# signals SIGNAL DIR RANK...: send it to ranks that hold several
signals() {
    signal=$1 dir=$2
    shift 2
    start "$dir"
    under_way "$dir" || return 1
    for rank; do
        kill -s "$signal" "$(process "$rank" "$dir")" || return 1
    done
}

# whole DIR: has every trial finished exactly once?
whole() {
    awk '$2 == "finish" || $2 == "adopt" { seen[$3]++; n++ }
         END { for (t in seen) twice += seen[t] > 1
               print n, "ends,", twice + 0, "twice"
               exit n != '$trials' || twice }' "$1/journal"
}

# stopped DIR: did the signal end it before all trials were done?
stopped() {
    wait $launcher
    cat "$1.out"
    grep -q "stopped by SIGUSR1 with [0-9]* of $trials trials done" "$1.out"
}

ok "an undisturbed run finishes" ranks 2 "$codarun" run -q \
    "$scratch/small.yaml" -o "$scratch/alone"
ok "every trial once" whole "$scratch/alone"
ok "a rank holds several" sh -c 'test "$1" -ge 8' - \
    "$(most_held "$scratch/alone")"

dir=$scratch/rank
ok "a rank that holds several is killed" signals KILL "$dir" 1
wait $launcher
ok "the sweep continues without it, and every trial finishes once" whole "$dir"
ok "one attempt at most was lost, and no trial with it" sh -c \
    '[ "$(grep -c " lost " "$1/journal")" -le 1 ] && ! grep " fail " "$1/journal"' \
    - "$dir"
ok "with the same bits" "$codarun" verify "$scratch/alone" "$dir"

dir=$scratch/stopped
ok "a stop in the middle" signals USR1 "$dir" 0
ok "the sweep ends by it" stopped "$dir"
ok "waiting trials are not begun" sh -c '! grep " fail \| lost " "$1/journal"' - \
    "$dir"
ok "the same command finishes it" ranks 2 "$codarun" run -q \
    "$scratch/small.yaml" -o "$dir"
ok "every trial once" whole "$dir"
ok "with the same bits" "$codarun" verify "$scratch/alone" "$dir"

# stopped_of N: does a stopped sweep of N trials print a table of them?
stopped_of() {
    start "$scratch/of.$1" --set sweep.trials="$1"
    under_way "$scratch/of.$1" || return 1
    kill -s USR1 "$(process 0 "$scratch/of.$1")"
    wait $launcher
    grep "stopped by SIGUSR1" "$scratch/of.$1.out" || return 1
    [ -e "$scratch/of.$1/sweep.h5" ]
}
leaves_table() {
    ! stopped_of 20001 && grep "stopped by SIGUSR1" "$scratch/of.20001.out"
}
ok "a stop writes the table of all trials" stopped_of 20000
ok "with more trials the table is left to the next run" leaves_table

dir=$scratch/all
ok "all ranks are killed" signals KILL "$dir" 1 0
wait $launcher
ok "the same command finishes it, too" ranks 2 "$codarun" run -q \
    "$scratch/small.yaml" -o "$dir"
ok "every trial once" whole "$dir"
ok "with the same bits" "$codarun" verify "$scratch/alone" "$dir"

# Trials given out together with an endless one would wait as long.
make_experiment "$scratch/mixed.yaml" <<END
name: mixed
train: {batch: 8, optimizer: sgd, evaluate_every: 1000}
run: {keep: none, threads: 1}
sweep:
  parameters:
    train.steps: [1, 100000000]
    train.seed: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
END

# held DIR: count the trials that have finished and those that are held
held() {
    awk '$2 == "start" { n++ }
         $2 == "finish" { n--; over++ }
         $2 == "back" { n-- }
         END { print over + 0, n + 0 }' "$1/journal" 2>/dev/null
}

# spreads N DIR: N ranks hold one trial each in the end
spreads() {
    mpirun -n "$1" "$codarun" run "$scratch/mixed.yaml" -o "$2" \
        >"$2.out" 2>&1 &
    launcher=$!
    until [ "$(held "$2")" = "16 $1" ]; do
        kill -0 $launcher 2>/dev/null || return 1
        sleep 0.1
    done
}

dir=$scratch/mixed
ok "no trial waits for a slow one" spreads 3 \
    "$dir"
kill -s USR1 $launcher
wait $launcher
ok "trials that were given back have not failed" sh -c \
    '! grep " fail \| lost " "$1/journal"' - "$dir"

done_testing
