#!/bin/bash
# An experiment that has other trials is another one, however little its text
# shows of that; one that has the same goes on, in folders of before, too.
. "${srcdir:-.}/tests/tap.sh"

# sweep NAME SWEEP: an experiment with this sweep
sweep() {
    make_experiment "$scratch/$1.yaml" <<END
name: a
train: {steps: 1, batch: 8, ${base-l2: 0}}
run: {keep: none}
sweep: $2
END
}
cd "$scratch" || exit 99
unset CODARUN_DATA
for name in 01.tsv 1.tsv; do
    make_ranking $name 48 "${#name}"
done

# refuses NAME SAID SWEEP SWEEP: the second does not go on in the first's folder
refuses() {
    rm -rf one
    base=${was-l2: 0} sweep before "$3"
    base=${is-l2: 0} sweep after "$4"
    "$codarun" run -q -o one before.yaml || echo "# the first run failed"
    cp one/journal journal
    ok "$1: another experiment, which is told" \
        says "belongs to another experiment (.*): .*$2" 1 \
        "$codarun" run -q -o one after.yaml
    ok "$1: nothing is touched" cmp journal one/journal
    ok "$1: the first goes on" "$codarun" run -q -o one before.yaml
}

# --- rules -------------------------------------------------------------------

for rule in "== X.tsv" "!= X.tsv"; do
    tracks="parameters: {task.train: [01.tsv, 1.tsv]}, rules: ['task.train"
    refuses "a rule of files, $rule" "sweep.rules.1: was .*01.tsv, is .* 1.tsv" \
        "{$tracks ${rule/X/01}']}" "{$tracks ${rule/X/1}']}"
done
names="variants: {1x: {}, 01x: {train.seed: 5}}, rules: ['variant =="
refuses "a rule of variants" "sweep.rules.1: was .*01x, is .* 1x" \
    "{$names 01x']}" "{$names 1x']}"
names="variants: {.a: {}, 0a: {train.seed: 5}}, rules: ['variant =="
refuses "a rule of names that begin with a point" "was .*\.a, is .* 0a" \
    "{$names .a']}" "{$names 0a']}"

# --- mappings ----------------------------------------------------------------

# adam BETA: the field within the mapping is that of another in the first trial
adam() {
    echo "{parameters: {train.optimizer: [{kind: adam, beta1: $1}," \
        "{kind: adam, beta1: 0.7}], train.seed: [1, 2]," \
        "train.optimizer.beta1: {values: [0.9], when: {train.seed: 1}}}}"
}
coda() {
    echo "{parameters: {model.attention: [{kind: coda, beta: $1}, softmax]," \
        "train.seed: [1, 2], model.attention.beta: {values: [0.5]," \
        "when: {train.seed: 1, model.attention: [{kind: coda, beta: $1}]}}}}"
}
refuses "a field in a mapping" "was .*beta1: 0.8.*, is .*beta1: 0.5" \
    "$(adam 0.8)" "$(adam 0.5)"
refuses "a field in a mapping of an attention" "was .*beta: 2.0.*beta: 3.0" \
    "$(coda 2.0)" "$(coda 3.0)"

# --- what the file gives where a condition is not met ------------------------

seeds="train.seed: [1, 2], train.clip_norm: {values: [0.5]"
was="clip_norm: 2.0" is="clip_norm: 5.0" refuses "the file's own value" \
    "train.clip_norm: was 2, is 5" \
    "{parameters: {$seeds, when: {train.seed: 1}}}}" \
    "{parameters: {$seeds, when: {train.seed: 1}}}}"
sed -i '/^train.clip_norm/d' one/experiment.text # as it was written before
ok "so in a folder whose text lacks it" \
    says "belongs to another experiment (.*): train.clip_norm: was 2, is 5$" \
    1 "$codarun" run -q -o one after.yaml
ok "where the first goes on" "$codarun" run -q -o one before.yaml
ok "and is resumed" "$codarun" resume -q one
echo "# another line" >>before.yaml
ok "and so does one whose file is written in another way" \
    "$codarun" run -q -o one before.yaml
ok "nothing is begun again" cmp <(grep -c " start " one/journal) <(echo 2)

# A learner's first rounds alone are known before it learns.
learner="method: {kind: tpe, start: 2, round: 2}, trials: 6"
many="train.seed: [1, 2, 3], train.clip_norm: {values: [0.5], when: {train.seed: 1}}, model.hidden: {min: 2, max: 12}"
was="clip_norm: 2.0" is="clip_norm: 5.0" refuses "so of a search that learns" \
    "train.clip_norm: was 2, is 5" \
    "{$learner, parameters: {$many}}" "{$learner, parameters: {$many}}"
ok "with more trials, too" says "belongs to another experiment" 1 \
    "$codarun" run -q --extend -o one after.yaml --set sweep.trials=8
base="clip_norm: 2.0" sweep more "{${learner/6/8}, parameters: {$many}}"
sed -i '/^train.clip_norm/d' one/experiment.text
ok "a folder whose text lacks it is extended" says "^8 trials: 8 finished" 0 \
    "$codarun" run --extend -o one more.yaml

# --- what is the same --------------------------------------------------------

# The file's own value is one that no trial has.
kinds="train.optimizer.kind: [sgd, adam], train.optimizer.beta1: {values: [0.8], when: {train.optimizer.kind: adam}}"
rm -rf one
base="optimizer: {kind: adam, beta1: 0.7}" sweep before "{parameters: {$kinds}}"
base="optimizer: {kind: adam, beta1: 0.6}" sweep after "{parameters: {$kinds}}"
"$codarun" run -q -o one before.yaml
ok "what no trial has may differ" "$codarun" run -q -o one after.yaml
ok "nothing is begun for it" cmp <(grep -c " start " one/journal) <(echo 2)

done_testing
