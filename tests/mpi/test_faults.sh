#!/bin/bash
# Ranks that die, stall and come back, and hosts that lack what a trial needs:
# the sweep is whole in place, with the bits of an undisturbed one.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/sweeps.sh"

make_experiment "$scratch/faults.yaml" <<END
name: faults
train: {epochs: 150, batch: 8, grains: 16, evaluate_every: 10}
run: {checkpoint_seconds: 0.2, silence: 2, threads: 1}
sweep: {parameters: {train.seed: [1, 2, 3, 4, 5, 6]}}
END

# start RANKS DIR OPTION...: a sweep under a launcher that survives deaths
start() {
    n=$1 dir=$2
    shift 2
    mpirun -n "$n" --enable-recovery "$codarun" run "$scratch/faults.yaml" \
        -o "$dir" "$@" >"$dir.out" 2>&1 &
    launcher=$!
}

# signals SIGNAL RANK RANKS DIR OPTION...: to a rank once all train
signals() {
    signal=$1 rank=$2
    shift 2
    dir=$2
    start "$@"
    begun 2 "$dir" && kill -s "$signal" "$(process "$rank" "$dir")"
}

# ends DIR: by itself, with all trials done
ends() {
    wait $launcher && cat "$1.out" && grep -q "6 trials: 6 finished" "$1.out" &&
    [ "$(entries finish "$1")" -eq 6 ]
}

ok "a run left alone finishes" ranks 2 "$codarun" run -q \
    "$scratch/faults.yaml" -o "$scratch/whole"

for shape in "3 1 2" "4 2 3" "5 2 3"; do
    set -- $shape
    dir=$scratch/killed.$1
    ok "$1 ranks, $2 a trial: rank $3 is killed" \
        signals KILL "$3" "$1" "$dir" --set run.ranks_per_trial="$2"
    ok "the sweep goes on without it" ends "$dir"
    ok "that it is gone is said" grep -q \
        "warning: rank $3 on host .* has not been heard of" "$dir.out"
    ok "so do the events" grep -q '"event": "lost".*"again": true' \
        "$dir/events.jsonl"
    ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir"
done
ok "a rank that was left over takes its place" \
    grep -q "start . attempt 2 ranks 2 4" "$scratch/killed.5/journal"

# A rank is killed when it has put a result away, and has not said so.
cat >"$scratch/deadly.c" <<END
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int renameat(int old, const char *from, int new, const char *to)
{
    int (*real)(int, const char *, int, const char *);
    const char *rank = getenv("PMIX_RANK");

    *(void **)&real = dlsym(RTLD_NEXT, "renameat");
    const int status = real(old, from, new, to);
    if (rank && !strcmp(rank, getenv("DEADLY_RANK")) && strlen(to) == 35 &&
        !strcmp(to + 32, ".h5"))
        raise(SIGKILL);
    return status;
}
END
dir=$scratch/late
late() {
    ${CC:-cc} -shared -fPIC -o "$scratch/deadly.so" "$scratch/deadly.c" -ldl &&
        mpirun -n "$1" --enable-recovery -x LD_PRELOAD="$scratch/deadly.so" \
            -x DEADLY_RANK="$2" "$codarun" run "$scratch/faults.yaml" \
            -o "$dir.$1" --set run.ranks_per_trial="$3" >"$dir.$1.out" 2>&1
    cat "$dir.$1.out"
    grep -q "6 trials: 6 finished" "$dir.$1.out"
}
# begun_once DIR: was no attempt begun again, and each trial's end told once?
begun_once() {
    cat "$1/journal"
    [ "$(entries start "$1")" -eq 6 ] && [ "$(entries finish "$1")" -eq 6 ] &&
        ! grep " lost " "$1/journal"
}
for shape in "2 1 1" "4 2 2"; do
    set -- $shape
    ok "$1 ranks, $3 a trial: rank $2 is killed behind its result" late "$@"
    ok "which counts" grep "warning: trial .: rank $2 had put its result away" \
        "$dir.$1.out"
    ok "and is not trained again" begun_once "$dir.$1"
    ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir.$1"
