#!/bin/bash
# A trial that kills the job again and again is failed, and no other trial is:
# not those trained beside it, not those that make progress, and not those
# killed by hand.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/sweeps.sh"
. "$srcdir/tests/mpi/faults.sh"

make_experiment "$scratch/downs.yaml" <<END
name: downs
train: {epochs: 8, batch: 8, grains: 16, evaluate_every: 10}
run: {checkpoint_seconds: 0.02, threads: 1, cache_gb: 0}
sweep: {parameters: {task.train: [a.tsv, bad.tsv, c.tsv, d.tsv]}}
END
for name in a bad c d worse-bad; do
    cp "$scratch/train.tsv" "$scratch/$name.tsv"
done

# run_on RANKS DIR OPTION...; RANKS may be `apart`: two ranks, each on its own
# host.  When a rank dies, the others have the time that a launcher gives them.
run_on() {
    n=$1 dir=$2
    shift 2
    export OMPI_MCA_odls_base_sigkill_timeout=1
    [ "$n" != 1 ] || OMPI_MCA_odls_base_sigkill_timeout=0
    set -- "$codarun" run "$shared/downs.yaml" -o "$dir" "$@"
    case $n in
    apart) mpirun -n 1 "$@" : -n 1 unshare -u \
        sh -c 'hostname other && exec "$@"' sh "$@" ;;
    *) mpirun -n "$n" "$@" ;;
    esac
}

# deadly POINT RANKS DIR OPTION...: run until it ends without a death, and print
# the number of deaths
deadly() {
    deaths=0
    until fault "$1" die run_on "${@:2}" >"$3.out" 2>&1; do
        [ $? -ne 3 ] && [ $deaths -lt 300 ] || break
        deaths=$((deaths + 1))
    done
    cat "$3.out" "$3/journal"
    echo "$deaths deaths"
}

# bad_one_fails RANKS DIR MOST: is the bad trial found by halving, and failed
# when it has killed the job twice while it was the only suspect?  Is no other
# trial blamed?
bad_one_fails() {
    deadly "open *bad.tsv" "$1" "$2"
    [ $deaths -ge 2 ] && [ $deaths -le "$3" ] &&
        grep "4 trials: 3 finished, 1 failed" "$2.out" &&
        grep " fail 1 bytes .*reason=took the job down 2 times" "$2/journal" &&
        [ "$(grep -c " blame " "$2/journal")" -eq 1 ] &&
        grep " blame 1 " "$2/journal"
}

# fails RANKS: with one bad trial
fails() {
    dir=$scratch/deadly
    most=$(($1 < 4 ? $1 + 1 : 4)) # 1, a halving for each power of 2, and a retry
    ok "$1 ranks: a trial that kills the job twice is failed" \
        bad_one_fails "$1" "$dir" $most
    ok "it is a row with its reason" says "took the job down 2 times" 0 \
        "$codarun" table "$dir" --trials
    ok "and not tried again" says "3 finished, 1 failed" 3 run_on "$1" "$dir"
    ok "until --retry-failed" run_on "$1" "$dir" --retry-failed
    ok "with the same bits" "$codarun" verify "$shared/whole" "$dir"
}

# The failure of the first bad trial clears the second one.  The check of the
# input must not use the second one's data then: it would kill the job before
# anything is recorded.
worse=worse-bad.tsv
both_fail() {
    deadly "open *bad.tsv" "$1" "$dir" \
        --set "sweep.parameters.task.train=[a.tsv, bad.tsv, c.tsv, $worse]"
    [ $deaths -le 6 ] && grep "4 trials: 2 finished, 2 failed" "$dir.out"
}
both() {
    dir=$scratch/both
    ok "$1 ranks: of two such trials, one is failed after the other" both_fail "$1"
}

# The first start dies before any attempt has begun, while it checks the input
# with the bad trial's data.
trains="sweep.parameters.task.train"
first_fails() {
    deadly "open *bad.tsv" "$1" "$dir" --set "$trains=[bad.tsv, a.tsv, c.tsv]"
    [ $deaths -eq 2 ] && grep "3 trials: 2 finished, 1 failed" "$dir.out" &&
        grep " fail 0 bytes .*reason=took the job down 2 times" \
            "$dir/journal" &&
        [ "$(grep -c " blame 0 " "$dir/journal")" -eq 1 ] &&
        [ ! -e "$dir/checking" ]
}
first() {
    dir=$scratch/first
    ok "$1 ranks: one whose data are checked first is failed" first_fails "$1"
}
only_one_fails() {
    deadly "open *bad.tsv" 1 "$dir" --set "$trains=[bad.tsv]"
    [ $deaths -eq 2 ] && grep "1 trial: 0 finished, 1 failed" "$dir.out"
}
only() {
    dir=$scratch/only
    ok "so is one without other trials" only_one_fails
}

