#!/bin/bash
# Memory of rank 0 and bytes of the journal for each trial.  A sweep of 200,000
# trials takes as much for each (tests/long/test_many.sh).
. "${srcdir:-.}/tests/tap.sh"

plain=$(realpath "${builddir:-.}/tests/cli/plain_journal")
codarun=$(realpath "$codarun")
trials=7000
make_many "$scratch/many.yaml" $trials

# bytes FILE
bytes() {
    wc -c <"$1"
}

# peak COMMAND...: print its peak memory in KiB
peak() {
    python3 - "$@" <<'END'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
}

# A program that runs rank 0 and prints the same of it.
cat >"$scratch/rank" <<'END'
#!/usr/bin/env python3
import os, resource, subprocess, sys
status = subprocess.call(sys.argv[2:])
if os.environ.get("PMIX_RANK") == "0":
    with open(sys.argv[1], "w") as f:
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=f)
sys.exit(status)
END
chmod +x "$scratch/rank"

# a_trial MOST FEWER MORE TRIALS: do MORE - FEWER KiB for so many trials make at
# most MOST bytes each?
a_trial() {
    echo "$2 KiB, then $3 KiB: $((($3 - $2) * 1024 / $4)) bytes a trial"
    [ "$3" -gt "$2" ] && [ $((($3 - $2) * 1024)) -le $(($1 * $4)) ]
}

dir=$scratch/many
ok "a sweep runs" ranks 2 "$scratch/rank" "$scratch/many.kib" \
    "$codarun" run -q "$scratch/many.yaml" -o "$dir"
ok "its journal has at most 300 bytes a trial" test \
    "$(bytes "$dir/journal")" -le $((300 * trials))

# The same folder with a plain journal, as before the sweep was complete.
mkdir "$scratch/plain"
cp -r "$dir/." "$scratch/plain"
rm "$scratch/plain/journal"
ok "its lines can be printed" "$plain" "$dir/journal" "$scratch/plain/journal"
ok "which take more than twice the space" test \
    "$(bytes "$scratch/plain/journal")" -gt $((600 * trials))

# same COMMAND...: is the output equal for both folders, in place of DIR?
same() {
    for folder in "$dir" "$scratch/plain"; do
        "$codarun" "${@//DIR/$folder}" >"$scratch/all" 2>&1 || {
            cat "$scratch/all"
            return 1
        }
        sed "s|$folder|DIR|g; s/ ([^()]* ago)//" "$scratch/all" >"$folder.out"
    done
    [ -s "$dir.out" ] && cmp "$dir.out" "$scratch/plain.out"
}
ok "table reads both" same table DIR --trials --format csv
ok "status does" same status DIR
ok "verify does" same verify DIR
ok "inspect does" same inspect DIR --trial 17
ok "a simulation does" same run "$scratch/many.yaml" -o DIR --simulate 2
ok "they are the same" "$codarun" verify "$dir" "$scratch/plain"

ok "a sweep of few runs" ranks 2 "$scratch/rank" "$scratch/few.kib" \
    "$codarun" run -q "$scratch/many.yaml" -o "$scratch/few" \
    --set sweep.trials=1000
ok "rank 0 keeps at most 1,000 bytes a trial, including spare memory" \
    a_trial 1000 "$(cat "$scratch/few.kib")" "$(cat "$scratch/many.kib")" \
    $((trials - 1000))
sed 's/^/# /' "$scratch/.out"
few=$(peak "$codarun" status "$scratch/few")
many=$(peak "$codarun" status "$dir")
ok "the state of all trials takes at most 900 bytes a trial" \
    a_trial 900 "$few" "$many" $((trials - 1000))

cp "$dir/sweep.h5" "$scratch/sweep.h5"
rm "$dir/sweep.h5"
ok "sweep.h5 is made again" "$codarun" run -q "$scratch/many.yaml" -o "$dir"
ok "byte for byte" cmp "$dir/sweep.h5" "$scratch/sweep.h5"

ok "a complete journal in plain lines is packed by the next start" sh -c \
    '"$1" run -q "$2" -o "$3" && test "$(wc -c <"$3/journal")" -le "$4"' - \
    "$codarun" "$scratch/many.yaml" "$scratch/plain" $((300 * trials))
ok "it is extended" ranks 2 "$codarun" run -q "$scratch/many.yaml" -o "$dir" \
    --extend --set sweep.trials=$((trials + 20))
ok "by as many trials" sh -c 'test "$(grep -c " finish " "$1/journal")" -eq 20' \
    - "$dir"
ok "whose results are all there" says "$((trials + 20)) finished" 0 \
    "$codarun" status "$dir"
done_testing