done

# Trials that the other rank has not all done by then.
long="--set train.epochs=600"
# shellcheck disable=SC2086 # options
ok "a longer one left alone finishes" ranks 2 "$codarun" run -q \
    "$scratch/faults.yaml" -o "$scratch/longer" $long
dir=$scratch/stalled
stalls_and_wakes() {
    # shellcheck disable=SC2086 # options
    signals STOP 1 2 "$dir" $long &&
        until_said "rank 1 on host .* has not been heard of" "$dir.out" &&
        kill -s CONT "$(process 1 "$dir")" &&
        until_said "rank 1 on host .* is back" "$dir.out"
}
trains_again() {
    wait $launcher
    cat "$dir.out" "$dir/journal"
    sed '0,/ lost /d' "$dir/journal" | grep "start .* ranks 1+1" &&
        [ "$(entries finish "$dir")" -eq 6 ]
}
ok "a rank that stalls is given up, and found again when it wakes" \
    stalls_and_wakes
ok "it trains again" trains_again
ok "in the same bits" "$codarun" verify "$scratch/longer" "$dir"

dir=$scratch/stopped
stalls_for_good() {
    signals STOP 1 2 "$dir" &&
        until_said "rank 1 on host .* has not been heard of" "$dir.out"
}
ok "a rank stalls for good" stalls_for_good
ok "the sweep ends without it, and so does the launcher" ends "$dir"
ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir"

dir=$scratch/long
status_sees_it() {
    signals STOP 1 2 "$dir" --set train.epochs=100000 || return 1
    until "$codarun" status "$dir" | grep "set aside  1 on .*: not heard"; do
        kill -0 $launcher || return 1
        sleep 0.1
    done
    kill -s USR1 $launcher
    wait $launcher
    cat "$dir.out"
    grep "^codarun: stopped by SIGUSR1" "$dir.out"
}
ok "status sees it, and who is stopped ends without it" status_sees_it

dir=$scratch/headless
others_end() {
    signals KILL 0 2 "$dir" || return 1
    wait $launcher
    cat "$dir.out"
    grep -q "rank 1 on host .* has not heard of rank 0 for 8 s, and ends" \
        "$dir.out"
}
ok "when rank 0 dies the others end" others_end
ok "the same command goes on" ranks 2 "$codarun" run -q \
    "$scratch/faults.yaml" -o "$dir"
ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir"

# Each attempt of seed 1 is killed as soon as it has begun.
dir=$scratch/killer
kills_its_ranks() {
    start 4 "$dir" --dedicated-coordinator
    for attempt in 1 2; do
        until_said "start 0 attempt $attempt " "$dir/journal" || return 1
        rank=$(sed -n "s/.* start 0 attempt $attempt ranks \([0-9]\).*/\1/p" \
            "$dir/journal")
        kill -s KILL "$(process "$rank" "$dir")"
    done
    wait $launcher
    cat "$dir.out"
    [ "$(entries finish "$dir")" -eq 5 ] &&
        grep "fail 0 .*lost 2 times, the last time: rank" "$dir/journal"
}
ok "a trial that takes its ranks down twice is failed" kills_its_ranks
ok "it is a row with its reason" says "lost 2 times" 0 \
    "$codarun" table "$dir" --trials
ok "and left alone" says "6 trials: 5 finished, 1 failed" 3 \
    "$codarun" run "$scratch/faults.yaml" -o "$dir"
ok "until it is asked for again" "$codarun" run "$scratch/faults.yaml" \
    -o "$dir" --retry-failed
ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir"

# A rank stalls while it has nothing to do, and is given an order before that is
# known.  By the seed trial 0 is the long one of the first two.
make_experiment "$scratch/idle.yaml" <<END
name: idle
train: {batch: 8, grains: 16}
run: {silence: 10, threads: 1, retries: 0}
sweep:
  method: {kind: tpe, start: 2, round: 2}
  trials: 4
  seed: 1
  parameters:
    train.epochs: [1, 100]
    train.learning_rate: {min: 1.0e-4, max: 1.0e-2}
