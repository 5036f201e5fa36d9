#!/bin/bash
# A sweep killed at any instant and started again ends as if nothing had been.
# (Its trials have retries enough: some are killed again before they have saved
# anything, as by one that takes the job down.)
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/kill.yaml" <<END
name: kill
train: {epochs: 60, batch: 8, evaluate_every: 90, seed: 5}
run: {checkpoint_seconds: 0.1, keep: last, retries: 1000}
sweep:
  parameters:
    model.attention.kind: [softmax, coda]
    train.seed: [1, 2]
END

run_in() {
    ranks 2 "$codarun" run "$scratch/kill.yaml" -o "$1"
}

# start DIR [RANKS RANKS_PER_TRIAL]: in the background; $job is its mpirun
start() {
    exec 3>>"$scratch/log"
    env --default-signal=HUP mpirun -n "${2:-2}" "$codarun" run "$scratch/kill.yaml" -o "$1" \
        --set run.ranks_per_trial="${3:-1}" >&3 2>&3 &
    job=$!
}

# Every process of a job: all that name this test's folder.
processes() {
    pgrep -f -- "run $scratch/kill.yaml"
}

# Kill a whole job, also what mpirun was about to start: a stopped mpirun
# starts no further rank.
kill_job() {
    kill -STOP $job 2>/dev/null
    while pids=$(processes); do
        # shellcheck disable=SC2086 # a list
        kill -KILL $pids 2>/dev/null
        for pid in $pids; do
            while ps -o stat= -p "$pid" | grep -qv Z; do
                sleep 0.01
            done
        done
    done
    kill -KILL $job 2>/dev/null # a shell that was yet to become mpirun
}

# gone PIDS...: are all gone within half a minute?
gone() {
    for _ in $(seq 300); do
        ps -o stat= -p "$*" | grep -qv Z || return 0
        sleep 0.1
    done
    return 1
}

# Kill one rank; the others have to end of themselves.  mpirun 4.1 hangs now
# and then when it loses a rank that is just being connected.
kill_rank() {
    until ranks=($(pgrep -P $job)); do
        kill -0 $job 2>/dev/null || return
        sleep 0.01
    done
    kill -KILL "${ranks[RANDOM % ${#ranks[@]}]}" 2>/dev/null
    gone "${ranks[@]}" || left=$((left + 1))
    gone $job || kill_job
}

begun=$(date +%s%N)
ok "a run left alone finishes" run_in "$scratch/whole"
whole=$((($(date +%s%N) - begun) / 1000000))

# killed WHAT TIMES RANKS RANKS_PER_TRIAL: kill a rank or the job, at random
# instants.  A run that ends before is compared, and another one begun; the last
# one is finished by two ranks that train a trial each.
RANDOM=20240
killed() {
    told="$3 ranks, $4 a trial, killed by $1"
    kills=0 left=0
    for _ in $(seq $((3 * $2))); do
        [ $kills -lt "$2" ] || break
        start "$scratch/killed" "$3" "$4"
        at=$((RANDOM % (whole + 100)))
        sleep "$(printf '%d.%03d' $((at / 1000)) $((at % 1000)))"
        "kill_$1"
        if wait $job 2>/dev/null; then
            ok "$told: after $kills times it ends in the same bits" \
                "$codarun" verify "$scratch/whole" "$scratch/killed"
            rm -rf "$scratch/killed"
            [ $at -ge $whole ] || whole=$at # it runs faster than at first
        else
            kills=$((kills + 1))
        fi
    done
    ok "$told: $2 times" test $kills -eq "$2"
    ok "$told: no rank is left" test $left -eq 0
    ok "$told: it finishes" run_in "$scratch/killed"
    ok "$told: it ends in the same bits" \
        "$codarun" verify "$scratch/whole" "$scratch/killed"
    ok "$told: nothing half-written is left behind" \
        sh -c '! find "$1" -name "*.tmp.*" | grep .' - "$scratch/killed"
    rm -rf "$scratch/killed"
}
killed job 20 2 1
killed job 5 2 2
killed rank 6 4 2

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

# until_trains NAME: wait, ten seconds at most
until_trains() {
    for _ in $(seq 500); do
        grep -qs start "$scratch/$1/journal" && break
        sleep 0.02
    done
}

# Parts of a folder may lie on other disks, and so may all of it.
leaves_nothing() {
    cp -r "$scratch/whole" "$scratch/disk" &&
        mv "$scratch/disk/states" "$scratch/other" &&
        ln -s "$scratch/other" "$scratch/disk/states" &&
        ln -s disk "$scratch/linked" || return 1
    left=tmp.$(uname -n).999999999
    mkdir -p "$scratch/disk/trials/ab" "$scratch/other/ab"
    touch "$scratch/disk/trials/ab/x.$left" "$scratch/other/ab/x.$left"
    run_in "$scratch/linked" || return 1
    ! find "$scratch/disk" "$scratch/other" -name "*.tmp.*" | grep .
}
ok "nothing half-written is left behind links" leaves_nothing

# stopped_by SIGNAL: does the job end with 85 and say how to go on?  mpirun
# passes on USR1 and USR2; after TERM and INT it ends the job in its own way,
# so those go to the ranks themselves, as srun would send them.
stopped_by() {
    start "$scratch/$1"
    until_trains "$1"
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
for signal in TERM USR1 USR2 INT HUP XCPU; do
    ok "SIG$signal stops it with status 85" stopped_by $signal
done
nohup_goes_on() {
    nohup "$codarun" run "$scratch/kill.yaml" -o "$scratch/nohup" 3>&- &
    until_trains nohup
    kill -HUP $!
    sleep 0.1
    kill -USR1 $!
    wait $!
    [ $? -eq 85 ]
}
ok "nohup keeps SIGHUP from it" says "stopped by SIGUSR1" 0 nohup_goes_on
ok "it says how to go on" grep -q "goes on from there" "$scratch/log"
ok "stopped by SIGUSR1, its folder is enough to resume it" \
    ranks 2 "$codarun" resume "$scratch/USR1"
ok "stopped by SIGUSR1, it ends in the same bits" \
    "$codarun" verify "$scratch/whole" "$scratch/USR1"

# Rank 1 alone is told, as it opens the experiment.
cat >"$scratch/tell.c" <<END
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

int open(const char *path, int flags, ...)
{
    const char *rank = getenv("PMIX_RANK");
    va_list more;

    va_start(more, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (strstr(path, "kill.yaml") && rank && !strcmp(rank, "1"))
        raise(SIGUSR1);
    return openat(AT_FDCWD, path, flags, mode);
}
END
told_alone() {
    ranks 2 sh -c 'LD_PRELOAD=$1 "$2" run "$3" -o "$4"
        echo "rank $PMIX_RANK ended with $?"' - "$scratch/tell.so" "$codarun" \
        "$scratch/kill.yaml" "$scratch/told" >"$scratch/told.out" 2>&1
    cat "$scratch/told.out"
    grep "^rank 0 ended with 85" "$scratch/told.out" &&
        grep "^codarun: stopped by SIGUSR1 before a trial began: on another" \
            "$scratch/told.out" && [ ! -e "$scratch/told" ]
}
if ${CC:-cc} -shared -fPIC -o "$scratch/tell.so" "$scratch/tell.c"; then
    ok "one of two ranks told as it reads the experiment stops both" told_alone
else
    skip "one of two ranks told as it reads the experiment stops both" \
        "no compiler"
fi
done_testing
