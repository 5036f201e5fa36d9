#!/bin/bash
# Ranks of a host, and later runs, share the data that one of them has loaded.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/a.yaml" <<X
name: a
train: {epochs: 2, batch: 12, grains: 4, evaluate_every: 7}
sweep: {parameters: {train.seed: [1, 2]}}
X
cd "$scratch" || exit 99

# run_on RANKS DIR [OPTION]...
run_on() {
    on=$1 dir=$2
    shift 2
    ranks "$on" "$codarun" run a.yaml -o "$dir" "$@" </dev/null
}

# The images and their inode numbers, which change when an image is made again.
images() {
    (cd "$CODARUN_CACHE"/codarun-* && ls -i -- *.image)
}

one_image() {
    images
    [ "$(images | wc -l)" -eq 1 ]
}

# Wait until the data are so old that any change would show in their times.  An
# image of newer files would get other stamps later.
until [ -z "$(find . -maxdepth 1 -name '*.tsv' -newerct '4 seconds ago')" ]; do
    sleep 0.1
done
ok "a run without a cache" run_on 1 without --set run.cache_gb=0
ok "makes no image" test ! -e "$CODARUN_CACHE"
ok "two ranks run with one" run_on 2 with
ok "make one image" one_image
ok "and have the bits of the run without a cache" "$codarun" verify without with

# Compare also the provenance: what was read, and the notes about it.
same_files() {
    for dir in without with; do
        find $dir/trials -name '*.h5' -exec strings {} + |
            grep -E '\.tsv|questions, |^file\.' | sort >$dir.facts
    done
    grep -q 'train\.tsv' with.facts && diff without.facts with.facts
}
ok "the files and notes of results are the same" same_files

was=$(images)
ok "a later run, of two ranks a trial" run_on 2 again \
    --set run.ranks_per_trial=2
ok "finds the image" test "$(images)" = "$was"
ok "and has the same bits" "$codarun" verify without again
ok "one of three ranks, too" run_on 3 third
ok "found it" test "$(images)" = "$was"
ok "a trial that is run again reads the files" "$codarun" verify with --rerun 0
ok "doctor reports it" says "^cache  .*: 1 image of encoded data" 0 \
    "$codarun" doctor
ok "and reports that there is none" says "^cache  *none" 0 env CODARUN_CACHE= "$codarun" doctor

# mappings: count the processes that have an image of this cache mapped
mappings() {
    grep -ls "$CODARUN_CACHE/codarun-.*\.image" /proc/[0-9]*/maps | wc -l
}

# Train until both ranks were seen to map the image.
both_map_it() {
    run_on 2 long --set train.epochs=100000 >long.log 2>&1 &
    pid=$!
    for _ in $(seq 600); do
        n=$(mappings)
        [ "$n" -ge 2 ] || ! kill -0 $pid 2>/dev/null && break
        sleep 0.1
    done
    kill -USR1 $pid
    wait $pid
    cat long.log
    echo "$n mappings"
    [ "$n" -eq 2 ]
}
if [ -r /proc/self/maps ]; then
    ok "both ranks map it" both_map_it
else
    skip "both ranks map it" "no /proc"
fi

# The image is cut while both ranks have it mapped: they continue with its old
# bytes.
cut_while_used() {
    run_on 2 cut --set train.epochs=400 >cut.log 2>&1 &
    pid=$!
    until [ "$(mappings)" -ge 2 ] && [ -s cut/journal ]; do
        kill -0 $pid 2>/dev/null || break
        sleep 0.02
    done
    for f in "$CODARUN_CACHE"/codarun-*/*.image; do
        dd if=/dev/null of="$f" bs=5000 seek=1 2>/dev/null
    done
    wait $pid
    status=$?
    cat cut.log
    [ $status -eq 0 ] && grep -q "warning: file '.*image': another process" cut.log
}
if [ -r /proc/self/maps ]; then
    ok "a run whose image is cut continues" cut_while_used
    ok "a run like it without a cache" run_on 1 uncut --set train.epochs=400 \
        --set run.cache_gb=0
    ok "has the same bits" "$codarun" verify uncut cut
    ok "the next run makes the image again" says \
        "warning: cache: .*cut short: found 5000 bytes.*made anew" 0 run_on 2 anew
    ok "and has the same bits" "$codarun" verify without anew
else
    skip "a run whose image is cut continues" "no /proc"
fi

damage() {
    for f in "$CODARUN_CACHE"/codarun-*/*.image; do
        printf X | dd of="$f" bs=1 seek=700 conv=notrunc 2>/dev/null
    done
}
warns_once() {
    run_on 2 "$1" >log 2>&1
    status=$?
    cat log
    [ $status -eq 0 ] &&
        [ "$(grep -c "warning: cache: .*made anew" log)" -eq 1 ]
}
damage
was=$(images)
ok "a damaged image is made again, with one warning" warns_once damaged
ok "with the same bits" "$codarun" verify without damaged
ok "by another file" test "$(images)" != "$was"

folder=$(echo "$CODARUN_CACHE"/codarun-*)
mv "$folder" moved
ln -s "$PWD/moved" "$folder"
ok "a cache that another could have made is not used" \
    says "no one else may write to" 0 run_on 2 private