END
dir=$scratch/idle
stalls_idle() {
    mpirun -n 2 --enable-recovery "$codarun" run "$scratch/idle.yaml" \
        -o "$dir" >"$dir.out" 2>&1 &
    launcher=$!
    until_said " finish 1 " "$dir/journal" &&
        kill -s STOP "$(process 1 "$dir")"
    wait $launcher
    cat "$dir.out" "$dir/journal"
    [ "$(entries finish "$dir")" -eq 4 ] && [ "$(entries lost "$dir")" -eq 0 ]
}
ok "what a rank never began is no loss" stalls_idle

# One that takes its time is trained alone; others are handed out together.
make_experiment "$scratch/fail.yaml" <<END
name: fail
train: {epochs: 100, batch: 8, grains: 16}
run: {threads: 1}
sweep: {parameters: {task.train: [train.tsv, none.tsv, nil.tsv]}}
END
ok "a failed trial lets the others go on" says "1 finished, 2 failed" 3 \
    "$codarun" run "$scratch/fail.yaml" -o "$scratch/fails"
ok "or ends the sweep" says "warning: 1 trial has failed: the others stop" 3 \
    "$codarun" run "$scratch/fail.yaml" -o "$scratch/fast" --fail-fast
ok "at once" [ "$(entries start "$scratch/fast")" -eq 2 ]
ok "or when several have failed" says "2 trials have failed: the others stop" \
    3 "$codarun" run "$scratch/fail.yaml" -o "$scratch/some" --max-failures 2
ok "a number of failures is a number" says "found 'some', expected a whole" 2 \
    "$codarun" run "$scratch/faults.yaml" --max-failures some

# A host of another name, whose folder of data lacks files.
make_experiment "$scratch/files.yaml" <<END
name: files
train: {epochs: 20, batch: 8, grains: 16, evaluate_every: 10}
run: {threads: 1}
sweep:
  parameters:
    task.train: [train.tsv, b.tsv, c.tsv, d.tsv, e.tsv, f.tsv, g.tsv, h.tsv]
    train.seed: [1, 2]
END
for name in b c d e f g h; do
    cp "$scratch/train.tsv" "$scratch/$name.tsv"
done
mkdir "$scratch/bare"
cp "$scratch"/{train,valid,test}.tsv "$scratch/bare"

# A rank that never comes, or dies before there are signs of life.
ok "a job that a rank is missing of ends" says \
    "codarun: not all ranks have come within the time of CODARUN_START_SECONDS" \
    1 env CODARUN_START_SECONDS=2 mpirun \
    -n 1 "$codarun" run "$scratch/files.yaml" -o "$scratch/alone" : \
    -n 1 sleep 60
# A rank is killed while MPI starts, under a launcher that lets the others live.
cat >"$scratch/start.c" <<END
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* MPI would wait here for all. */
int PMIx_Init(void)
{
    const char *rank = getenv("PMIX_RANK");

    if (rank && !strcmp(rank, "1")) {
        sleep((unsigned)atoi(getenv("DIES_AFTER")));
        raise(SIGKILL);
    }
    sleep(600);
    return 0;
}
END
dies_at_start() {
    ${CC:-cc} -shared -fPIC -o "$scratch/start.so" "$scratch/start.c" &&
        mpirun -n 3 --enable-recovery -x LD_PRELOAD="$scratch/start.so" \
            -x DIES_AFTER="$1" "$codarun" run "$scratch/files.yaml" \
            -o "$scratch/start" >"$scratch/start.out" 2>&1
    cat "$scratch/start.out"
    grep "codarun: a rank of this job on host .* ended while MPI was starting" \
        "$scratch/start.out" && ! grep SECONDS "$scratch/start.out"
}
ok "one whose rank dies while MPI starts ends, and says why" dies_at_start 2
ok "also of a rank that was gone before anybody looked" dies_at_start 0

# A script between launcher and rank has other children, which may end.
cat >"$scratch/slow.c" <<END
#include <unistd.h>

