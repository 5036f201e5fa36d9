#!/bin/bash
# codarun export: an independent program computes what codarun predict and
# codarun inspect print, for every model with every attention, to 1e-4.
# tests/peers/models/NAME.sh, sourced here, trains a model; NAME.py beside it
# computes its answers.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/cli/predict_again.sh"

[ -n "$python" ] || skip_all "no python3 with numpy"

# --- models -------------------------------------------------------------------

make_squad train.json 20 5
make_squad valid.json 4 7
passages valid.json >passages
json="--input jsonl --format json"
spans="kind: span, train: train.json, valid: valid.json, characters: 3"
features="features: [match, lower, lemma, frequency, type], lemmas: s_stems"
coda="{kind: coda, beta: 0.1, mean: columns}"
small="hidden: 8, characters: 8, filters: 8"

# reads NAME TASK MODEL: train a reader of passages until its answers differ,
# and check it
reads()
{
    cp passages raw
    steps=${steps:-100} experiment "$1" "{$spans, $2}" "{kind: $3}" && computes "$1" npz $json
}

make_cloze train.cbt 40 5
make_cloze valid.cbt 6 7
questions valid.cbt >asked.cloze
cloze="kind: cloze, train: train.cbt, valid: valid.cbt, characters: 3"
slots="hidden: 6, embedding: 7"

# asks NAME TASK MODEL: train a reader of cloze questions, and check it
asks()
{
    cp asked.cloze raw
    experiment "$1" "{$cloze, $2}" "{kind: $3}" && computes "$1" npz $json
}

make_ranking train.rank 48 1
make_ranking test.rank 12 3
for split in train test; do
    awk -F '\t' '{ print $1 "\t" $2 "\t" ($3 ? "yes" : "no") }' $split.rank \
        >$split.nli
    awk -F '\t' '{ print $2 "\t" $3 }' $split.rank >$split.sent
done
cut -f1,2 test.rank >pairs
sums='kind: mlu, low: 0, high: 8, operations: ["+"], examples: 44,
    valid_examples: 10, test_examples: 10'
printf '%s\n' 1+2 x=4,y=7,x+y >asked
sizes="preset: custom, layers: 2, hidden: 16, filter: 24, heads: 2"

# registered SORT: print codarun's kinds of this sort
registered() { "$codarun" data kinds "$1" | sed -n "s/^$1 \([^:]*\):.*/\1/p"; }

for model in $(registered model); do
    ok "$model has its trials" test -e "$peers/models/$model.sh"
    . "$peers/models/$model.sh"
done

# --- attentions ---------------------------------------------------------------

ok "codarun names its attentions" grep -qx coda <<<"$(registered attention)"
sweep="{parameters: {model.attention: [$(registered attention | paste -sd ,),
    {kind: sigmoid, bias: none},
    {kind: differential, lambda: 0.5, learned: site},
    {kind: differential, lambda_at_start: layer},
    {kind: differential, lambda_at_start: layer, learned: site},
    {kind: coda, learned: site, alpha: 0.5},
    {kind: coda, gate: centered, center_e: true, mean: both, scale: true},
    {kind: coda, gate: plain, f_e: sigmoid, f_n: arctan, share: false},
    {kind: coda, f_e: softmax, gate_at_start: 0.5},
    {kind: coda, f_e: positive, f_n: tanh, learned: head},
    {kind: coda, f_e: identity, f_n: algebraic, learned: layer},
    {kind: coda, gate: constant, constant: 0.3}]}}"

# sweeps NAME TASK MODEL OPTION...: train each attention, and check it
sweeps()
{
    experiment "$1" "$2" "$3" --set "sweep=$sweep" --set train.steps="${steps:-8}" ||
        return 1
    n=0
    for trial in "$1"/trials/*/*.h5; do
        computes_trial $n "$1" npz "${@:4}" || return 1
        n=$((n + 1))
    done
}

cp passages raw
ok "every attention both ways, with biases" longer 100 sweeps both \
    "{$spans, $features}" \
    "{kind: bidaf, hidden: 8, project: 8, characters: 0}" $json
cp asked raw
ok "and in a decoder" sweeps decoder "{$sums}" "{kind: transformer, $sizes}" \
    --format json
done_testing
