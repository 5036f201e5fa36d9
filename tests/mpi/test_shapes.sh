#!/bin/bash
# The same experiment gives the same bits on any number of ranks and threads.
. "${srcdir:-.}/tests/tap.sh"

# Steps enough for a bit that is lost to spread, under everything that a step
# is made of; `wide' and `transformer' have products whose rows threads share.
make_experiment "$scratch/small.yaml" <<END
name: small
train: {epochs: 3, batch: 12, grains: 16, evaluate_every: 7, clip_norm: 1.0}
sweep:
  parameters:
    model.attention.kind: [softmax, coda]
END
sed 's/hidden: 24, embedding: 16/hidden: 200, embedding: 100/
    s/epochs: 3, batch: 12/epochs: 2, batch: 64/
    s/^name: small/name: wide/' "$scratch/small.yaml" >"$scratch/wide.yaml"
cat >"$scratch/transformer.yaml" <<END
name: transformer
task: {kind: mlu, low: 0, high: 30, examples: 400, valid_examples: 20,
       test_examples: 20}
model: {kind: transformer, layers: 1, dropout: 0.2, attention_dropout: 0.1,
        relu_dropout: 0.1,
        attention: {kind: coda, gate: scaled, scale: true}}
train: {steps: 6, batch: 64, evaluate_every: 3, clip_norm: 0.5,
        label_smoothing: 0.1}
sweep:
  parameters:
    model.attention.kind: [softmax, coda]
END

# Words of two thirds have vectors, the others share one; all are trained.
awk 'BEGIN { for (i = 0; i < 52; i++) if (i % 3)
    print (i < 40 ? "w" i : "k" i - 40), cos(i), sin(i), cos(2 * i), i / 52 }' \
    >"$scratch/vectors.txt"
sed 's/hidden: 24, embedding: 16/hidden: 24, train_vectors: true/
    s/columns:/vectors: vectors.txt, unknown_vectors: shared, columns:/
    s/^name: small/name: known/' "$scratch/small.yaml" >"$scratch/known.yaml"

# run_shape EXPERIMENT GRAINS RANKS THREADS
run_shape() {
    ranks "$3" "$codarun" run "$scratch/$1.yaml" -q \
        -o "$scratch/$1.$2.$3x$4" --set train.grains="$2" \
        --set run.ranks_per_trial="$3" --set run.threads="$4" </dev/null
}

# same EXPERIMENT GRAINS RANKS THREADS: the bits of one rank of one thread?
same() {
    one=$scratch/$1.$2.1x1
    [ -e "$one" ] || run_shape "$1" "$2" 1 1 || return
    run_shape "$@" && "$codarun" verify "$one" "$scratch/$1.$2.$3x$4"
}

# Threads may outnumber grains, ranks may not.
while read -r experiment grains shapes; do
    for shape in $shapes; do
        ok "$experiment, $grains grains: $shape (ranks x threads) is as 1x1" \
            same "$experiment" "$grains" "${shape%x*}" "${shape#*x}"
    done
done <<END
small       16 1x2 2x1 4x1 2x2
small       1  1x2 1x4
known       4  1x2 2x1 3x2
wide        4  1x2 1x3 2x1 2x2
wide        1  1x2 1x3
transformer 4  1x2 1x3 2x1 2x2 4x1
transformer 1  1x2 1x4
END

two_at_once() {
    ranks 2 "$codarun" run "$scratch/small.yaml" -q -o "$scratch/once"
}
ok "two trials at once run" two_at_once
ok "two trials at once end in the bits of one after the other" \
    "$codarun" verify "$scratch/small.16.1x1" "$scratch/once"

dedicated() {
    ranks 3 "$codarun" run "$scratch/small.yaml" -q -o "$scratch/apart" \
        --dedicated-coordinator --set run.ranks_per_trial=2
}
ok "a dedicated coordinator runs" dedicated
ok "a dedicated coordinator changes no bit" \
    "$codarun" verify "$scratch/small.16.1x1" "$scratch/apart"
done_testing
