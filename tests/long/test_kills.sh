#!/bin/bash
# Ranks, launchers and hosts are killed at random instants.  CODARUN_KILLS and
# CODARUN_LOSSES are the numbers of them; CODARUN_SEED repeats a failed run.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/sweeps.sh"
. "$srcdir/tests/mpi/hosts.sh"

[ -n "$CODARUN_LONG" ] || skip_all "kills take an hour: make check-long"

seed=${CODARUN_SEED:-$(date +%s)}
RANDOM=$seed
echo "# CODARUN_SEED=$seed"

make_experiment "$scratch/kills.yaml" <<END
name: kills
train: {epochs: 150, batch: 8, grains: 16, evaluate_every: 10}
run:
  {checkpoint_seconds: 0.2, silence: 2, threads: 1, retries: 100,
   ranks_per_trial: 2}
sweep:
  method: random
  trials: 12
  scheduler: hyperband
  parameters: {train.learning_rate: {min: 1.0e-4, max: 1.0e-2, scale: log}}
END

# now: print the time in milliseconds
now() {
    date +%s%3N
}

# With hosts that can be lost if this user may make them, else without.
hosts=3
hosts_set_up || hosts=0
run_it() {
    set -- "$codarun" run "$scratch/kills.yaml" -o "$@"
    if [ $hosts -gt 0 ]; then
        on_hosts "2 1 1" "$@"
    else
        exec mpirun -n 4 "${survives[@]}" "$@"
    fi
}

# start DIR OPTION...: run it in the background
start() {
    run_it "$@" >"$1.out" 2>&1 &
    launcher=$!
}

# Kill every process of the sweep, and mpirun's daemons.
kill_all() {
    kill -s KILL $launcher
    for host in 0 1 2; do
        [ $hosts -eq 0 ] || kill_host $host
    done
    while left=$(ranks_left "$1") && [ -n "$left" ]; do
        # shellcheck disable=SC2086 # a list
        kill -s KILL $left
        sleep 0.05
    done
    wait $launcher
} 2>/dev/null

# rows DIR: print its trials without times and hosts
rows() {
    "$codarun" table --trials --format csv "$1" |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++)
            skip[i] = $i ~ /seconds|attempt|host|ranks/ }
            { for (i = 1; i <= NF; i++) if (!skip[i]) printf "%s,", $i
              print "" }'
}

same() {
    rows "$1" >"$scratch/its.rows"
    "$codarun" verify "$scratch/whole" "$1" &&
        diff "$scratch/whole.rows" "$scratch/its.rows"
}

begun_at=$(now)
start "$scratch/whole"
ok "an undisturbed run finishes" wait $launcher
whole=$(($(now) - begun_at))
rows "$scratch/whole" >"$scratch/whole.rows"

# Sleep for a random part of the time that a whole run took.
until_some_instant() {
    at=$((RANDOM % whole))
    sleep "$(printf '%d.%03d' $((at / 1000)) $((at % 1000)))"
}

# A sweep loses something at a random instant.  Half of the sweeps that lost a
# rank or a host continue without it; the others are killed.
kill_something() {
    case $((RANDOM % (hosts ? 3 : 2))) in
    0) what="rank $((RANDOM % 4))" ;;
    1) what=launcher ;;
    2) what="host $((RANDOM % hosts))" ;;
    esac
    case $what in
    rank*) kill -s KILL "$(process "${what#* }" "$1")" ;;
    launcher) kill -s KILL $launcher ;;
    host*) kill_host "${what#* }" ;;
    esac
    [ "$what" != launcher ] && [ $((RANDOM % 2)) -eq 0 ] || kill_all "$1"
} 2>/dev/null

# Has it ended with all trials done?
is_done() {
    "$codarun" status "$1" 2>/dev/null | grep -q "12: 12 finished"
}

sweeps=0 dir=$scratch/killed.0
for kill in $(seq "${CODARUN_KILLS:-100}"); do
    start "$dir"
    until_some_instant
    kill_something "$dir"
    echo "# $kill: after $at ms $what"
    over "$dir" >"$scratch/log" 2>&1
    kill_all "$dir"
    is_done "$dir" || continue
    sweeps=$((sweeps + 1))
    ok "after $kill kills sweep $sweeps has the same bits and rows" same "$dir"
    dir=$scratch/killed.$sweeps
done
start "$dir"
ok "undisturbed at last, it finishes" wait $launcher
ok "with the same bits and rows" same "$dir"

# A rank other than 0 is lost, from groups of two and of one, on this machine.
completes=0 losses=0
hosts=0
until [ $losses -ge "${CODARUN_LOSSES:-50}" ]; do
    dir=$scratch/lost
    rank=$((1 + RANDOM % 3))
    start "$dir" --set run.ranks_per_trial=$((1 + RANDOM % 2))
    begun 1 "$dir"
    until_some_instant
    kill -s KILL "$(process $rank "$dir")" 2>/dev/null || at=
    over "$dir" >"$scratch/log" 2>&1
    kill_all "$dir"
    if [ -n "$at" ]; then
        losses=$((losses + 1))
        if same "$dir" >>"$scratch/log" 2>&1; then
            completes=$((completes + 1))
        else
            echo "# rank $rank was killed after $at ms"
            sed 's/^/# /' "$scratch/log"
        fi
    fi
    rm -rf "$dir"
done
echo "# $completes of $losses sweeps that lost a rank were whole in place"
ok "sweeps that lose a rank continue" test $completes -eq $losses
done_testing
