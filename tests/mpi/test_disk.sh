#!/bin/bash
# A disk that does not keep what it is given, or takes nothing any more, and a
# results folder that goes away while a sweep runs: it ends with one line or goes
# on, and nothing that it had noted is lost.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/sweeps.sh"

make_experiment "$scratch/disk.yaml" <<END
name: disk
train: {epochs: 40, batch: 8, grains: 16, evaluate_every: 10}
run: {checkpoint_seconds: 0.05, keep: all}
sweep: {parameters: {train.seed: [1, 2, 3]}}
END

# A process's sync number FAIL_SYNC fails, and those of its journal take
# SLOW_SYNC seconds.
cat >"$scratch/sync.c" <<END
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fails(void)
{
    static atomic_int calls;
    const char *at = getenv("FAIL_SYNC");

    if (atomic_fetch_add(&calls, 1) + 1 != (at ? atoi(at) : 0))
        return 0;
    errno = EIO;
    return -1;
}

int fsync(int fd)
{
    return fails() ? -1 : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    const char *seconds = getenv("SLOW_SYNC");

    if (seconds)
        sleep((unsigned)atoi(seconds));
    return fails() ? -1 : (int)syscall(SYS_fdatasync, fd);
}
END

# run_on RANKS RANKS_PER_TRIAL DIR LAUNCHER'S OPTION...
run_on() {
    n=$1 size=$2 dir=$3
    shift 3
    mpirun -n "$n" "$@" "$codarun" run "$scratch/disk.yaml" -q -o "$dir" \
        --set run.ranks_per_trial="$size"
}

# ended_by PATTERN: $status is 1, and one line in $dir.out, behind warnings at
# most, says why
ended_by() {
    echo "status $status"
    cat "$dir.out"
    [ $status -eq 1 ] &&
        grep '^codarun:' "$dir.out" | grep -v '^codarun: warning:' |
        awk -v why="$1" '$0 !~ why { n++ } END { exit n || NR != 1 }'
}

# Does the sync that fails end the sweep as it should, if it does?
fails_sync() {
    run_on "$2" "$3" "$dir" -x LD_PRELOAD="$scratch/sync.so" \
        -x FAIL_SYNC="$1" >"$dir.out" 2>&1
    status=$?
    [ $status -eq 0 ] || {
        failures=$((failures + 1))
        ended_by "cannot .*: Input/output error"
    }
}

# Has no trial that the journal had as finished begun again?
keeps_its_word() {
    cat "$1/journal"
    awk '$2 == "finish" { over[$3] = 1 } $2 == "start" && $3 in over { bad = 1 }
        END { exit bad }' "$1/journal"
}

ok "a run left alone finishes" run_on 2 1 "$scratch/whole"
ok "syncs can be made to fail" ${CC:-cc} -shared -fPIC -o "$scratch/sync.so" \
    "$scratch/sync.c"
