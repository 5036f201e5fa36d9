#!/bin/bash
# A sweep whose results folder fails ends with one line, and continues later.
. "${srcdir:-.}/tests/mpi/mounts.sh"
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/faults.sh"

make_experiment "$scratch/trouble.yaml" <<END
name: trouble
train: {epochs: 12, batch: 8, grains: 16, evaluate_every: 10}
run: {checkpoint_seconds: 0.05, keep: all, threads: 1}
sweep: {parameters: {train.seed: [1, 2, 3]}}
END

# run_on RANKS RANKS_PER_TRIAL DIR
run_on() {
    ranks "$1" "$codarun" run "$shared/trouble.yaml" -q -o "$3" \
        --set run.ranks_per_trial="$2"
}

# ended_by PATTERN STATUS [EXPECTED]: the status is 1 or EXPECTED, and one line
# of codarun's matches
ended_by() {
    cat "$scratch/out"
    [ "$2" -eq "${3:-1}" ] && [ "$(grep -c '^codarun:' "$scratch/out")" -eq 1 ] &&
        grep -q "^codarun: .*$1" "$scratch/out"
}

# fails_on RANKS RANKS_PER_TRIAL DIR PATTERN
fails_on() {
    run_on "$1" "$2" "$3" >"$scratch/out" 2>&1
    ended_by "$4" $?
}

# without_states RANKS RANKS_PER_TRIAL
without_states() {
    dir=$scratch/states
    mkdir "$dir"
    : >"$dir/states"
    ok "$1 ranks, $2 a trial, without a folder for states: one line" \
        fails_on "$1" "$2" "$dir" "states/.*: Not a directory"
    rm "$dir/states"
    ok "and later it finishes" run_on "$1" "$2" "$dir"
    ok "with the same bits" "$codarun" verify "$shared/whole" "$dir"
}

without_sweep_file() {
    mkdir -p "$scratch/derived/sweep.h5"
    ok "a sweep.h5 that cannot be written is a warning" \
        says "sweep.h5 is not up to date" 0 run_on 2 1 "$scratch/derived"
    rmdir "$scratch/derived/sweep.h5"
    ok "it is made by the same command" run_on 2 1 "$scratch/derived"
    ok "and is there" test -f "$scratch/derived/sweep.h5"
}

# Two ranks in different folders, each with an experiment of that name.
two_texts() {
    set -- "$(realpath "$codarun")" "$@"
    mpirun -n 1 -wdir "$scratch/here" "$@" : \
        -n 1 -wdir "$scratch/there" "$@" >"$scratch/out" 2>&1
    ended_by "read different texts" $?
}
different_texts() {
    mkdir "$scratch/here" "$scratch/there"
    cp "$shared"/*.tsv "$shared/trouble.yaml" "$scratch/here"
    cp "$shared"/*.tsv "$scratch/there"
    sed 's/epochs: 12/epochs: 13/' "$shared/trouble.yaml" \
        >"$scratch/there/trouble.yaml"
    "$codarun" table "$shared/whole" --trials --format csv >"$scratch/rows.csv"
    ok "ranks that read different experiments do not run a sweep" \
        two_texts run trouble.yaml -q -o "$scratch/neither"
    ok "nor one of its rows again" \
        two_texts verify --rerun 1 trouble.yaml "$scratch/rows.csv"
}

# Two ranks with different data in the first place where they look.
two_data() {
    set -- "$codarun" run "$shared/trouble.yaml" -q -o "$scratch/two" \
        --set run.ranks_per_trial="$@"
    mpirun -n 1 -x CODARUN_DATA="$scratch/one" "$@" : \
        -n 1 -x CODARUN_DATA="$scratch/other" "$@" >"$scratch/out" 2>&1
    status=$?
    cat "$scratch/out"
    [ $status -eq 1 ] && grep -q '^codarun: .*read other data' "$scratch/out"
}
different_data() {
    mkdir "$scratch/one" "$scratch/other"
    cp "$shared"/*.tsv "$scratch/one"
    sed '5s/w1/w2/' "$shared/train.tsv" >"$scratch/other/train.tsv"
    for size in 1 2; do
        ok "ranks that read different data do not run a sweep, $size a trial" \
            two_data $size
    done
    ok "nor beside a coordinator of their own" \
        two_data 1 --dedicated-coordinator
}

# Another host takes the folder over while the first one runs.
taken_over() {
    FAULT_RANK=0 fault "sync journal 2" \
        "run echo elsewhere 5 0 >$scratch/taken/owner" \
        run_on 2 1 "$scratch/taken" >"$scratch/out" 2>&1
    ended_by "taken over by process 5 on host elsewhere" $? 75
}
taken() {
    ok "a run that loses the folder to another host stops: one line" taken_over
    ok "a start after that one's silence finishes" \
        ranks 2 "$codarun" run "$shared/trouble.yaml" -q -o "$scratch/taken" \
        --set run.ranks_per_trial=1 --set run.silence=2
    ok "with the same bits" "$codarun" verify "$shared/whole" "$scratch/taken"
}

can_mount() {
    mkdir "$scratch/disk" &&
        mount -t tmpfs -o size=60m codarun-test "$scratch/disk"
} 2>/dev/null

# fills_up RANKS RANKS_PER_TRIAL
fills_up() {
    disk=$scratch/disk
    trap 'umount "$disk"' EXIT
    can_mount
    mount -o remount,size=2000k "$disk"
    ok "$1 ranks, $2 a trial, on a disk that fills up: one line" \
        fails_on "$1" "$2" "$disk/out" "No space left on device"
    ok "no partial file is left" \
        sh -c '! find "$1" -name "*.tmp.*" | grep .' - "$disk"
    mount -o remount,size=60m "$disk"
    ok "with room again it finishes" run_on "$1" "$2" "$disk/out"
    ok "with the same bits" "$codarun" verify "$shared/whole" "$disk/out"
}

ok "a fault can be made" make_faults
ok "an undisturbed run finishes" run_on 2 1 "$scratch/whole"
beside taken
beside without_states 2 1
beside without_states 2 2
beside without_sweep_file
beside different_texts
beside different_data
if can_mount; then
    umount "$scratch/disk"
    beside fills_up 1 1
    beside fills_up 2 1
    beside fills_up 2 2
else
    skip "a disk that fills up" "needs the right to mount one"
fi
done_testing
