#!/bin/bash
# Only one process uses a folder at a time, also if the others are on other
# hosts: a living holder is left alone, a dead or silent one is replaced, and no
# trial is failed for it.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/leases.sh"
. "$srcdir/tests/mpi/faults.sh"

can_have_hosts || skip_all "needs the right to make namespaces of hosts"
trap 'for p in $(pgrep -f "codarun run .* -o $scratch/"); do kill -KILL $p; done
      rm -rf "$scratch"' EXIT
make_lease_sweep

# at_once I
at_once() {
    ok "of four hosts that start at once one trains, time $1" \
        four_at_once "$scratch/four"
}
at_random() {
    ok "a living one is left alone by 20 starts, though it is stopped now and \
then" random_starts 20 "${CODARUN_LEASE_SEED:-7}" "$scratch/random"
}

# Each host starts when the one before it has been refused.
one_by_one() {
    start_on a "$dir" --set train.epochs=100000
    until grep -qs " start " "$dir/journal"; do
        sleep 0.05
    done
    for host in b c d; do
        start_on $host "$dir" --set train.epochs=100000
        until [ -e "$dir.$host.status" ]; do
            sleep 0.05
        done
    done
    "$codarun" stop "$dir"
    wait
    show "$dir" a b c d
    [ "$(statuses "$dir" a b c d)" = "75 75 75 85" ] &&
        ! grep -E " (fail|down|blame) " "$dir/journal" &&
        [ "$(grep -c " begin " "$dir/journal")" -eq 1 ]
}
after_another() {
    dir=$scratch/one
    ok "four hosts, one after the other, fail no trial" one_by_one
}

# begun_on HOST "POINT" OPTION...: start a run that trains, and hold it there
begun_on() {
    export FAULT_AT=$2 FAULT_DO="hold $scratch/held"
    export LD_PRELOAD="$preloaded $shared/faults.so"
    start_on "$1" "$dir" "${@:3}"
    launcher=$!
    unset LD_PRELOAD FAULT_AT FAULT_DO
    held 0 || return 1
    holder=$(coordinator_of "$dir" "$1")
}
saves="put *.last.h5" # a state of it exists

