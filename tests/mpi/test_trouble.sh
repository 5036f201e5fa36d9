#!/bin/bash
# A sweep whose results folder fails it ends with one line, and goes on later.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/trouble.yaml" <<END
name: trouble
train: {epochs: 40, batch: 8, grains: 16, evaluate_every: 10}
run: {checkpoint_seconds: 0.05, keep: all}
sweep: {parameters: {train.seed: [1, 2, 3]}}
END

# run_on RANKS RANKS_PER_TRIAL DIR
run_on() {
    ranks "$1" "$codarun" run "$scratch/trouble.yaml" -q -o "$3" \
        --set run.ranks_per_trial="$2"
}

# fails_on RANKS RANKS_PER_TRIAL DIR PATTERN
fails_on() {
    run_on "$1" "$2" "$3" >"$scratch/out" 2>&1
    ended_by "$4" $?
}

# ended_by PATTERN STATUS [EXPECTED]: status 1 or that, and one line of
# codarun's that matches
ended_by() {
    cat "$scratch/out"
    [ "$2" -eq "${3:-1}" ] && [ "$(grep -c '^codarun:' "$scratch/out")" -eq 1 ] &&
        grep -q "^codarun: .*$1" "$scratch/out"
}

ok "a run left alone finishes" run_on 2 1 "$scratch/whole"

for shape in "2 1" "2 2"; do
    set -- $shape
    dir=$scratch/states.$2
    mkdir "$dir"
    : >"$dir/states"
    ok "$1 ranks, $2 a trial, without a folder for states: one line" \
        fails_on "$1" "$2" "$dir" "states/.*: Not a directory"
    rm "$dir/states"
    ok "and later it finishes" run_on "$1" "$2" "$dir"
    ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir"
done

mkdir -p "$scratch/derived/sweep.h5"
ok "a sweep.h5 that cannot be written is a warning" \
    says "sweep.h5 is not up to date" 0 run_on 2 1 "$scratch/derived"
rmdir "$scratch/derived/sweep.h5"
ok "it is made by the same command" run_on 2 1 "$scratch/derived"
ok "and is there" test -f "$scratch/derived/sweep.h5"

# Two ranks in folders of their own, each with an experiment of that name.
mkdir "$scratch/here" "$scratch/there"
cp "$scratch"/*.tsv "$scratch/trouble.yaml" "$scratch/here"
cp "$scratch"/*.tsv "$scratch/there"
sed 's/epochs: 40/epochs: 41/' "$scratch/trouble.yaml" \
    >"$scratch/there/trouble.yaml"
two_texts() {
    set -- "$(realpath "$codarun")" "$@"
    mpirun -n 1 -wdir "$scratch/here" "$@" : \
        -n 1 -wdir "$scratch/there" "$@" >"$scratch/out" 2>&1
    ended_by "read different texts" $?
}
"$codarun" table "$scratch/whole" --trials --format csv >"$scratch/rows.csv"
ok "ranks that read different experiments do not run a sweep" \
    two_texts run trouble.yaml -q -o "$scratch/neither"
ok "nor one of its rows again" \
    two_texts verify --rerun 1 trouble.yaml "$scratch/rows.csv"

# The data of two ranks, by where each looks first.
mkdir "$scratch/one" "$scratch/other"
cp "$scratch"/*.tsv "$scratch/one"
sed '5s/w1/w2/' "$scratch/train.tsv" >"$scratch/other/train.tsv"
two_data() {
    set -- "$codarun" run "$scratch/trouble.yaml" -q -o "$scratch/two" \
        --set run.ranks_per_trial="$@"
    mpirun -n 1 -x CODARUN_DATA="$scratch/one" "$@" : \
        -n 1 -x CODARUN_DATA="$scratch/other" "$@" >"$scratch/out" 2>&1
    status=$?
    cat "$scratch/out"
    [ $status -eq 1 ] && grep -q '^codarun: .*read other data' "$scratch/out"
}
for size in 1 2; do
    ok "ranks that read different data do not run a sweep, $size a trial" \
        two_data $size
done
ok "nor beside a coordinator of their own" two_data 1 --dedicated-coordinator

# Another host takes the folder over while the first one runs.
taken_over() {
    run_on 2 1 "$scratch/taken" >"$scratch/out" 2>&1 &
    while kill -0 $! 2>/dev/null; do
        [ -e "$scratch/taken/owner" ] &&
            echo "elsewhere 5 0" >"$scratch/taken/owner"
        sleep 0.05
    done
    wait $!
    ended_by "taken over by process 5 on host elsewhere" $? 75
}
ok "who loses the folder to another host stops: one line" taken_over
ok "whoever comes when that one is silent finishes" \
    ranks 2 "$codarun" run "$scratch/trouble.yaml" -q -o "$scratch/taken" \
    --set run.ranks_per_trial=1 --set run.silence=4
ok "in the same bits" "$codarun" verify "$scratch/whole" "$scratch/taken"

disk=$scratch/disk
mkdir "$disk"
if mount -t tmpfs -o size=60m codarun-test "$disk" 2>/dev/null; then
    trap 'umount "$disk"; rm -rf "$scratch"' EXIT
    for shape in "1 1" "2 1" "2 2"; do
        set -- $shape
        mount -o remount,size=2200k "$disk"
        ok "$1 ranks, $2 a trial, on a disk that fills up: one line" \
            fails_on "$1" "$2" "$disk/out" "No space left on device"
        ok "nothing half-written is left behind" \
            sh -c '! find "$1" -name "*.tmp.*" | grep .' - "$disk"
        mount -o remount,size=60m "$disk"
        ok "with room again it finishes" run_on "$1" "$2" "$disk/out"
        ok "in the same bits" "$codarun" verify "$scratch/whole" "$disk/out"
        rm -rf "$disk/out"
    done
else
    skip "a disk that fills up" "needs the right to mount one"
fi
done_testing
