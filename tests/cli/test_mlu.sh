#!/bin/bash
# A transformer learns generated lines by heart in a whole sweep: two kinds of
# attention are trained, and answers are decoded, shown in a table and verified.
. "${srcdir:-.}/tests/tap.sh"

cat >"$scratch/sums.yaml" <<END
name: sums
task: {kind: mlu, low: 0, high: 8, operations: ["+"], examples: 44,
       valid_examples: 10, test_examples: 10}
model: {kind: transformer, preset: custom, layers: 1, hidden: 32, filter: 64,
        heads: 2, dropout: 0, attention_dropout: 0, relu_dropout: 0,
        attention: {kind: coda, gate: scaled, scale: true}}
train: {steps: 300, batch: 12, learning_rate: 0.003, evaluate_every: 50}
run: {threads: 1}
sweep:
  goal: {maximize: valid.accuracy}
  parameters:
    model.attention.kind: [softmax, coda]
END
cd "$scratch" || exit 99

ok "lines are generated" "$codarun" data write sums.yaml lines
mkdir there && echo mine >there/test.txt
ok "a file that is there is not replaced" says \
    "file 'there/test.txt' is there, expected --force to replace it" 1 \
    "$codarun" data write sums.yaml there
ok "and no other is written" test "$(cat there/*)" = mine
ok "except with --force" "$codarun" data write sums.yaml there --force
ok "then all are as they would be" diff -r lines there
sed 's/examples: 44,/train: lines\/train.txt,/
    s/valid_examples: 10, test_examples: 10/valid: lines\/train.txt/' \
    sums.yaml >heart.yaml
ok "a sweep over them runs" ranks 2 "$codarun" run heart.yaml -q -o out
for kind in softmax coda; do
    ok "$kind has learned them by heart" \
        says "^$kind  *1  *100\.00" 0 "$codarun" table out
done
ok "every file is whole" says "every file is whole" 0 "$codarun" verify out
ok "a trial trained again is equal" \
    says "trial 1  equal" 0 "$codarun" verify out --rerun 1
ok "lines it did not see are decoded and scored as well" \
    ranks 2 "$codarun" run sums.yaml -q -o unseen --set train.steps=20
ok "on valid and on test" says \
    "^coda  *1  *[0-9.][0-9.]*  *[0-9.][0-9.]*$" 0 \
    "$codarun" table unseen
done_testing
