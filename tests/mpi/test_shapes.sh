#!/bin/bash
# The same experiment gives the same bits on any number of ranks and threads.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/shapes.yaml" <<END
name: shapes
train: {epochs: 3, batch: 12, evaluate_every: 7, clip_norm: 1.0, seed: 3}
sweep:
  parameters:
    model.attention.kind: [softmax, coda]
END

# run_shape RANKS THREADS
run_shape() {
    ranks "$1" "$codarun" run "$scratch/shapes.yaml" -q -o "$scratch/$1x$2" \
        --set run.ranks_per_trial="$1" --set run.threads="$2"
}

run_shape 1 1 >"$scratch/log" 2>&1 || {
    sed 's/^/# /' "$scratch/log"
    echo "Bail out! the experiment does not run"
    exit 1
}
for shape in "1 2" "2 1" "4 1" "2 2"; do
    set -- $shape
    ok "$1 ranks of $2 threads run" run_shape "$1" "$2"
    ok "$1 ranks of $2 threads end in the bits of one" \
        "$codarun" verify "$scratch/1x1" "$scratch/$1x$2"
done

two_at_once() {
    ranks 2 "$codarun" run "$scratch/shapes.yaml" -q -o "$scratch/once"
}
ok "two trials at once run" two_at_once
ok "two trials at once end in the bits of one after the other" \
    "$codarun" verify "$scratch/1x1" "$scratch/once"

dedicated() {
    ranks 3 "$codarun" run "$scratch/shapes.yaml" -q -o "$scratch/apart" \
        --dedicated-coordinator --set run.ranks_per_trial=2
}
ok "a dedicated coordinator runs" dedicated
ok "a dedicated coordinator changes no bit" \
    "$codarun" verify "$scratch/1x1" "$scratch/apart"

# The comparison bites: one seed more, and the bits are others.
"$codarun" run "$scratch/shapes.yaml" -q -o "$scratch/other" \
    --set train.seed=4 >/dev/null 2>&1
ok "another seed does not pass for the same" \
    sh -c '! "$1" verify "$2" "$3"' - "$codarun" "$scratch/1x1" \
    "$scratch/other"
done_testing
