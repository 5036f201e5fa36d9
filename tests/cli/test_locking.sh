#!/bin/bash
# Files are written and read whatever HDF5's setting for locks is, and even if
# other processes hold locks on them: a network file system may have no locks,
# or stale ones.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/a.yaml" <<END
name: a
train: {epochs: 2, batch: 16}
run: {threads: 1, keep: all}
END
cd "$scratch" || exit 99
unset HDF5_USE_FILE_LOCKING

ok "a run without a word about locks" "$codarun" run a.yaml -q -o whole
for locking in TRUE FALSE BEST_EFFORT; do
    export HDF5_USE_FILE_LOCKING=$locking
    ok "one with HDF5_USE_FILE_LOCKING=$locking" \
        "$codarun" run a.yaml -q -o $locking
    ok "has the same bits" "$codarun" verify whole $locking
    ok "and the same table" sh -c \
        '"$1" table whole >a && "$1" table "$2" >b && cmp a b' - \
        "$codarun" $locking
done

# lock DIR: have other processes, $holders, lock every HDF5 file there
lock() {
    holders=
    for file in $(find "$1" -name '*.h5'); do
        flock --no-fork -x "$file" sleep 600 &
        holders="$holders $!"
        for _ in $(seq 500); do
            flock -n "$file" true || break
            sleep 0.02
        done
    done
}

if command -v flock >/dev/null; then
    long=(--set train.epochs=60 --set run.checkpoint_seconds=0.05)
    "$codarun" run a.yaml -q -o long "${long[@]}" --set run.keep=none
    "$codarun" run a.yaml -q -o cut "${long[@]}" &
    for _ in $(seq 500); do
        ! ls cut/states/*/*.last.h5 >/dev/null 2>&1 || break
        sleep 0.02
    done
    kill -TERM $!
    wait $!
    ok "a run that is stopped" test $? -eq 85
    lock cut
    export HDF5_USE_FILE_LOCKING=TRUE
    ok "continues from files that another process has locked" \
        "$codarun" run a.yaml -q -o cut "${long[@]}"
    ok "with the same bits" "$codarun" verify long cut
    kill $holders
    lock whole
    ok "a table is made of locked files" \
        sh -c '"$1" table whole >b && cmp a b' - "$codarun"
    ok "and one of them is trained again" "$codarun" verify --rerun 0 whole
    kill $holders
else
    skip "files that another process has locked" "no flock"
fi
done_testing
