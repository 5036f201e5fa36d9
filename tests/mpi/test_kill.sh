#!/bin/bash
# A sweep that is killed at any point at which it commits something, or is told
# to stop, and is started again, ends with the same results.
# (tests/long/test_kills.sh kills at random instants.)
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/faults.sh"

# --- killed at each point --------------------------------------------------

make_experiment "$scratch/points.yaml" <<END
name: points
train: {epochs: 2, batch: 8, grains: 16, evaluate_every: 20, seed: 5}
run: {checkpoint_seconds: 0.01, keep: last, retries: 1000, threads: 1}
sweep: {parameters: {train.seed: [1, 2]}}
END

# Points at which a run of one rank changes the disk, named as in faults.c, and
# how many of the first times are tested.
cat >"$scratch/points.0" <<END
create owner 2
put owner
remove owner 2
create checking
sync checking
put checking
remove checking
create origin
sync origin
put origin
create journal
create experiment.yaml
sync experiment.yaml
put experiment.yaml
create experiment.text
sync experiment.text
put experiment.text
sync . 5
sync journal 3
create events.jsonl
create status.json 2
put status.json 2
create states/?/*.best.h5
sync states/?/*.best.h5
put states/?/*.best.h5
remove states/?/*.best.h5
create states/?/*.last.h5 2
sync states/?/*.last.h5
put states/?/*.last.h5 2
sync states/? 2
create trials/?/*.h5
sync trials/?/*.h5
put trials/?/*.h5
sync trials/?
create sweep.h5
sync sweep.h5
put sweep.h5
END

# The points of a rank other than 0.
grep -E " (states|trials)/" "$scratch/points.0" | cut -d " " -f 1,2 \
    >"$scratch/points.other"

# noted RANKS RANKS_PER_TRIAL RANK: the points of a rank in an undisturbed run
noted() {
    FAULT_LOG=$scratch/log.$3 FAULT_RANK=$3 FAULT_TOP=$scratch/noted.$3 \
        fault "" "" ranks "$1" "$codarun" run -q "$scratch/points.yaml" \
        -o "$scratch/noted.$3" --set run.ranks_per_trial="$2" \
        --set sweep.parameters.train.seed="[1, 2, 3, 4]" &&
        sort -u "$scratch/log.$3"
}

# names FILE: the points of a list
names() {
    cut -d " " -f 1,2 "$1" | sort -u
}

# killed RANKS RANKS_PER_TRIAL RANK WHAT POINT: the fault ends a run; no rank is
# left, and one rank alone finishes the sweep
killed() {
    dir=$scratch/killed
    rm -rf "$dir"
    FAULT_RANK=$3 FAULT_TOP=$dir fault "$5" "$4" mpirun -n "$1" "$codarun" run \
        "$scratch/points.yaml" -o "$dir" --set run.ranks_per_trial="$2" \
        >"$dir.out" 2>&1 </dev/null
    status=$?
    cat "$dir.out"
    [ $status -eq 137 ] || return
    for _ in $(seq 300); do
        pgrep -f -- "-o $dir( |\$)" || break
        sleep 0.1
    done
    ! pgrep -af -- "-o $dir( |\$)" &&
        "$codarun" run "$scratch/points.yaml" -q -o "$dir" </dev/null &&
        "$codarun" verify "$shared/whole.points" "$dir" &&
        ! find "$dir" -name "*.tmp.*" | grep .
}

# kill_at RANKS RANKS_PER_TRIAL RANK FILE [I]: at each point of a list, or at
# every fourth from the I-th
kill_at() {
    cp "$shared/points.yaml" "$shared"/*.tsv "$scratch"
    while read -r call name times; do
        for time in $(seq "${times:-1}"); do
            ok "$1 ranks, $2 a trial, rank $3 is killed at '$call $name', \
time $time: the same bits" killed "$1" "$2" "$3" die "$call $name $time"
        done
    done < <(awk -v i="${5--1}" 'i < 0 || NR % 4 == i' "$shared/$4")
}

# Writes of which only a half reaches the disk.
tear() {
    cp "$shared/points.yaml" "$shared"/*.tsv "$scratch"
    for time in 1 2 3 4; do
        ok "killed with half of write $time to the journal: the same bits" \
            killed 1 1 0 tear "write journal $time"
    done
    ok "or to the events" killed 1 1 0 tear "write events.jsonl 2"
    ok "or to status.json" killed 1 1 0 tear "write status.json"
}

ok "points can be had" make_faults
ok "an undisturbed run finishes" "$codarun" run -q "$scratch/points.yaml" \
    -o "$scratch/whole.points"
for shape in "1 1 0 0" "2 1 1 other" "4 2 2 other"; do
    read -r n size rank file <<<"$shape"
    ok "$n ranks, $size a trial: the points of rank $rank are those listed" \
        diff <(names "$scratch/points.$file") <(noted "$n" "$size" "$rank")
done
for i in 0 1 2 3; do
    beside kill_at 1 1 0 points.0 $i
done
beside tear
grep "^put " "$scratch/points.other" >"$scratch/puts.other"
for i in 0 1 2 3; do
    beside kill_at 4 2 2 points.other $i
done
beside kill_at 2 1 1 puts.other
together

# --- undisturbed, and told to stop -----------------------------------------

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
ok "a longer undisturbed run finishes" run_in "$scratch/whole"

# As after a kill between a trial's result and its end in the journal: states
# that the trial does not keep are still there.
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

# Parts of a folder may be on other disks, and also the whole folder.
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
ok "no partial file is left behind links" leaves_nothing

# until_trains DIR
until_trains() {
    until grep -qs start "$1/journal"; do
        kill -0 $job || return 1
        sleep 0.02
    done
}

# stopped_by SIGNAL: does the job end with 85, and print how to continue? mpirun
# passes on USR1 and USR2.  After TERM and INT it ends the job in its own way,
# so those are sent to the ranks themselves, as srun does.
stopped_by() {
    dir=$shared/$1
    env --default-signal=HUP mpirun -n 2 "$codarun" run "$shared/kill.yaml" \
        -o "$dir" >"$dir.out" 2>&1 &
    job=$!
    until_trains "$dir"
    case $1 in
    USR?) kill -"$1" $job ;;
    *) kill -"$1" $(ps -o pid= --ppid $job) ;;
    esac
    wait $job
    status=$?
    echo "status $status"
    cat "$dir.out"
    [ $status -eq 85 ] && grep -q "goes on from there" "$dir.out"
}
stops() {
    ok "SIG$1 stops it with status 85, and says how to go on" stopped_by "$1"
}
nohup_goes_on() {
    nohup "$codarun" run "$shared/kill.yaml" -o "$shared/nohup" &
    job=$!
    until_trains "$shared/nohup"
    kill -HUP $job
    sleep 0.1
    kill -USR1 $job
    wait $job
    [ $? -eq 85 ]
}
nohup_keeps() {
    ok "nohup keeps SIGHUP from it" says "stopped by SIGUSR1" 0 nohup_goes_on
}

# Only rank 1 is told to stop, as it opens the experiment.
told_alone() {
    FAULT_RANK=1 fault "open kill.yaml *" stop ranks 2 sh -c '
        "$1" run "$2" -o "$3"
        echo "rank $PMIX_RANK ended with $?"' - "$codarun" \
        "$shared/kill.yaml" "$scratch/told" >"$scratch/told.out" 2>&1
    cat "$scratch/told.out"
    grep "^rank 0 ended with 85" "$scratch/told.out" &&
        grep "^codarun: stopped by SIGUSR1 before a trial began: on another" \
            "$scratch/told.out" && [ ! -e "$scratch/told" ]
}
tells_alone() {
    ok "if one of two ranks is told to stop as it reads the experiment, both stop" told_alone
}

beside tells_alone
beside nohup_keeps
for signal in TERM USR1 USR2 INT HUP XCPU; do
    beside stops $signal
done
together
ok "stopped by SIGUSR1, its folder is enough to resume it" \
    ranks 2 "$codarun" resume "$scratch/USR1"
ok "stopped by SIGUSR1, it ends in the same bits" \
    "$codarun" verify "$scratch/whole" "$scratch/USR1"
done_testing