int PMPI_Init_thread(int *, char ***, int, int *);

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    sleep(4);
    return PMPI_Init_thread(argc, argv, required, provided);
}
END
cat >"$scratch/script" <<END
#!/bin/sh
sleep 1 &
LD_PRELOAD=$scratch/slow.so "\$@"
END
chmod +x "$scratch/script"
in_a_script() {
    ${CC:-cc} -shared -fPIC -o "$scratch/slow.so" "$scratch/slow.c" &&
        ranks 2 "$scratch/script" "$codarun" run "$scratch/files.yaml" \
            --dry-run -o "$scratch/script.results"
}
ok "a child of a script around a rank is no rank, and may end" in_a_script
ok "a time that is none is refused" \
    says "CODARUN_START_SECONDS: found '2s', expected 1 to 86400" 1 \
    env CODARUN_START_SECONDS=2s "$codarun" run "$scratch/files.yaml"

# with_bare DIR OPTION...: rank 1 on the host `bare`
with_bare() {
    dir=$1
    shift
    mpirun -n 1 -wdir "$scratch" "$codarun" run files.yaml -o "$dir" "$@" : \
        -n 1 -wdir "$scratch/bare" unshare -u sh -c \
        'hostname bare && exec "$@"' sh "$codarun" run files.yaml -o "$dir" \
        "$@" 2>&1
}

# Trial 1 cannot begin on the bare host, and is lost with the only other rank.
make_experiment "$scratch/stuck.yaml" <<END
name: stuck
train: {epochs: 600, batch: 8, grains: 16}
run: {checkpoint_seconds: 0.1, threads: 1, silence: 2}
sweep: {parameters: {task.train: [train.tsv, b.tsv]}}
END
# digest_of TRIAL DIR
digest_of() {
    sed -n "s/.* propose $1 \([0-9a-f]*\) .*/\1/p" "$2/journal"
}
ends_stuck() {
    dir=$scratch/stuck
    set -- "$codarun" run stuck.yaml --dedicated-coordinator -o "$dir"
    mpirun --enable-recovery -n 2 -wdir "$scratch" "$@" : \
        -n 1 -wdir "$scratch/bare" unshare -u sh -c \
        'hostname bare && exec "$@"' sh "$@" >"$dir.out" 2>&1 &
    launcher=$!
    until_said " start 1 attempt 2 ranks 1" "$dir/journal"
    until ls "$dir"/states/*/"$(digest_of 1 "$dir")".last.h5; do
        kill -0 $launcher || break
        sleep 0.02
    done
    kill -s KILL "$(process 1 "$dir")"
    wait $launcher
    cat "$dir.out" "$dir/journal"
    grep "^codarun: trial 1, the first that waits, can begin on none of the" \
        "$dir.out"
}

codarun=$(realpath "$codarun")
ln -s ../stuck.yaml "$scratch/bare/stuck.yaml"
ln -s ../files.yaml "$scratch/bare/files.yaml"
if unshare -u true 2>/dev/null; then
    ok "where all have the files the sweep is whole" \
        sh -c 'cd "$1" && "$2" run -q files.yaml -o files' - "$scratch" \
        "$codarun"
    ok "a host that lacks a file is set aside and named" says \
        "host bare is set aside, since trial .* not there: .*[b-h].tsv" 0 \
        with_bare "$scratch/with_bare"
    ok "once" [ "$(grep -c "set aside" "$scratch/said")" -eq 1 ]
    ok "the bits are the same" "$codarun" verify "$scratch/files" \
        "$scratch/with_bare"
    ok "what can begin on no rank that is left ends the sweep" ends_stuck
    ok "the same command goes on" "$codarun" run -q "$scratch/stuck.yaml" \
        -o "$scratch/stuck"
    ok "with both trials" [ "$(entries finish "$scratch/stuck")" -eq 2 ]
    rm "$scratch/h.tsv"
    ok "what no host has is the trial's fault" says "14 finished, 2 failed" 3 \
        with_bare "$scratch/nowhere"
    ok "and no host's" sh -c '! grep "set aside.*[/]h.tsv" "$1"' - \
        "$scratch/said"
else
    skip "a host that lacks a file" "needs the right to rename a host"
fi
done_testing