# stop PROCESS: wait until it has stopped; a thread that writes to a disk
# finishes that first
stop() {
    kill -STOP "$1"
    while grep -h "^State:" "/proc/$1"/task/*/status | grep -v "T (stopped)"; do
        sleep 0.02
    done
}
preloaded=

killed_elsewhere() {
    begun_on a "$saves" || return 1
    kill -KILL "$holder"
    began=$(date +%s%N)
    start_on b "$dir"
    until [ "$(grep -c " begin " "$dir/journal")" -eq 2 ]; do
        sleep 0.05
        [ ! -e "$dir.b.status" ] || break
    done
    took=$((($(date +%s%N) - began) / 1000000))
    wait
    show "$dir" a b
    echo "taken over after $took ms"
    [ $took -lt 14000 ] && [ "$(cat "$dir.b.status")" = 0 ] &&
        grep "has not renewed its lease" "$dir.b.out" && whole_and_equal "$dir"
}
killed() {
    dir=$scratch/killed
    ok "a holder that died on another host is replaced, unattended" \
        killed_elsewhere
}

# The first holder is stopped for longer than its silence, loses the folder, and
# continues.  Appends that are not atomic, as on NFS, could damage a file
# permanently.
cat >"$scratch/nfs.c" <<END
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/types.h>
#include <unistd.h>

/* Appends go where the file ended when it was opened, or behind our last. */
static int appends[1024];

int open(const char *path, int flags, ...)
{
    int (*real)(const char *, int, mode_t);
    va_list more;

    *(void **)&real = dlsym(RTLD_NEXT, "open");
    va_start(more, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    const int fd = real(path, flags & ~O_APPEND, mode);

    if (fd >= 0 && fd < 1024 && flags & O_APPEND)
        lseek(fd, 0, SEEK_END), appends[fd] = 1;
    return fd;
}
END
loses() {
    preloaded=$shared/nfs.so
    begun_on a "$saves" || return 1
    stop "$holder"
    let_go 0
    FAULT_AT=$saves FAULT_DO="hold $scratch/taken" \
        LD_PRELOAD=$shared/faults.so start_on b "$dir"
    until [ -e "$scratch/taken.0" ] || [ -e "$dir.b.status" ]; do
        sleep 0.02
    done
    kill -CONT "$holder"
    until [ -e "$dir.a.status" ]; do
        sleep 0.02
    done
    rm -f "$scratch/taken.0"
    wait
    show "$dir" a b
    cat "$dir/events.jsonl"
    [ "$(cat "$dir.a.status") $(cat "$dir.b.status")" = "75 0" ] &&
        grep "^codarun: .*was taken over by process" "$dir.a.out" &&
        whole_and_equal "$dir" &&
        [ "$(grep -c '"event": *"end"' "$dir/events.jsonl")" -eq 1 ]
}
lost() {
    dir=$scratch/lost
    ok "a process that has lost a folder writes nothing into it" loses
}

# A silent holder that has saved nothing looks like one that its trial has
# killed.
silent_elsewhere() {
    begun_on a "create *.h5" --set run.checkpoint_seconds=1000 \
        --set run.retries=0 || return 1
    stop "$holder"
    let_go 0
    start_on b "$dir" --set run.retries=0
    until [ -e "$dir.b.status" ]; do
        sleep 0.05
    done
    kill -CONT "$holder"
    wait
    show "$dir" a b
    [ "$(cat "$dir.a.status") $(cat "$dir.b.status")" = "75 0" ] &&
        [ "$(grep -c " blame " "$dir/journal")" -eq 1 ] &&
        [ "$(grep -c " start " "$dir/journal")" -eq 3 ] &&
        ! grep -E " (fail|down) " "$dir/journal" &&
        "$codarun" verify "$shared/whole" "$dir"
}
silent() {
    dir=$scratch/silent
    ok "a silent holder elsewhere costs its trial one try, and fails none" \
        silent_elsewhere
}

# A start takes the folder over from a silent holder, and ends before it has
# judged the holder's trials: the next start judges them.
# silent_then ENDS: the start in between is made by that command
silent_then() {
    settings="--set run.retries=0 --set run.silence=2"
    # shellcheck disable=SC2086 # several options
    set -- "$1" "$codarun" run "$shared/leases.yaml" -o "$dir" $settings
    fault "create *.h5" die "${@:2}" --set run.checkpoint_seconds=1000
    sed -i 's/^[^ ]* /elsewhere /' "$dir/owner"
    "$@" && "${@:2}" -q && cat "$dir/journal" &&
        [ "$(grep -c " begin " "$dir/journal")" -eq 2 ] &&
        [ "$(grep -c " blame 0 " "$dir/journal")" -eq 1 ] &&
        ! grep -E " (fail|down) " "$dir/journal" &&
        "$codarun" verify "$shared/whole" "$dir"
}
# lacks_data COMMAND...: it ends in order because its data are missing
lacks_data() {
    mv "$scratch/train.tsv" "$scratch/kept.tsv"
    says "train.tsv" 1 "$@"
    status=$?
    mv "$scratch/kept.tsv" "$scratch/train.tsv"
    grep " state=left " "$dir/owner" && return $status
}
# killed_early COMMAND...: it is killed while it reads its data
killed_early() {
    "$hold_open" "$scratch/train.tsv" >"$scratch/wanted" &
    open=$!
    until grep -q ready "$scratch/wanted"; do
        kill -0 $open || return 1
        sleep 0.02
    done
    "$@" &
    reader=$!
    until grep -q wanted "$scratch/wanted"; do
        kill -0 $reader && kill -0 $open || return 1
        sleep 0.02
    done
    kill -KILL $reader
    kill $open
    wait $reader $open
    grep " $reader " "$dir/owner"
}
hold_open=$(realpath "${builddir:-.}/tests/mpi/hold_open" 2>/dev/null)

# These tests move data away or block them.
left_to_next() {
    cp "$shared"/*.tsv "$shared/leases.yaml" "$scratch"
    ln -s "$shared"/{whole,faults.so} "$scratch"
    shared=$scratch
    dir=$scratch/lacking
    ok "nor if the next start has no data" silent_then lacks_data
    dir=$scratch/early
    ok "nor if that start is killed early" silent_then killed_early
}

# The lease's file is missing, wrong or empty, and its holder runs on another
# host.
without_owner() {
    begun_on a "$saves" --set train.epochs=100000 || return 1
    let_go 0
    for how in removed garbage empty; do
        rm "$dir/owner"
        case $how in
        garbage) echo "what is this" >"$dir/owner" ;;
        empty) : >"$dir/owner" ;;
        esac
        (on_host b timeout 60 "$codarun" run "$shared/leases.yaml" -o "$dir" \
            -q --set train.epochs=100000)
        [ $? -eq 75 ] || return 1
    done
    "$codarun" status "$dir" | tee "$scratch/said"
    grep "^state *running" "$scratch/said"
}
asked_to_stop() {
    rm "$dir/owner"
    (on_host b "$codarun" stop "$dir") && wait && cat "$dir.a.out" &&
        grep -x 85 "$dir.a.status" &&
        grep "stopped by codarun stop" "$dir.a.out" && [ ! -e "$dir/owner" ] &&
        [ ! -e "$dir/stop" ] && says "no sweep runs in it" 0 "$codarun" stop "$dir"
}
without() {
    dir=$scratch/without
    ok "a folder whose owner's file is gone, garbage or empty is left alone" \
        without_owner
    ok "codarun stop ends it from another host, with a checkpoint" asked_to_stop
}

# Three of four reads of the lease fail, as over a network for a moment.
cat >"$scratch/unread.c" <<END
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/types.h>

int open(const char *path, int flags, ...)
{
    const char *name = strrchr(path, '/');
    static int looks;
    va_list more;

    va_start(more, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (name && !strcmp(name, "/owner") && ++looks % 4) {
        errno = EIO;
        return -1;
    }
    return openat(AT_FDCWD, path, flags, mode);
}
END
stopped_unread() {
    begun_on a "$saves" --set train.epochs=100000 || return 1
    let_go 0
    LD_PRELOAD=$shared/unread.so "$codarun" stop "$dir" && wait &&
        cat "$dir.a.out" && grep -x 85 "$dir.a.status"
}
unread() {
    dir=$scratch/unread
    ok "codarun stop ends it though the lease cannot be read now and then" \
        stopped_unread
}
refuses() {
    ok "codarun stop ends one of two ranks that a start was refused by" \
        says "in use" 85 sh -c '
        mpirun -n 2 "$1" run "$2/leases.yaml" -o "$3" \
            --set train.epochs=100000 &
        until grep -qs " start " "$3/journal" && grep -qs token "$3/owner"; do
            sleep 0.05
        done
        "$1" run "$2/leases.yaml" -o "$3" --set train.epochs=100000
        "$1" stop "$3" && wait $!' - "$codarun" "$shared" "$scratch/ranks"
}

# --- all of them -----------------------------------------------------------

ok "one can be held" make_faults
ok "an undisturbed run finishes" "$codarun" run "$scratch/leases.yaml" \
    -o "$scratch/whole"
beside left_to_next
beside at_random
beside silent
beside killed
# shellcheck disable=SC2086 # it may have options
if ${CC:-cc} -shared -fPIC -o "$scratch/nfs.so" "$scratch/nfs.c" -ldl &&
    ${CC:-cc} -shared -fPIC -o "$scratch/unread.so" "$scratch/unread.c"; then
    beside lost
    beside unread
else
    skip "a process that has lost a folder, or cannot read it" "no compiler"
fi
beside without
beside after_another
beside refuses
for i in 1 2 3 4 5; do
    beside at_once $i
done
done_testing
