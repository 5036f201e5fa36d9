#!/bin/bash
# Ranks that die, stall and come back, and hosts that lack a trial's files: the
# sweep continues, and ends with the bits of an undisturbed one.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/sweeps.sh"
. "$srcdir/tests/mpi/faults.sh"

make_experiment "$scratch/faults.yaml" <<END
name: faults
train: {epochs: 20, batch: 8, grains: 16, evaluate_every: 10}
run: {checkpoint_seconds: 0.2, keep: last, silence: 2, threads: 1}
sweep: {parameters: {train.seed: [1, 2, 3, 4, 5, 6]}}
END

# start RANKS DIR OPTION...: a sweep under a launcher that survives deaths.
# $held_rank, or every rank if that is empty, is held when it first saves a
# state.
start() {
    n=$1 dir=$2
    shift 2
    FAULT_RANK=$held_rank FAULT_AT="put *.last.h5" \
        FAULT_DO="hold $scratch/held" LD_PRELOAD=$shared/faults.so \
        mpirun -n "$n" "${survives[@]}" "$codarun" run "$shared/faults.yaml" \
        -o "$dir" "$@" >"$dir.out" 2>&1 &
    launcher=$!
}

# signals SIGNAL RANK RANKS DIR OPTION...: send it to a rank while $held_rank is
# held, or while rank 0 and this rank are
signals() {
    signal=$1 rank=$2
    shift 2
    start "$@"
    # shellcheck disable=SC2086 # one number or none
    held ${held_rank:-0 $rank} && kill -s "$signal" "$(process "$rank" "$dir")"
}

# ends DIR: does it end by itself, with all trials done?
ends() {
    wait $launcher && cat "$1.out" && grep -q "6 trials: 6 finished" "$1.out" &&
    [ "$(entries finish "$1")" -eq 6 ]
}

# --- ranks that die --------------------------------------------------------

# kills RANKS RANKS_PER_TRIAL RANK LEADER: kill a rank while its group trains
kills() {
    held_rank=$4
    signals KILL "$3" "$1" "$dir" --set run.ranks_per_trial="$2" || return
    let_go "$4"
}
says_gone() {
    cat "$dir.out" "$dir/journal"
    grep "warning: rank $1 on host .* has not been heard of" "$dir.out"
}
loses() {
    dir=$scratch/killed
    ok "$1 ranks, $2 a trial: rank $3 is killed" kills "$@"
    ok "the sweep continues without it" ends "$dir"
    ok "its loss is reported" says_gone "$3"
    ok "also in the events" grep -q '"event": "lost".*"again": true' \
        "$dir/events.jsonl"
    ok "with the same bits" "$codarun" verify "$shared/whole" "$dir"
    [ "$1" -ne 5 ] || ok "a rank that was left over takes its place" \
        grep -q "start . attempt 2 ranks 2 4" "$dir/journal"
}

# A rank is killed when it has stored a result, but has not reported it.
late() {
    FAULT_RANK=$2 FAULT_TOP=$dir fault "put trials/?/*.h5" die \
        mpirun -n "$1" "${survives[@]}" "$codarun" run "$shared/faults.yaml" \
        -o "$dir" --set run.ranks_per_trial="$3" >"$dir.out" 2>&1
    cat "$dir.out"
    grep -q "6 trials: 6 finished" "$dir.out"
}
# begun_once DIR: has each attempt begun once, and each trial's end been
# recorded once?
begun_once() {
    cat "$1/journal"
    [ "$(entries start "$1")" -eq 6 ] && [ "$(entries finish "$1")" -eq 6 ] &&
        ! grep " lost " "$1/journal"
}
# dies_late RANKS RANK RANKS_PER_TRIAL
dies_late() {
    dir=$scratch/late
    ok "$1 ranks, $3 a trial: rank $2 is killed after its result" late "$@"
    ok "which counts" grep "warning: trial .: rank $2 had put its result away" \
        "$dir.out"
    ok "and is not trained again" begun_once "$dir"
    ok "with the same bits" "$codarun" verify "$shared/whole" "$dir"
}

