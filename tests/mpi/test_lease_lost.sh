#!/bin/bash
# A process that loses the lease of a folder, at any point of a run, ends with
# status 75 and one line, and writes nothing more of the sweep.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/faults.sh"

make_experiment "$scratch/lost.yaml" <<END
name: lost
train: {epochs: 8, batch: 8, grains: 16, evaluate_every: 10}
run:
  {checkpoint_seconds: 0.05, keep: all, threads: 1, cache_gb: 0, silence: 4}
sweep: {parameters: {train.seed: [1, 2, 3]}}
END

# Another process takes the lease; record the folder's contents then.  Ranks may
# still store states and results, whose bits are the same from any process.
# Empty files do not count.
cat >"$scratch/contents" <<'END'
#!/bin/sh
cd "$1" && find . -type f -size +0 ! -name owner ! -name '*.tmp.*' \
    ! -path './trials/*' ! -path './states/*' -printf '%p %T@ ' \
    -exec sha256sum {} \; | sort
END
# take DIR: take the lease
cat >"$scratch/take" <<'END'
#!/bin/sh
unset LD_PRELOAD
echo "elsewhere 5 1 boot=b pids=1 token=another every=0.2 silence=4 \
state=held beat=7" >"$1/owner.new" &&
    mv "$1/owner.new" "$1/owner" &&
    "${0%/*}/contents" "$1" >"$1.then"
END
chmod +x "$scratch/contents" "$scratch/take"

# lose RANKS POINT: run in $dir, and lose the lease at that point of rank 0
lose() {
    FAULT_RANK=0 fault "$2" "run $shared/take $dir" ranks "$1" "$codarun" run \
        "$shared/lost.yaml" -o "$dir" --set run.ranks_per_trial="$1" \
        >"$dir.out" 2>&1 </dev/null
    status=$?
    cat "$dir.out"
    [ $status -eq 75 ] &&
        [ "$(grep -c "^codarun: " "$dir.out")" -eq 1 ] &&
        grep "^codarun: .*was taken over by process 5 on host elsewhere" \
            "$dir.out" && grep "^elsewhere 5 " "$dir/owner" &&
        "$shared/contents" "$dir" | diff "$dir.then" - &&
        ! find "$dir" -name "*.tmp.*" | grep . &&
        ! grep -sE " (fail|down|blame|lost) " "$dir/journal"
}

# The other process has ended and left no lease.
goes_on() {
    rm -f "$dir/owner"
    "$codarun" run "$shared/lost.yaml" -o "$dir" </dev/null &&
        "$codarun" verify "$shared/whole" "$dir"
}

# loses I: at every fourth point from the I-th
loses() {
    dir=$scratch/lost
    while read -r n call name nth where; do
        ok "the lease is lost $where: nothing is touched" \
            lose "$n" "$call $name $nth"
        ok "and the same command continues, with the same bits" goes_on
        rm -rf "$dir"
    done < <(awk -v i="$1" 'NR % 4 == i' "$shared/points")
}

RANDOM=${CODARUN_LEASE_SEED:-7}
cat >"$scratch/points" <<END
1 create checking 1 before the input is checked
2 open train.tsv 1 while the input is checked
1 remove checking 1 before the data are compared
2 put origin 1 while the folder is begun
1 put experiment.yaml 1 between the two files of the experiment
2 put experiment.text 1 before the journal is begun
1 sync journal 1 before the first order
1 create events.jsonl 1 before the first event
1 sync journal $((RANDOM % 3 + 2)) while trials begin and end
2 sync journal $((RANDOM % 3 + 2)) while trials begin and end
1 put *.h5 $((RANDOM % 6 + 1)) behind a state that is put away
1 create sweep.h5 1 while sweep.h5 is written
END

# An incomplete line at the end of the journal may be one that the other process
# is writing.
resumes() {
    cp -r "$shared/whole" "$dir"
    printf '99 sta' >>"$dir/journal"
    rm "$dir/sweep.h5"
    lose "$@"
}
resumed() {
    dir=$scratch/resumed
    ok "the lease is lost before the journal is read: nothing is touched" \
        resumes 1 "create journal"
    ok "and the same command continues, with the same bits" goes_on
}

ok "a lease can be lost" make_faults
ok "an undisturbed run finishes" "$codarun" run "$scratch/lost.yaml" \
    -o "$scratch/whole"
for i in 0 1 2 3; do
    beside loses $i
done
beside resumed
done_testing