ok "with the same bits" "$codarun" verify without private
rm -r "$CODARUN_CACHE"

# A cache that cannot be used is named once on each host, with and without -q,
# also by doctor.
refused_once() {
    export CODARUN_CACHE=$1
    ranks 2 "$codarun" run a.yaml -q -o "$2" </dev/null >log 2>&1
    status=$?
    cat log
    [ $status -eq 0 ] &&
        [ "$(grep -c "warning: cache: .*$3" log)" -eq 1 ] &&
        says "^warning: every rank loads .*codarun-" 0 "$codarun" doctor
}
kept=$CODARUN_CACHE
ok "a cache below a file is refused in one line" refused_once \
    "$PWD/a.yaml" file "Not a directory\|File exists"
ok "so is one in a folder that cannot be written" refused_once \
    /proc/self proc "cannot make '/proc/self/codarun-.*"
if [ "$(stat -f -c %T /dev/shm 2>/dev/null)" = tmpfs ]; then
    export CODARUN_CACHE=/dev/shm/codarun-test.$$
    ok "a cache in memory is reported" says \
        "warning: cache: .* lies in memory (tmpfs), which counts as the job's" 0 run_on 2 shm
    ok "doctor reports it" says \
        "^hint: cache: .* lies in memory (tmpfs), which counts as the job's" 0 \
        "$codarun" doctor
    rm -r "$CODARUN_CACHE"
    ok "it takes an eighth of the memory" says \
        "not kept: found no room for" 0 \
        env SLURM_JOB_ID=1 SLURM_MEM_PER_NODE=0.001 "$codarun" run a.yaml \
        -o little --set run.memory_gb=1
    rm -r "$CODARUN_CACHE"
else
    skip "a cache in memory is reported" "no tmpfs at /dev/shm"
fi
export CODARUN_CACHE=$kept

# held FILE COMMAND...: run it in the background until it waits for the file.
# $reader is its process; release() lets it continue.
hold_open=$(realpath "${builddir:-.}/tests/mpi/hold_open" 2>/dev/null)
held() {
    file=$1
    shift
    "$hold_open" "$file" >wanted &
    holder=$!
    until grep -q ready wanted; do
        kill -0 $holder || return 1
        sleep 0.02
    done
    "$@" >held.log 2>&1 &
    reader=$!
    until grep -q wanted wanted; do
        kill -0 $reader && kill -0 $holder || return 1
        sleep 0.02
    done
}
release() {
    kill $holder
    wait $holder
}

# A maker of an image is held while it reads, and is killed; another process
# waits for the image.
takes_over() {
    held valid.tsv "$codarun" run a.yaml -o killed || return 1
    "$codarun" run a.yaml -o next >next.log 2>&1 &
    next=$!
    sleep 0.5 # time to begin waiting; nothing fails if it takes longer
    kill -KILL $reader
    release
    wait $next
    status=$?
    cat next.log
    return $status
}
ok "the next takes over from a maker that is killed" takes_over
ok "and makes the image" one_image
ok "of the same data" "$codarun" verify without next

# The time of the lock shows that the maker has given up.
does_without() {
    rm -r "$CODARUN_CACHE"
    cp valid.tsv same
    held valid.tsv "$codarun" run a.yaml -o stuck || return 1
    mv same valid.tsv # so that the next run does not block on it
    "$codarun" run a.yaml -o alone >alone.log 2>&1 &
    next=$!
    while kill -0 $next; do
        touch "$CODARUN_CACHE"/codarun-*/lock
        sleep 0.1
    done
    kill -KILL $reader
    release
    wait $next
    status=$?
    cat alone.log
    [ $status -eq 0 ] && grep "cache: no image came from .* without" alone.log
}
ok "a process waiting for a maker that gives up reads the data itself" does_without
ok "with the same bits" "$codarun" verify without alone

# A process that is told to stop before its data are read does not finish
# reading.
# stops_reading DIR OPTION...
stops_reading() {
    cp train.tsv slow.tsv
    held slow.tsv "$codarun" run a.yaml -o "$@" || return 1
    kill -USR1 $reader
    release
    wait $reader
    status=$?
    cat held.log "$1/journal"
    [ $status -eq 85 ]
}
ok "a process told to stop while it reads data stops" \
    stops_reading early --set task.valid=slow.tsv
ok "also if a trial reads them" \
    stops_reading late --set 'sweep.parameters.task.train=[train.tsv, slow.tsv]'
ok "which continues later" grep " stop [0-3] " late/journal
ok "to its end" says "4 trials: 4 finished" 0 "$codarun" run a.yaml -o late \
    --set 'sweep.parameters.task.train=[train.tsv, slow.tsv]'

# The image is a pipe that nobody writes.
as_pipe() {
    f=$(echo "$CODARUN_CACHE"/codarun-*/*.image)
    rm "$CODARUN_CACHE"/codarun-*/*.image
    for f in $f; do mkfifo "$f"; done
    warns_once pipe
}
run_on 1 fresh >/dev/null 2>&1
ok "an image that is a pipe is made again, with one warning" as_pipe
ok "with the same bits" "$codarun" verify without pipe
done_testing
