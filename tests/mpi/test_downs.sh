#!/bin/bash
# A trial that takes the job down is failed, and nobody else is: not who trained
# beside it, not who had come further, and not who was killed by hand.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/sweeps.sh"

make_experiment "$scratch/downs.yaml" <<END
name: downs
train: {epochs: 20, batch: 8, grains: 16, evaluate_every: 10}
run: {checkpoint_seconds: 0.05, threads: 1, cache_gb: 0}
sweep: {parameters: {task.train: [a.tsv, bad.tsv, c.tsv, d.tsv]}}
END
for name in a bad c d worse-bad; do
    cp "$scratch/train.tsv" "$scratch/$name.tsv"
done

# A process is killed that opens DEADLY, a text, or has put a file of that name
# in place; one that is about to put SLOW in place says so in the file HELD, and
# waits while it is there.
cat >"$scratch/deadly.c" <<END
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(const char *variable, const char *path)
{
    const char *end = getenv(variable);

    return end && strlen(path) >= strlen(end) &&
           !strcmp(path + strlen(path) - strlen(end), end);
}

static void hold(void)
{
    close(open(getenv("HELD"), O_WRONLY | O_CREAT, 0666));
    while (!access(getenv("HELD"), F_OK))
        usleep(1000);
}

int open(const char *path, int flags, ...)
{
    int (*real)(const char *, int, mode_t);
    va_list more;

    *(void **)&real = dlsym(RTLD_NEXT, "open");
    if (is("DEADLY", path) && strstr(path, ".tsv"))
        raise(SIGKILL);
    va_start(more, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return real(path, flags, mode);
}

int renameat(int old, const char *from, int new, const char *to)
{
    int (*real)(int, const char *, int, const char *);
    int status;

    *(void **)&real = dlsym(RTLD_NEXT, "renameat");
    if (is("SLOW", to))
        hold();
    status = real(old, from, new, to);
    if (is("DEADLY", to))
        raise(SIGKILL);
    return status;
}
END

# run_on RANKS DIR OPTION...; apart: two, each on a host of its own
run_on() {
    n=$1 dir=$2
    shift 2
    set -- "$codarun" run "$scratch/downs.yaml" -o "$dir" "$@"
    case $n in
    apart) mpirun -n 1 "$@" : -n 1 unshare -u \
        sh -c 'hostname other && exec "$@"' sh "$@" ;;
    *) mpirun -n "$n" "$@" ;;
    esac
}

# deadly ENDING RANKS DIR OPTION...: run until it is over, and say how often it
# was not
deadly() {
    deaths=0 said=$3.out
    export LD_PRELOAD=$scratch/deadly.so DEADLY=$1
    shift
    until run_on "$@" >"$said" 2>&1; do
        [ $? -ne 3 ] && [ $deaths -lt 300 ] || break
        deaths=$((deaths + 1))
    done
    unset LD_PRELOAD DEADLY
    cat "$said" "$2/journal"
    echo "$deaths deaths"
}

# bad_one_fails RANKS DIR MOST: is the bad one failed at the second time that it
# is alone with, found by halves, and is nobody else blamed?
bad_one_fails() {
    deadly bad.tsv "$1" "$2"
    [ $deaths -ge 2 ] && [ $deaths -le "$3" ] &&
        grep "4 trials: 3 finished, 1 failed" "$2.out" &&
        grep " fail 1 bytes .*reason=took the job down 2 times" "$2/journal" &&
        [ "$(grep -c " blame " "$2/journal")" -eq 1 ] &&
        grep " blame 1 " "$2/journal"
}

ok "a library can kill its process" ${CC:-cc} -shared -fPIC \
    -o "$scratch/deadly.so" "$scratch/deadly.c" -ldl
ok "a run left alone finishes" run_on 2 "$scratch/whole"
for n in 1 2 4; do
    dir=$scratch/deadly.$n
    most=$((n < 4 ? n + 1 : 4)) # 1, a halving for each power of 2, and a retry
    ok "$n ranks: a trial that takes the job down twice is failed" \
        bad_one_fails $n "$dir" $most
    ok "it is a row with its reason" says "took the job down 2 times" 0 \
        "$codarun" table "$dir" --trials
    ok "and left alone" says "3 finished, 1 failed" 3 run_on $n "$dir"
    ok "until it is asked for again" run_on $n "$dir" --retry-failed
    ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir"
done

# The first that is failed clears the second, by which the input must not be
# checked then: that would take the job down before anything is noted.
worse=worse-bad.tsv
both_fail() {
    deadly bad.tsv "$1" "$dir" \
        --set "sweep.parameters.task.train=[a.tsv, bad.tsv, c.tsv, $worse]"
    [ $deaths -le 6 ] && grep "4 trials: 2 finished, 2 failed" "$dir.out"
}
for n in 1 2; do
    dir=$scratch/both.$n
    ok "$n ranks: of two that do one is failed after the other" both_fail $n
done

# The first start dies before any attempt has begun, while it checks the input
# by the bad one.
trains="sweep.parameters.task.train"
first_fails() {
    deadly bad.tsv "$1" "$dir" --set "$trains=[bad.tsv, a.tsv, c.tsv]"
    [ $deaths -eq 2 ] && grep "3 trials: 2 finished, 1 failed" "$dir.out" &&
        grep " fail 0 bytes .*reason=took the job down 2 times" \
            "$dir/journal" &&
        [ "$(grep -c " blame 0 " "$dir/journal")" -eq 1 ] &&
        [ ! -e "$dir/checking" ]
}
for n in 1 2; do
    dir=$scratch/first.$n
    ok "$n ranks: one by which the input is checked is failed" first_fails $n
