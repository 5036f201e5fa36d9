#!/bin/bash
# A disk whose syncs fail or block, that becomes read-only, and a results folder
# that is renamed while a sweep runs: the sweep ends with one line or continues,
# and nothing that it has recorded is lost.
. "${srcdir:-.}/tests/mpi/mounts.sh"
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/sweeps.sh"
. "$srcdir/tests/mpi/faults.sh"

# After a failure the lease's file may be empty; the next process then waits for
# the silence.
make_experiment "$scratch/disk.yaml" <<END
name: disk
train: {epochs: 4, batch: 8, grains: 16, evaluate_every: 10}
run: {checkpoint_seconds: 0.05, keep: all, threads: 1, silence: 4}
sweep: {parameters: {train.seed: [1, 2, 3]}}
END

# run_on RANKS RANKS_PER_TRIAL DIR
run_on() {
    mpirun -n "$1" "$codarun" run "$shared/disk.yaml" -q -o "$3" \
        --set run.ranks_per_trial="$2"
}

# ended_by PATTERN: $status is 1, and one line in $dir.out, after at most some
# warnings, has the reason
ended_by() {
    echo "status $status"
    cat "$dir.out"
    [ $status -eq 1 ] &&
        grep '^codarun:' "$dir.out" | grep -v '^codarun: warning:' |
        awk -v why="$1" '$0 !~ why { n++ } END { exit n || NR != 1 }'
}

# Was no trial begun again that the journal had as finished?
keeps_its_word() {
    cat "$1/journal"
    awk '$2 == "finish" { over[$3] = 1 } $2 == "start" && $3 in over { bad = 1 }
        END { exit bad }' "$1/journal"
}

# goes_on RANKS RANKS_PER_TRIAL: continue the sweep in $dir until it ends
goes_on() {
    ok "it finishes later" run_on "$1" "$2" "$dir"
    ok "and trains no finished trial again" keeps_its_word "$dir"
    ok "with the same bits" "$codarun" verify "$shared/whole" "$dir"
}

# --- syncs that fail -------------------------------------------------------

fails_sync() {
    FAULT_TOP=$dir fault "$1" fail run_on "$2" "$3" "$dir" >"$dir.out" 2>&1
    status=$?
    ended_by "cannot .*: Input/output error"
}