others_end() {
    held_rank=0
    signals KILL 0 2 "$dir" || return 1
    wait $launcher
    cat "$dir.out"
    grep -q "rank 1 on host .* has not heard of rank 0 for 8 s, and ends" \
        "$dir.out"
}
headless() {
    dir=$scratch/headless
    ok "when rank 0 dies, the others end" others_end
    ok "the same command continues" ranks 2 "$codarun" run -q \
        "$shared/faults.yaml" -o "$dir"
    ok "with the same bits" "$codarun" verify "$shared/whole" "$dir"
}

# Each attempt of seed 1 is killed before it saves a state.
kills_its_ranks() {
    digest=$(sed -n "s/.* propose 0 \([0-9a-f]*\) .*/\1/p" "$shared/whole/journal")
    fault "create $digest.last.h5" die mpirun -n 4 "${survives[@]}" "$codarun" \
        run "$shared/faults.yaml" -o "$dir" --dedicated-coordinator \
        >"$dir.out" 2>&1
    cat "$dir.out" "$dir/journal"
    [ "$(entries finish "$dir")" -eq 5 ] &&
        grep "fail 0 .*lost 2 times, the last time: rank" "$dir/journal"
}
killer() {
    dir=$scratch/killer
    ok "a trial that kills its ranks twice is failed" kills_its_ranks
    ok "it is a row with its reason" says "lost 2 times" 0 \
        "$codarun" table "$dir" --trials
    ok "and not tried again" says "6 trials: 5 finished, 1 failed" 3 \
        "$codarun" run "$shared/faults.yaml" -o "$dir"
    ok "until --retry-failed" "$codarun" run "$shared/faults.yaml" \
        -o "$dir" --retry-failed
    ok "with the same bits" "$codarun" verify "$shared/whole" "$dir"
}

# --- ranks that stall ------------------------------------------------------

# Rank 0 is held until the other one is back, so that trials are left for that
# one.
stalls_and_wakes() {
    held_rank=
    signals STOP 1 2 "$dir" || return 1
    let_go 1
    until_said "rank 1 on host .* has not been heard of" "$dir.out" &&
        kill -s CONT "$(process 1 "$dir")" &&
        until_said "rank 1 on host .* is back" "$dir.out"
}
trains_again() {
    let_go 0
    wait $launcher
    cat "$dir.out" "$dir/journal"
    sed '0,/ lost /d' "$dir/journal" | grep "start .* ranks 1+1" &&
        [ "$(entries finish "$dir")" -eq 6 ]
}
stalls() {
    dir=$scratch/stalled
    ok "a rank that stalls is given up, and found again when it wakes" \
        stalls_and_wakes
    ok "it trains again" trains_again
    ok "with the same bits" "$codarun" verify "$shared/whole" "$dir"
}

stalls_for_good() {
    held_rank=1
    signals STOP 1 2 "$dir" &&
        until_said "rank 1 on host .* has not been heard of" "$dir.out"
}
stopped() {
    dir=$scratch/stopped
    ok "a rank stalls forever" stalls_for_good
    ok "the sweep ends without it, and so does the launcher" ends "$dir"
    ok "with the same bits" "$codarun" verify "$shared/whole" "$dir"
}

# Rank 0 is held until status has printed it.
status_sees_it() {
    held_rank=
    signals STOP 1 2 "$dir" --set train.epochs=100000 || return 1
    until "$codarun" status "$dir" | grep "set aside  1 on .*: not heard"; do
        kill -0 $launcher || return 1
        sleep 0.1
    done
    let_go 0
    kill -s USR1 $launcher
    wait $launcher
    cat "$dir.out"
    grep "^codarun: stopped by SIGUSR1" "$dir.out"
}
seen() {
    dir=$scratch/long
    ok "status shows it, and a stopped sweep ends without it" status_sees_it
}

# A rank stalls while it is idle, and gets an order before rank 0 knows.  With
# this seed trial 0 is the longer one of the first two; rank 0 is held at its
# result.
stalls_idle() {
    FAULT_RANK=0 FAULT_TOP=$dir fault "create trials/?/*.h5" \
        "hold $scratch/held" mpirun -n 2 "${survives[@]}" "$codarun" run \
        "$shared/idle.yaml" -o "$dir" >"$dir.out" 2>&1 &
    launcher=$!
    held 0 && until_said " finish 1 " "$dir/journal" &&
        kill -s STOP "$(process 1 "$dir")" || return 1
    let_go 0
    wait $launcher
    cat "$dir.out" "$dir/journal"
    [ "$(entries finish "$dir")" -eq 4 ] && [ "$(entries lost "$dir")" -eq 0 ]
}
idle() {
    make_experiment "$shared/idle.yaml" <<END
name: idle
train: {batch: 8, grains: 16}
run: {silence: 4, threads: 1, retries: 0}
sweep:
  method: {kind: tpe, start: 2, round: 2}
  trials: 4
  seed: 1
  parameters:
    train.epochs: [1, 100]
    train.learning_rate: {min: 1.0e-4, max: 1.0e-2}
END
    dir=$scratch/idle
    ok "a trial that a rank never began is not lost" stalls_idle
}