# own_data: copy the experiment and its data, because this part takes some away
own_data() {
    cp "$shared"/*.tsv "$shared"/{downs.yaml,faults.so} "$scratch"
    shared=$scratch
}

# check_dies OPTION...: a start is killed during the check, and the trial's name
# stays in the file `checking`
check_dies() {
    fault "open *bad.tsv" die run_on 1 "$dir" "$@"
    [ $? -ne 1 ] && cat "$dir/checking"
}
checks() {
    own_data
    dir=$scratch/all
    set -- --set "$trains=[bad.tsv, worse-bad.tsv, a.tsv]"
    ok "a check that kills" check_dies "$@"
    ok "and one with another trial's data" check_dies "$@"
    mv "$scratch/a.tsv" "$scratch/away"
    ok "are reported by a start that is refused" says "last 2 starts died while the \
input was checked, the last one by trial .* (task.train=worse-bad.tsv)" 1 \
        run_on 1 "$dir" "$@"
    mv "$scratch/away" "$scratch/a.tsv"
    ok "which forgets none of them" grep -c "bad.tsv" "$dir/checking"
    ok "and the next start continues" run_on 1 "$dir" "$@"
    ok "with both after the others" grep " blame 1 " "$dir/journal"
}

# Between two deaths a start finds that data are missing: it says so, no trial
# is failed for it, and the first death is not forgotten.
refused_between() {
    fault "open *bad.tsv" die run_on 1 "$dir"
    mv "$scratch/c.tsv" "$scratch/away"
    run_on 1 "$dir"
    refused=$?
    mv "$scratch/away" "$scratch/c.tsv"
    [ $refused -eq 1 ] && [ "$(entries fail "$dir")" -eq 0 ] || return 1
    deadly "open *bad.tsv" 1 "$dir"
    [ $deaths -eq 1 ] && grep "4 trials: 3 finished, 1 failed" "$dir.out"
}
refused() {
    own_data
    dir=$scratch/refused
    ok "a refused start in between forgets nothing" refused_between
}

# A state is saved at each of 48 steps; each process reaches its 20th one.
comes_further() {
    deadly "put *.last.h5 20" 1 "$dir" --set train.epochs=2 \
        --set run.checkpoint_seconds=1e-9
    [ $deaths -ge 8 ] && grep "4 trials: 4 finished" "$dir.out" &&
        ! grep -E " (down|blame) " "$dir/journal"
}
further() {
    dir=$scratch/further
    ok "trials that make progress each time are not failed" comes_further
    ok "with the bits of an undisturbed run" says "two runs are equal" 0 sh -c \
        '"$1" run -q "$2" -o "$3.whole" --set train.epochs=2 &&
        "$1" verify "$3.whole" "$3"' - "$codarun" "$shared/downs.yaml" "$dir"
}

# --- asked to stop ---------------------------------------------------------

# tell_and_kill N PROCESS...: ask the processes, whose ranks are held, to stop;
# when the journal has N entries of it, kill them
tell_and_kill() {
    n=$1
    shift
    kill -s USR1 "$@"
    until [ "$(entries told "$dir")" -ge "$n" ]; do
        kill -0 $launcher || return 1
        sleep 0.02
    done
    kill -s KILL "$@"
    wait $launcher
    return 0
}

# Asked to stop, and killed before it could, as by an impatient launcher.
told_and_killed() {
    for times in 1 2 3; do
        let_go 0
        FAULT_AT="put *.last.h5" FAULT_DO="hold $scratch/held" \
            LD_PRELOAD=$shared/faults.so "$codarun" run "$shared/downs.yaml" \
            -o "$dir" >"$dir.out" 2>&1 &
        launcher=$!
        held 0 && tell_and_kill $times $launcher || return 1
    done
    cat "$dir/journal"
    ! grep -E " (down|blame) " "$dir/journal"
}
told() {
    dir=$scratch/told
    ok "a job told to stop is not, whoever kills it then" told_and_killed
    ok "it finishes" run_on 2 "$dir"
    ok "with the same bits" "$codarun" verify "$shared/whole" "$dir"
}

# The same with ranks on two hosts.  Rank 0 can see only the processes of its
# own host: of the other host it hears that a rank was asked to stop, but not
# which one has died.
apart_told_and_killed() {
    for times in 2 4; do
        let_go 0 1
        fault "put *.last.h5" "hold $scratch/held" run_on apart "$dir" \
            >"$dir.out" 2>&1 &
        launcher=$!
        held 0 1 || return 1
        # shellcheck disable=SC2046 # a list
        tell_and_kill $times $(pgrep -f -- "-o $dir") || return 1
    done
    cat "$dir/journal"
    [ "$(entries told "$dir")" -eq 4 ] &&
        ! grep -E " (down|blame) " "$dir/journal"
}
apart_dies() {
    bad_one_fails apart "$dir" 3 && ! grep " told 1 " "$dir/journal"
}
apart() {
    dir=$scratch/apart
    ok "one that kills its rank on another host is failed" apart_dies
    dir=$scratch/apart.told
    ok "a job told to stop there is not" apart_told_and_killed
}

ok "a process can be killed" make_faults
ok "an undisturbed run finishes" run_on 2 "$scratch/whole"
beside further
for n in 1 2 4; do
    beside fails $n
done
for n in 1 2; do
    beside both $n
    beside first $n
done
beside only
beside checks
beside refused
if unshare -u true; then
    beside apart
else
    skip "hosts of their own" "needs the right to make namespaces of hosts"
fi
beside told
done_testing
