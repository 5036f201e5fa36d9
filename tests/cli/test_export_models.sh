#!/bin/bash
# codarun export: a stranger computes what codarun predict says of every model,
# with every attention, to 1e-4, and what codarun inspect shows.  Those that
# only score a text or a pair are in test_export.sh.
. "${srcdir:-.}/tests/tap.sh"
this=$(realpath "$srcdir/tests/cli/test_export_models.sh")
. "$srcdir/tests/cli/stranger.sh"

[ -n "$python" ] || skip_all "no python3 with numpy"

# --- readers of passages ------------------------------------------------------

make_squad train.json 20 5
make_squad valid.json 4 7
passages valid.json >raw
json="--input jsonl --format json"
spans="kind: span, train: train.json, valid: valid.json, characters: 3"
features="features: [match, lower, lemma, frequency, type], lemmas: s_stems"
coda="{kind: coda, beta: 0.1, mean: columns}"
small="hidden: 8, characters: 8, filters: 8"

# reads NAME TASK MODEL: train a reader, and have it computed.
reads()
{
    experiment "$1" "{$spans, $2}" "{kind: $3}" && computes "$1" npz $json
}

ok "BiDAF is computed, with features, where there may be no answer" \
    reads bidaf "$features, no_answer: true, within_sentence: true" \
    "bidaf, project: 8, $small"
ok "in its published form, with CoDA" reads published "lower: true" \
    "bidaf, project: 0, second: max, end: pointer, dropped: inputs,
     start: tensorflow, $small, attention: $coda"
ok "DCN" reads dcn "max_document_scored: 7" "dcn, $small, attention: $coda"
ok "DCN that is told its start, words spelt from either end" reads dcn2 \
    "longest_span: 2" "dcn, sentinels: false, new_start: true,
     first_guess: whole, stop: false, character_encoder: lstm, $small"
ok "QANet" reads qanet "" "qanet, heads: 2, blocks: 2, $small,
    attention: $coda, self_attention: {kind: coda}"
ok "the iterative aligner" reads aligner "$features" \
    "aligner, $small, zero_self: true, attention: {kind: coda, share: false}"
ok "the same as MReader" reads mreader "$features" \
    "aligner, character_encoder: initials, aggregate: true, state: ends,
     own_question: false, inner_fusion: difference, input_fusion: 0, $small"
ok "the phase conductor" reads phasecond "$features, features_of: document" \
    "phasecond, $small, final_fusion: 1, question_fusion: true,
     attention: {kind: coda, learned: layer, beta: 0.1},
     self_attention: {kind: coda, mean: both}"

# Tags of their texts, none for words in 3.
if "$python" - train.json valid.json >tags 2>no_xxhash <<'END'
import json, sys, xxhash
texts = {}
for path in sys.argv[1:]:
    for p in json.load(open(path))["data"][0]["paragraphs"]:
        texts.update({t: 0 for t in [p["context"],
                                     *(q["question"] for q in p["qas"])]})
for text in texts:
    at, tags = 0, []
    for w in text.split():
        if not w.endswith("3"):
            tags.append((f"{at}:{len(w)}", "N" if w[0] == "w" else "X",
                         "-" if len(w) < 3 else "LONG", w[0] + w[-1]))
        at += len(w) + 1
    print(xxhash.xxh3_64_hexdigest(text.encode()),
          *(" ".join(column) for column in zip(*tags)), sep="\t")
END
then
    ok "so is what tags say of them" reads tagged "tags: [tags],
        features: [lemma, pos, ner]" "phasecond, feature_width: 3, $small"
else
    skip "so is what tags say of them" "no python3 with xxhash"
fi

for name in bidaf published dcn dcn2 qanet aligner mreader phasecond; do
    ok "inspect shows the attentions of $name" looks $name
done

# --- attentions ---------------------------------------------------------------

sweep='{parameters: {model.attention: [softmax, sparsemax, entmax, sigmoid,
    {kind: sigmoid, bias: none}, linear, differential,
    {kind: differential, lambda: 0.5, learned: site},
    {kind: differential, lambda_at_start: layer},
    {kind: differential, lambda_at_start: layer, learned: site},
    {kind: coda, learned: site, alpha: 0.5},
    {kind: coda, gate: centered, center_e: true, mean: both, scale: true},
    {kind: coda, gate: plain, f_e: sigmoid, f_n: arctan, share: false},
    {kind: coda, f_e: softmax, gate_at_start: 0.5},
    {kind: coda, f_e: positive, f_n: tanh, learned: head},
    {kind: coda, f_e: identity, f_n: algebraic, learned: layer},
    {kind: coda, gate: constant, constant: 0.3}]}}'