done
only_one_fails() {
    deadly bad.tsv 1 "$dir" --set "$trains=[bad.tsv]"
    [ $deaths -eq 2 ] && grep "1 trial: 0 finished, 1 failed" "$dir.out"
}
dir=$scratch/only
ok "so is one with no others" only_one_fails

# check_dies OPTION...: a start that is killed, and leaves its trial's name
check_dies() {
    LD_PRELOAD=$scratch/deadly.so DEADLY=bad.tsv run_on 1 "$dir" "$@"
    [ $? -ne 1 ] && cat "$dir/checking"
}
dir=$scratch/all
set -- --set "$trains=[bad.tsv, worse-bad.tsv, a.tsv]"
ok "a check that kills" check_dies "$@"
ok "and one by another trial" check_dies "$@"
mv "$scratch/a.tsv" "$scratch/away"
ok "are told of by one that is refused" says "last 2 starts died while the input \
was checked, the last one by trial .* (task.train=worse-bad.tsv)" 1 \
    run_on 1 "$dir" "$@"
mv "$scratch/away" "$scratch/a.tsv"
ok "which forgets none of them" grep -c "bad.tsv" "$dir/checking"
ok "and the next goes on" run_on 1 "$dir" "$@"
ok "with both behind the others" grep " blame 1 " "$dir/journal"

# A start between two deaths finds that data are missing: it says so, nothing is
# failed for that, and what the first death told is not forgotten.
refused_between() {
    LD_PRELOAD=$scratch/deadly.so DEADLY=bad.tsv run_on 1 "$dir"
    mv "$scratch/c.tsv" "$scratch/away"
    run_on 1 "$dir"
    refused=$?
    mv "$scratch/away" "$scratch/c.tsv"
    [ $refused -eq 1 ] && [ "$(entries fail "$dir")" -eq 0 ] || return 1
    deadly bad.tsv 1 "$dir"
    [ $deaths -eq 1 ] && grep "4 trials: 3 finished, 1 failed" "$dir.out"
}
dir=$scratch/refused
ok "a start that is refused between forgets nothing" refused_between

comes_further() {
    deadly .last.h5 1 "$dir"
    [ $deaths -ge 8 ] && grep "4 trials: 4 finished" "$dir.out" &&
        ! grep -E " (down|blame) " "$dir/journal"
}
dir=$scratch/further
ok "trials that come further each time are not" comes_further
ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir"

# Told to stop, and killed before it could: a launcher's patience ends.
told_and_killed() {
    for times in 1 2 3; do
        rm -f "$scratch/held"
        LD_PRELOAD=$scratch/deadly.so SLOW=.last.h5 HELD=$scratch/held \
            "$codarun" run "$scratch/downs.yaml" -o "$dir" >"$dir.out" 2>&1 &
        launcher=$!
        until [ -e "$scratch/held" ]; do
            kill -0 $launcher || return 1
            sleep 0.05
        done
        kill -s USR1 $launcher
        until [ "$(entries told "$dir")" -eq $times ]; do
            kill -0 $launcher || return 1
            sleep 0.05
        done
        kill -s KILL $launcher
        wait $launcher
    done
    cat "$dir/journal"
    ! grep -E " (down|blame) " "$dir/journal"
}

# The same by the ranks of two hosts, of which rank 0 can see those of its own
# alone: of the other the one that was told to stop is heard, not who has died.
apart_told_and_killed() {
    for times in 2 4; do
        rm -f "$scratch/held"
        export LD_PRELOAD=$scratch/deadly.so SLOW=.last.h5 HELD=$scratch/held
        run_on apart "$dir" >"$dir.out" 2>&1 &
        launcher=$!
        unset LD_PRELOAD SLOW HELD
        until [ -e "$scratch/held" ]; do
            kill -0 $launcher || return 1
            sleep 0.05
        done
        pids=$(pgrep -f -- "-o $dir")
        # shellcheck disable=SC2086 # a list
        kill -s USR1 $pids
        for _ in $(seq 100); do
            [ "$(entries told "$dir")" -lt $times ] || break
            sleep 0.05
        done
        # shellcheck disable=SC2086 # a list
        kill -s KILL $pids
        wait $launcher
    done
    cat "$dir/journal"
    [ "$(entries told "$dir")" -eq 4 ] &&
        ! grep -E " (down|blame) " "$dir/journal"
}
apart_dies() {
    bad_one_fails apart "$dir" 3 && ! grep " told 1 " "$dir/journal"
}
if unshare -u true; then
    dir=$scratch/apart
    ok "one that kills its rank on another host is failed" apart_dies
    dir=$scratch/apart.told
    ok "one that was told to stop there is not" apart_told_and_killed
else
    skip "hosts of their own" "needs the right to have them"
fi
dir=$scratch/told
ok "one that was told to stop is not, whoever kills it then" told_and_killed
ok "it finishes" run_on 2 "$dir"
ok "in the same bits" "$codarun" verify "$scratch/whole" "$dir"
done_testing