# --- trials that fail ------------------------------------------------------

# A slow trial is trained alone; quick ones are given out several at a time.
fails() {
    make_experiment "$shared/fail.yaml" <<END
name: fail
train: {epochs: 50, batch: 8, grains: 16}
run: {threads: 1}
sweep: {parameters: {task.train: [train.tsv, none.tsv, nil.tsv]}}
END
    ok "a failed trial lets the others continue" says "1 finished, 2 failed" 3 \
        "$codarun" run "$shared/fail.yaml" -o "$scratch/fails"
    ok "or ends the sweep" says \
        "warning: 1 trial has failed: the others stop" 3 \
        "$codarun" run "$shared/fail.yaml" -o "$scratch/fast" --fail-fast
    ok "at once" [ "$(entries start "$scratch/fast")" -eq 2 ]
    ok "or when several have failed" says \
        "2 trials have failed: the others stop" 3 "$codarun" run \
        "$shared/fail.yaml" -o "$scratch/some" --max-failures 2
    ok "the number of failures must be a number" says \
        "found 'some', expected a whole" 2 \
        "$codarun" run "$shared/faults.yaml" --max-failures some
}

# --- the start -------------------------------------------------------------

# A rank is killed while MPI starts, under a launcher that lets the others live.
dies_at_start() {
    mpirun -n 3 "${survives[@]}" -x LD_PRELOAD="$shared/start.so" \
        -x DIES_AFTER="$1" "$codarun" run "$shared/files.yaml" \
        -o "$scratch/start" >"$scratch/start.out" 2>&1
    cat "$scratch/start.out"
    grep "codarun: a rank of this job on host .* ended while MPI was starting" \
        "$scratch/start.out" && ! grep SECONDS "$scratch/start.out"
}
dies_while_mpi_starts() {
    ok "one whose rank dies while MPI starts ends, and says why" dies_at_start 1
    ok "also a rank that died before the first check" dies_at_start 0
}

# A rank that never starts, or dies before its first heartbeat.
never_comes() {
    ok "a job with a missing rank ends" says \
        "codarun: not all ranks have come within the time of CODARUN_START" \
        1 env CODARUN_START_SECONDS=1 mpirun \
        -n 1 "$codarun" run "$shared/files.yaml" -o "$scratch/alone" : \
        -n 1 sleep 60
    ok "a wrong time is refused" \
        says "CODARUN_START_SECONDS: found '2s', expected 1 to 86400" 1 \
        env CODARUN_START_SECONDS=2s "$codarun" run "$shared/files.yaml"
}

# A script between launcher and rank has other children, which may end.
in_a_script() {
    cat >"$scratch/script" <<END
#!/bin/sh
sleep 0.2 &
LD_PRELOAD=$shared/start.so STARTS_AFTER=3 "\$@"
END
    chmod +x "$scratch/script"
    ranks 2 "$scratch/script" "$codarun" run "$shared/files.yaml" --dry-run \
        -o "$scratch/script.results"
}
scripted() {
    ok "a child of a script around a rank is not a rank, and may end" in_a_script
}
cat >"$scratch/start.c" <<END
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int PMPI_Init_thread(int *, char ***, int, int *);

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    const char *rank = getenv("PMIX_RANK"), *dies = getenv("DIES_AFTER");
    const char *starts = getenv("STARTS_AFTER");

    if (dies && rank && !strcmp(rank, "1")) {
        sleep((unsigned)atoi(dies));
        raise(SIGKILL);
    }
    sleep(dies ? 600 : starts ? (unsigned)atoi(starts) : 0);
    return PMPI_Init_thread(argc, argv, required, provided);
}
END

# --- hosts that lack files -------------------------------------------------