# registered SORT: the kinds that codarun has of it.
registered() { "$codarun" data kinds | sed -n "s/^$1 \([^:]*\):.*/\1/p"; }

# all_of SORT TEXT: is each a word of the text, and is there any?
all_of()
{
    [ -n "$(registered "$1")" ] || return 1
    for kind in $(registered "$1"); do
        if ! grep -qw -- "$kind" <<<"$2"; then
            echo "no $1 '$kind'"
            return 1
        fi
    done
}

ok "every attention that is registered is below" all_of attention "$sweep"
ok "every model is here or in test_export.sh" all_of model \
    "$(grep -hv '^#' "$this" "${this%_models.sh}.sh")"

# sweeps NAME TASK MODEL OPTION...: train each attention, and have it computed.
sweeps()
{
    experiment "$1" "$2" "$3" --set "sweep=$sweep" --set train.steps=8 ||
        return 1
    n=0
    for trial in "$1"/trials/*/*.h5; do
        computes_trial $n "$1" npz "${@:4}" || return 1
        n=$((n + 1))
    done
}

sums='kind: mlu, low: 0, high: 8, operations: ["+"], examples: 44,
    valid_examples: 10, test_examples: 10'
sizes="preset: custom, layers: 2, hidden: 16, filter: 24, heads: 2"
ok "every attention both ways, with biases" sweeps both \
    "{$spans}" "{kind: bidaf, hidden: 8, project: 8, characters: 0}" $json
printf '%s\n' 1+2 x=4,y=7,x+y >raw
ok "and in a decoder" sweeps decoder "{$sums}" "{kind: transformer, $sizes}" \
    --format json

# --- step by step -------------------------------------------------------------

ok "a universal transformer writes" experiment steps "{$sums, beam: 4, end: true}" \
    "{kind: universal, $sizes, steps: 2}"
ok "and is computed" computes steps npz --format json
ok "one that halts does, each position by itself" experiment halts "{$sums}" \
    "{kind: universal, $sizes, steps: 3, halts: true, halting_bias: 0,
      attention: {kind: coda}}"
ok "and is" computes halts npz --format json

make_ranking train.rank 48 1
awk -F '\t' '{ print $2 "\t" $3 }' train.rank >train.sent
sentences="{kind: sentiment, train: train.sent, valid: train.sent,
    subwords: 30, max_tokens: 12, end: true}"
cut -f1 train.sent | head -n 20 >raw
ok "one that halts classifies" experiment class "$sentences" \
    "{kind: universal, $sizes, steps: 3, halts: true}"
ok "and is computed" computes class npz
ok "and inspected, step by step" looks class
ok "so is one of a preset's sizes, by a decoder's one token" experiment preset \
    "$sentences" "{kind: universal, preset: tiny, pooling: token}" \
    --set train.steps=4
ok "which the file tells" computes preset npz

# --- sequences ----------------------------------------------------------------

awk -F '\t' 'NR % 4 == 1 { print $2 "\t" $1 "é" }' train.rank >mt.tsv
{ cut -f1 mt.tsv | head -n 4 && echo "q3  w1 ÇA  . 12x"; } >raw
ok "a transformer translates" experiment mt "{kind: mt, train: mt.tsv,
    valid: mt.tsv, subwords: 30, beam: 3, n_best: 2, vocabulary: separate,
    beyond: 9, lower: true, unicode: nfkc}" "{kind: transformer, $sizes}"
ok "and is computed, its beam search, too" computes mt npz --format json
ok "another writes programs" experiment code "{kind: text2code, examples: 90,
    valid_examples: 20, test_examples: 20, max_steps: 2000}" \
    "{kind: transformer, $sizes}"
"$codarun" data write code.yaml lines
sed 's/^{"text": \["//; s/"\].*//; s/", "/ /g' lines/valid.jsonl |
    head -n 4 >raw
ok "and is" computes code npz --format json
done_testing
