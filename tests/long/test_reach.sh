#!/bin/bash
# Processor time and memory of large tables: 10,000 trials of 1,000 evaluations
# each in less than 2 s and 500 MB; 100,000 trials without history in less than
# 5 s; a report of 100 trials that keep everything in less than 10 s.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "sweeps take minutes: make check-long"
[ -r /proc/self/status ] || skip_all "no /proc"
alter=$(realpath "${builddir:-.}/tests/cli/alter_result")
codarun=$(realpath "$codarun")
export CODARUN_DATA=$scratch

# sweep NAME TRIALS RESULTS
sweep() {
    make_many "$scratch/$1.yaml" "$2"
    "$codarun" run -q -o "$scratch/$1" "$scratch/$1.yaml" --set "name=$1" \
        --set "run.results=$3"
}

# takes SECONDS KIB COMMAND...: does codarun's command take at most that?
takes() {
    local seconds=$1 kib=$2
    shift 2
    python3 - "$seconds" "$kib" "$codarun" "$@" <<'END'
import resource, subprocess, sys
subprocess.run(sys.argv[3:], check=True, stdout=subprocess.DEVNULL)
u = resource.getrusage(resource.RUSAGE_CHILDREN)
took = u.ru_utime + u.ru_stime
print("%.2f s of a processor, %d KiB" % (took, u.ru_maxrss))
sys.exit(took > float(sys.argv[1]) or u.ru_maxrss > int(sys.argv[2]))
END
}

# costs NAME SECONDS KIB COMMAND...: a test of it that also prints the cost
costs() {
    ok "$1" takes "${@:2}"
    sed 's/^/# /' "$scratch/.out"
}

ok "10,000 trials are trained" sweep ten 10000 file
ok "they have 1,000 evaluations each" sh -c 'find "$1" -name "*.h5" -print0 |
    xargs -0 -P 2 -I FILE "$2" FILE long' - "$scratch/ten/trials" "$alter"
ok "as the folder's journal has it" \
    "$codarun" run -q -o "$scratch/ten" "$scratch/ten.yaml"
for rows in "" --trials; do
    # shellcheck disable=SC2086 # none or one
    costs "their table $rows" 2 500000 table "$scratch/ten" $rows
done
ok "100,000 trials are trained" sweep hundred 100000 journal
costs "their table" 5 500000 table "$scratch/hundred"

make_experiment "$scratch/told.yaml" <<END
name: told
train: {epochs: 10, batch: 8, evaluate_every: 5, inspect: histograms}
sweep:
  parameters:
    model.attention.kind: [softmax, coda]
    model.hidden: [4, 8, 12, 16, 20]
    train.seed: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
END
ok "100 trials are trained, and kept" ranks 2 "$codarun" run -q \
    -o "$scratch/told" "$scratch/told.yaml"
costs "their report" 10 500000 report "$scratch/told" -o "$scratch/told.html"
ok "... has attentions" grep -q Attention "$scratch/told.html"
done_testing
