#!/bin/bash
# The same experiment gives the same bits on any number of ranks and threads.
. "${srcdir:-.}/tests/tap.sh"

# Enough steps for one lost bit to spread, with everything that a step uses;
# `wide' and `transformer' have products whose rows are divided among threads.
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

# Two thirds of the words have vectors, the others share one; all are trained.
awk 'BEGIN { for (i = 0; i < 52; i++) if (i % 3)
    print (i < 40 ? "w" i : "k" i - 40), cos(i), sin(i), cos(2 * i), i / 52 }' \
    >"$scratch/vectors.txt"
sed 's/hidden: 24, embedding: 16/hidden: 24, train_vectors: true/
    s/columns:/vectors: vectors.txt, unknown_vectors: shared, columns:/
    s/^name: small/name: known/' "$scratch/small.yaml" >"$scratch/known.yaml"

# Other tasks and models; standard input has the variants of one experiment.
make_variants() {
    {
        echo "name: $1"
        echo "task: $2"
        echo "model: {kind: $3, preset: custom, layers: 1, hidden: 16,"
        echo "        filter: 24, heads: 2, attention: {kind: coda}}"
        echo "train: {steps: 6, batch: 24, evaluate_every: 3, clip_norm: 1.0}"
        echo "sweep:"
        echo "  variants:"
        cat
    } >"$scratch/$1.yaml"
}
for split in train valid; do
    cut -f 2,3 "$scratch/$split.tsv" >"$scratch/$split.sent"
done
few="examples: 100, valid_examples: 10, test_examples: 10"
make_variants nli "{kind: nli, train: train.tsv, valid: valid.tsv,
    columns: [premise, hypothesis, label], labels: ['0', '1']}" transformer <<END
    transformer: {}
    bag of words: {model: {kind: bow}}
END
make_variants sentiment "{kind: sentiment, train: train.sent,
    valid: valid.sent}" transformer <<END
    a token: {model.pooling: token}
    bag of words: {model: {kind: bow}}
    differential: {model.attention: {kind: differential, learned: site}}
END
make_variants programs "{kind: text2code, $few}" transformer <<END
    made: {train.steps: 3}
END
make_variants universal "{kind: mlu, low: 0, high: 30, $few}" universal <<END
    universal: {model.steps: 3}
    that halts: {model: {halts: true, steps: 4, halting_bias: -0.5}}
END

# Answers are searched with beams of several.
for split in train valid; do
    cut -f 1,2 "$scratch/$split.tsv" >"$scratch/$split.mt"
done
make_variants mt "{kind: mt, train: train.mt, valid: valid.mt, subwords: 30,
    beam: 3, n_best: 2, beyond: 9}" transformer <<END
    translated: {train.steps: 40, train.evaluate_every: 20}
END

# run_shape EXPERIMENT GRAINS RANKS THREADS
run_shape() {
    ranks "$3" "$codarun" run "$scratch/$1.yaml" -q \
        -o "$scratch/$1.$2.$3x$4" --set train.grains="$2" \
        --set run.ranks_per_trial="$3" --set run.threads="$4" </dev/null
}

# same EXPERIMENT GRAINS RANKS THREADS: are the bits those of one rank with one
# thread?
same() {
    one=$scratch/$1.$2.1x1
    [ -e "$one" ] || run_shape "$1" "$2" 1 1 || return
    run_shape "$@" && "$codarun" verify "$one" "$scratch/$1.$2.$3x$4"
}

# There may be more threads than grains, but not more ranks.
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
nli         4  2x1 1x3
sentiment   4  2x1 2x2
programs    4  2x1 1x2
universal   4  1x2 2x1 2x2
mt          4  1x2 2x1 2x2
END

"$codarun" data predictions "$scratch/mt.4.1x1" --n-best >"$scratch/hypotheses"
ok "of a line to translate there are two hypotheses" \
    sh -c 'test "$(cut -d "|" -f 1 "$1" | uniq -c | grep -c " 2 ")" -ge 40' - \
    "$scratch/hypotheses"
plain() {
    CODARUN_SIMD=plain run_shape mt 4 2 2
}
rm -r "$scratch/mt.4.2x2"
ok "a trial with them runs without vector instructions" plain
ok "and is as with them" \
    "$codarun" verify "$scratch/mt.4.1x1" "$scratch/mt.4.2x2"

# Stopped at some step with one rank, and finished with two.
begin() {
    "$codarun" run "$scratch/mt.yaml" -q -o "$scratch/mt.4.2x1" \
        --set train.grains=4 --set run.checkpoint_seconds=0.001 &
    until ls "$scratch"/mt.4.2x1/states/*/*.last.h5; do
        kill -0 $! 2>/dev/null || break
        sleep 0.02
    done
    kill -USR1 $!
    wait $!
    [ $? -eq 85 ]
}
rm -r "$scratch/mt.4.2x1"
ok "a trial with them is stopped" begin
ok "continued, it is as without a stop" same mt 4 2 1

two_at_once() {
    ranks 2 "$codarun" run "$scratch/small.yaml" -q -o "$scratch/once"
}
ok "two trials at once run" two_at_once
ok "two trials at once end with the bits of one after the other" \
    "$codarun" verify "$scratch/small.16.1x1" "$scratch/once"

dedicated() {
    ranks 3 "$codarun" run "$scratch/small.yaml" -q -o "$scratch/apart" \
        --dedicated-coordinator --set run.ranks_per_trial=2
}
ok "a dedicated coordinator runs" dedicated
ok "a dedicated coordinator changes no bit" \
    "$codarun" verify "$scratch/small.16.1x1" "$scratch/apart"
done_testing