# syncs RANKS RANKS_PER_TRIAL
syncs() {
    while read -r point; do
        dir=$scratch/${point//[^a-z]/}
        ok "$1 ranks, $2 a trial, '$point' fails: one line" \
            fails_sync "$point" "$1" "$2" </dev/null
        goes_on "$1" "$2" </dev/null
    done <<END
sync experiment.yaml
sync journal 2
sync states/?/*.last.h5
sync trials/?/*.h5
END
}

# --- slow syncs ------------------------------------------------------------

# An order is sent only when its line is on the disk, not just in the file.  The
# coordinator meanwhile handles the messages that came earlier.
waits_for_the_disk() {
    fault "sync journal *" "hold $scratch/held" run_on 1 1 "$dir" \
        >"$dir.out" 2>&1 &
    launcher=$!
    until [ "$(entries start "$dir")" -gt 0 ]; do
        let_go 0
        held 0 || return 1
    done
    sleep 0.3
    ! grep '"event": "start"' "$dir/events.jsonl" || return 1
    while ! grep '"event": "start"' "$dir/events.jsonl"; do
        kill -0 $launcher || return 1
        let_go 0
        sleep 0.02
    done
}
slow() {
    dir=$scratch/slow
    ok "no trial begins before its order is on the disk" waits_for_the_disk
    process 0 "$dir" | xargs -r kill -KILL
    wait $launcher
}

# A disk that does not answer for a while: the waiting process names the reason.
does_not_answer() {
    CODARUN_STORAGE_SECONDS=0.5 fault "sync journal 2" "hold $scratch/held" \
        run_on 1 1 "$dir" >"$dir.out" 2>&1 &
    launcher=$!
    until_said "warning: storage does not answer: waiting for . s to write .*$1" \
        "$dir.out"
}
status_tells() {
    until "$codarun" status "$dir" >"$dir.status" 2>&1 &&
        grep "storage    does not answer: waits to write .*$1.* for " \
            "$dir.status"; do
        kill -0 $launcher 2>/dev/null || return 1
        sleep 0.05
    done
    grep "state      running" "$dir.status"
}
silent() {
    dir=$scratch/silent
    ok "a disk that does not answer is reported" does_not_answer silent/journal
    ok "status reports it, too" status_tells silent/journal
    let_go 0
    ok "so is its return" until_said \
        "warning: storage answers again: '.*silent/journal', after" "$dir.out"
    ok "events have both" until_said '"event": "warning".*storage answers' \
        "$dir/events.jsonl"
    wait $launcher
}

# --- a folder that is renamed ----------------------------------------------

# It happens just before rank 1 stores its first result.
moves() {
    FAULT_TOP=$dir FAULT_RANK=1 fault "create trials/?/*.h5" \
        "hold $scratch/held" run_on 2 1 "$dir" >"$dir.out" 2>&1 &
    launcher=$!
    begun 2 "$dir" && held 1 && mv "$dir" "$dir.away"
    let_go 1
    wait $launcher
    status=$?
    ended_by "No such file or directory"
}
moved() {
    dir=$scratch/moved
    ok "a results folder that goes away ends the sweep: one line" moves
    ok "and is not started again" mv -T "$dir.away" "$dir"
    ok "back in its place it continues to its end" run_on 2 1 "$dir"
    ok "with the same bits" "$codarun" verify "$shared/whole" "$dir"
}

# --- a file system that becomes read-only ----------------------------------

# The file system finds itself damaged while a rank is about to store a result,
# and another result is stored.
image() {
    truncate -s 16M "$disk" && mkfs.ext4 -q "$disk" && mkdir "$scratch/ext4" &&
        mount -o loop "$disk" "$scratch/ext4"
}
# turns_read_only RANKS RANKS_PER_TRIAL RANK RESULT: at the rank's RESULT-th
# result
turns_read_only() {
    FAULT_TOP=$dir FAULT_RANK=$3 fault "create trials/?/*.h5 $4" \
        "hold $scratch/held" run_on "$1" "$2" "$dir" >"$scratch/ro.out" 2>&1 &
    launcher=$!
    held "$3" || return 1
    until [ "$(entries finish "$dir")" -ge 1 ]; do
        kill -0 $launcher || return 1
        sleep 0.02
    done
    mount -o remount,abort "$scratch/ext4"
    let_go "$3"
    wait $launcher
    status=$?
    dir=$scratch/ro ended_by "Read-only file system"
}
comes_back() {
    # A rank may still be ending when its launcher has ended.
    for _ in $(seq 600); do
        ! umount "$scratch/ext4" || break
        sleep 0.05
    done
    ! mountpoint "$scratch/ext4" || return 1
    e2fsck -fy "$disk"
    mount -o loop "$disk" "$scratch/ext4" && [ "$(entries finish "$dir")" -ge 1 ]
}
read_only() {
    disk=$scratch/disk.image dir=$scratch/ext4/out
    trap 'umount "$scratch/ext4"' EXIT
    image >/dev/null
    ok "$1 ranks, $2 a trial, on a disk that turns read-only: one line" \
        turns_read_only "$@"
    ok "the finished trials are kept" comes_back
    goes_on "$1" "$2"
}
can_mount() {
    disk=$scratch/try.image
    image && umount "$scratch/ext4"
} >/dev/null 2>&1

ok "syncs can be made to fail" make_faults
ok "an undisturbed run finishes" run_on 2 1 "$scratch/whole"
ok "a wrong time is refused" \
    says "CODARUN_STORAGE_SECONDS: found 'soon', expected 0 to 86400" 1 \
    env CODARUN_STORAGE_SECONDS=soon "$codarun" status "$scratch/whole"
beside slow
beside silent
beside moved
if can_mount; then
    beside read_only 1 1 0 2
    beside read_only 2 1 1 1
    beside read_only 2 2 0 2
else
    skip "a disk that turns read-only" "needs the right to mount one"
fi
beside syncs 1 1
beside syncs 2 1
beside syncs 2 2
done_testing