# A host with another name, whose data folder lacks files.
make_experiment "$scratch/files.yaml" <<END
name: files
train: {epochs: 5, batch: 8, grains: 16, evaluate_every: 10}
run: {threads: 1}
sweep:
  parameters:
    task.train: [train.tsv, b.tsv, c.tsv, d.tsv, e.tsv, f.tsv, g.tsv, h.tsv]
    train.seed: [1, 2]
END
make_experiment "$scratch/stuck.yaml" <<END
name: stuck
train: {epochs: 20, batch: 8, grains: 16}
run: {checkpoint_seconds: 0.2, keep: last, threads: 1, silence: 2}
sweep: {parameters: {task.train: [train.tsv, b.tsv]}}
END
for name in b c d e f g h; do
    cp "$scratch/train.tsv" "$scratch/$name.tsv"
done
mkdir "$scratch/bare"
cp "$scratch"/{train,valid,test}.tsv "$scratch/bare"
ln -s ../stuck.yaml "$scratch/bare/stuck.yaml"
ln -s ../files.yaml "$scratch/bare/files.yaml"
codarun=$(realpath "$codarun")

# with_bare DIR OPTION...: run rank 1 on the host `bare`
with_bare() {
    dir=$1
    shift
    mpirun -n 1 -wdir "$shared" "$codarun" run files.yaml -o "$dir" "$@" : \
        -n 1 -wdir "$shared/bare" unshare -u sh -c \
        'hostname bare && exec "$@"' sh "$codarun" run files.yaml -o "$dir" \
        "$@" 2>&1
}
lacks_files() {
    ok "if all have the files, the sweep is whole" \
        sh -c 'cd "$1" && "$2" run -q files.yaml -o files' - "$shared" \
        "$codarun"
    ok "a host that lacks a file is not used, and named" says \
        "host bare is set aside, since trial .* not there: .*[b-h].tsv" 0 \
        with_bare "$scratch/with_bare"
    ok "once" [ "$(grep -c "set aside" "$scratch/said")" -eq 1 ]
    ok "the bits are the same" "$codarun" verify "$shared/files" \
        "$scratch/with_bare"
}

# Trial 1 cannot begin on the bare host, and is lost with the only other rank,
# which has finished trial 0 before.
ends_stuck() {
    set -- "$codarun" run stuck.yaml --dedicated-coordinator -o "$dir"
    FAULT_RANK=1 FAULT_TOP=$dir fault "create trials/?/*.h5 2" die \
        mpirun "${survives[@]}" -n 2 -wdir "$shared" "$@" : \
        -n 1 -wdir "$shared/bare" unshare -u sh -c \
        'hostname bare && exec "$@"' sh "$@" >"$dir.out" 2>&1
    cat "$dir.out" "$dir/journal"
    grep "^codarun: trial 1, the first that waits, can begin on none of the" \
        "$dir.out"
}
stuck() {
    dir=$scratch/stuck
    ok "a trial that can begin on no remaining rank ends the sweep" ends_stuck
    ok "the same command continues" "$codarun" run -q "$shared/stuck.yaml" \
        -o "$dir"
    ok "with both trials" [ "$(entries finish "$dir")" -eq 2 ]
}

# --- all of them -----------------------------------------------------------

ok "faults can be made" make_faults
ok "also of MPI's start" ${CC:-cc} -shared -fPIC -o "$scratch/start.so" \
    "$scratch/start.c"
ok "an undisturbed run finishes" ranks 2 "$codarun" run -q \
    "$scratch/faults.yaml" -o "$scratch/whole"
beside headless
beside seen
beside stopped
beside stalls
beside idle
beside killer
beside never_comes
beside dies_while_mpi_starts
beside scripted
beside loses 3 1 2 2
beside loses 4 2 3 2
beside loses 5 2 3 2
beside dies_late 2 1 1
beside dies_late 4 2 2
beside fails
if unshare -u true 2>/dev/null; then
    beside stuck
    beside lacks_files
    together
    rm "$scratch/h.tsv"
    ok "a file missing on all hosts is the trial's fault" says "14 finished, 2 failed" 3 \
        with_bare "$scratch/nowhere"
    ok "and no host's" sh -c '! grep "set aside.*[/]h.tsv" "$1"' - \
        "$scratch/said"
else
    skip "a host that lacks a file" "needs the right to rename a host"
fi
done_testing