failures=0
for shape in "1 1" "2 1" "2 2"; do
    for at in 1 4 11 24; do
        dir=$scratch/sync.$at.${shape// /}
        # shellcheck disable=SC2086 # two words
        ok "${shape% *} ranks, ${shape#* } a trial, sync $at fails" \
            fails_sync $at $shape
        # shellcheck disable=SC2086 # two words
        ok "later it finishes" run_on $shape "$dir"
        ok "and trains nothing twice that was finished" keeps_its_word "$dir"
        ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir"
    done
done
ok "most failures ended it" test $failures -ge 8

# An order leaves once its line is on the disk, not in the file alone.
waits_for_the_disk() {
    mpirun -n 1 -x LD_PRELOAD="$scratch/sync.so" -x SLOW_SYNC=6 "$codarun" run \
        "$scratch/disk.yaml" -q -o "$dir" >"$dir.out" 2>&1 &
    launcher=$!
    begun 1 "$dir" && sleep 1
    ! grep '"event": "start"' "$dir/events.jsonl" &&
        until_said '"event": "start"' "$dir/events.jsonl"
}
dir=$scratch/slow
ok "no trial begins before that stands on the disk" waits_for_the_disk
process 0 "$dir" | xargs -r kill -KILL
wait $launcher

# A disk that does not answer for a while: who waits says for what.
does_not_answer() {
    CODARUN_STORAGE_SECONDS=1 mpirun -n 1 -x CODARUN_STORAGE_SECONDS \
        -x LD_PRELOAD="$scratch/sync.so" -x SLOW_SYNC=8 "$codarun" run \
        "$scratch/disk.yaml" -q -o "$dir" >"$dir.out" 2>&1 &
    launcher=$!
    until_said "warning: storage does not answer: waiting for . s to write .*$1" \
        "$dir.out"
}
status_tells() {
    until "$codarun" status "$dir" >"$dir.status" 2>&1 &&
        grep "storage    does not answer: waits to write .*$1.* for " \
            "$dir.status"; do
        kill -0 $launcher 2>/dev/null || return 1
        sleep 0.2
    done
    grep "state      running" "$dir.status"
}
ok "a time that is none is refused" \
    says "CODARUN_STORAGE_SECONDS: found 'soon', expected 0 to 86400" 1 \
    env CODARUN_STORAGE_SECONDS=soon "$codarun" status "$dir"
dir=$scratch/silent
ok "a disk that does not answer is told of" does_not_answer silent/journal
ok "status tells of it, too" status_tells silent/journal
ok "so is that it does again" until_said \
    "warning: storage answers again: '.*silent/journal', after" "$dir.out"
ok "events have both" until_said '"event": "warning".*storage answers' \
    "$dir/events.jsonl"
process 0 "$dir" | xargs -r kill -KILL
wait $launcher

# A folder that is renamed.
moves() {
    run_on 2 1 "$dir" >"$dir.out" 2>&1 &
    launcher=$!
    begun 2 "$dir" && mv "$dir" "$dir.away"
    wait $launcher
    status=$?
    ended_by "No such file or directory"
}
dir=$scratch/moved
ok "a results folder that goes away ends the sweep: one line" moves
ok "and is not begun anew" mv -T "$dir.away" "$dir"
ok "back in its place it goes on to its end" run_on 2 1 "$dir"
ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir"

# A file system that finds itself damaged, and takes nothing from then on.
disk=$scratch/disk.image
image() {
    truncate -s 64M "$disk" && mkfs.ext4 -q "$disk" && mkdir "$scratch/ext4" &&
        mount -o loop "$disk" "$scratch/ext4"
}
turns_read_only() {
    run_on "$1" "$2" "$dir" >"$scratch/ro.out" 2>&1 &
    launcher=$!
    until [ "$(entries finish "$dir")" -ge 1 ]; do
        kill -0 $launcher 2>/dev/null || break
        sleep 0.02
    done
    mount -o remount,abort "$scratch/ext4"
    wait $launcher
    status=$?
    dir=$scratch/ro ended_by "Read-only file system"
}
comes_back() {
    # A rank may still be ending when its launcher has ended.
    for _ in $(seq 300); do
        ! umount "$scratch/ext4" || break
        sleep 0.1
    done
    ! mountpoint "$scratch/ext4" || return 1
    e2fsck -fy "$disk"
    mount -o loop "$disk" "$scratch/ext4" && [ "$(entries finish "$dir")" -ge 1 ]
}
if image >/dev/null 2>&1; then
    trap 'umount "$scratch/ext4"; rm -rf "$scratch"' EXIT
    for shape in "1 1" "2 1" "2 2"; do
        dir=$scratch/ext4/${shape// /}
        # shellcheck disable=SC2086 # two words
        ok "${shape% *} ranks, ${shape#* } a trial, on a disk that turns \
read-only: one line" turns_read_only $shape
        ok "it has what was finished" comes_back
        # shellcheck disable=SC2086 # two words
        ok "later it finishes" run_on $shape "$dir"
        ok "and trains nothing twice that was finished" keeps_its_word "$dir"
        ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir"
    done
else
    skip "a disk that turns read-only" "needs the right to mount one"
fi
done_testing
