cut -f1 test.sent >raw
ok "a transformer's encoder is trained" experiment encoder \
    "{kind: sentiment, train: train.sent, valid: test.sent}" \
    "{kind: transformer, $sizes, attention: {kind: coda}}"
ok "and computed" computes encoder npz
cp pairs raw
ok "a transformer reads pairs" experiment joined \
    "{kind: rank, train: train.rank, valid: test.rank}" \
    "{kind: transformer, $sizes}"
ok "as one sequence" computes joined safetensors
cp asked raw
for kind in softmax coda; do
    ok "a transformer with $kind is trained on sums" experiment mlu$kind \
        "{$sums}" "{kind: transformer, $sizes, attention: {kind: $kind}}"
    ok "and its answers are as likely" computes mlu$kind npz --format json
done

ok "one whose attentions are of several kinds" experiment sites "{$sums}" \
    "{kind: transformer, preset: custom, layers: 2, hidden: 24, filter: 24,
      heads: 3, encoder_attention: {kind: coda, layers: '1', heads: 2,
      learned: head, share: false},
      decoder_attention: {kind: coda, heads: 1, learned: layer},
      cross_attention: {kind: coda, share: false, gate: plain}}"
ok "has answers that are as likely" computes sites npz --format json
cut -f1 test.sent >raw
ok "one that classifies" experiment mixed \
    "{kind: sentiment, train: train.sent, valid: test.sent}" \
    "{kind: transformer, $sizes, pooling: token, attention: {kind: coda,
      learned: layer, alpha: 0.5}, encoder_attention: {kind: softmax, heads: 1},
      cross_attention: {kind: coda, learned: layer, heads: 1, layers: '0'}}"
ok "is computed" computes mixed npz
ok "and inspected" looks mixed

awk -F '\t' 'NR % 4 == 1 { print $2 "\t" $1 "é" }' train.rank >mt.tsv
{ cut -f1 mt.tsv | head -n 4 && echo "q3  w1 ÇA  . 12x"; } >raw
ok "one translates" experiment mt "{kind: mt, train: mt.tsv,
    valid: mt.tsv, subwords: 30, beam: 3, n_best: 2, vocabulary: separate,
    beyond: 9, lower: true, unicode: nfkc}" "{kind: transformer, $sizes}"
ok "and is computed, its beam search, too" computes mt npz --format json
ok "another writes programs" experiment code "{kind: text2code, examples: 90,
    valid_examples: 20, test_examples: 20, max_steps: 2000}" \
    "{kind: transformer, $sizes}"
"$codarun" data write code.yaml lines >written
sed 's/^{"text": \["//; s/"\].*//; s/", "/ /g' lines/valid.jsonl |
    head -n 4 >raw
ok "and is" computes code npz --format json
