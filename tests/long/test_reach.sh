#!/bin/bash
# A table over 10,000 trials of 1,000 evaluations each takes less than 2 s of a
# processor and 500 MB, and one over 100,000 without history 5 s.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "sweeps take minutes: make check-long"
[ -r /proc/self/status ] || skip_all "no /proc"
alter=$(realpath "${builddir:-.}/tests/cli/alter_result")
codarun=$(realpath "$codarun")
export CODARUN_DATA=$scratch

# sweep NAME TRIALS RESULTS
sweep() {
    make_experiment "$scratch/$1.yaml" <<END
name: $1
train: {steps: 1, batch: 8, optimizer: sgd}
run: {keep: none, threads: 1, results: $3}
sweep:
  method: random
  trials: $2
  parameters:
    model.attention.kind: [softmax, coda]
    train.learning_rate: {min: 1.0e-6, max: 1.0e-1, scale: log}
END
    "$codarun" run -q -o "$scratch/$1" "$scratch/$1.yaml"
}

# costs SECONDS KIB NAME OPTION...: does a table of it take no more?
costs() {
    local seconds=$1 kib=$2 name=$3
    shift 3
    python3 - "$seconds" "$kib" "$codarun" table "$scratch/$name" "$@" <<'END'
import resource, subprocess, sys
subprocess.run(sys.argv[3:], check=True, stdout=subprocess.DEVNULL)
u = resource.getrusage(resource.RUSAGE_CHILDREN)
took = u.ru_utime + u.ru_stime
print("%.2f s of a processor, %d KiB" % (took, u.ru_maxrss))
sys.exit(took > float(sys.argv[1]) or u.ru_maxrss > int(sys.argv[2]))
END
}

ok "10,000 trials are trained" sweep ten 10000 file
ok "they have 1,000 evaluations each" sh -c 'find "$1" -name "*.h5" -print0 |
    xargs -0 -P 2 -I FILE "$2" FILE long' - "$scratch/ten/trials" "$alter"
ok "as the folder's journal has it" \
    "$codarun" run -q -o "$scratch/ten" "$scratch/ten.yaml"
for rows in "" --trials; do
    # shellcheck disable=SC2086 # none or one
    ok "their table $rows" costs 2 500000 ten $rows
done
ok "100,000 trials are trained" sweep hundred 100000 journal
ok "their table" costs 5 500000 hundred
done_testing
