#!/bin/bash
# An experiment with other trials is another experiment, however similar the
# texts are.  An experiment with the same trials continues, also in folders of
# earlier versions.
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

# refuses NAME SAID SWEEP SWEEP: the second may not continue in the first's
# folder
refuses() {
    rm -rf one
    base=${was-l2: 0} sweep before "$3"
    base=${is-l2: 0} sweep after "$4"
    "$codarun" run -q -o one before.yaml || echo "# the first run failed"
    cp one/journal journal
    ok "$1: another experiment, which is reported" \
        says "belongs to another experiment (.*): .*$2" 1 \
        "$codarun" run -q -o one after.yaml
    ok "$1: nothing is touched" cmp journal one/journal
    ok "$1: the first continues" "$codarun" run -q -o one before.yaml
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

# adam BETA: the first trial's mapping has another value for a field
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

# --- the file's own value, used where a condition is not met ------------------

seeds="train.seed: [1, 2], train.clip_norm: {values: [0.5]"
was="clip_norm: 2.0" is="clip_norm: 5.0" refuses "the file's own value" \
    "train.clip_norm: was 2, is 5" \
    "{parameters: {$seeds, when: {train.seed: 1}}}}" \
    "{parameters: {$seeds, when: {train.seed: 1}}}}"
sed -i '/^train.clip_norm/d' one/experiment.text # as earlier versions wrote it
ok "also in a folder whose text lacks it" \
    says "belongs to another experiment (.*): train.clip_norm: was 2, is 5$" \
    1 "$codarun" run -q -o one after.yaml
ok "where the first continues" "$codarun" run -q -o one before.yaml
ok "and is resumed" "$codarun" resume -q one
echo "# another line" >>before.yaml
ok "and so does one whose file is written in another way" \
    "$codarun" run -q -o one before.yaml
ok "nothing starts again" cmp <(grep -c " start " one/journal) <(echo 2)

# Of a search that learns, only the first rounds are known in advance.
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

# --- equal experiments -------------------------------------------------------

# No trial has the file's own value.
kinds="train.optimizer.kind: [sgd, adam], train.optimizer.beta1: {values: [0.8], when: {train.optimizer.kind: adam}}"
rm -rf one
base="optimizer: {kind: adam, beta1: 0.7}" sweep before "{parameters: {$kinds}}"
base="optimizer: {kind: adam, beta1: 0.6}" sweep after "{parameters: {$kinds}}"
"$codarun" run -q -o one before.yaml
ok "values that no trial has may differ" "$codarun" run -q -o one after.yaml
ok "nothing starts for it" cmp <(grep -c " start " one/journal) <(echo 2)

# --- the folder's own file, changed by hand -----------------------------------

base="l2: 0" sweep before "{parameters: {train.seed: [1, 2]}}"

# edited SED: change the experiment in the folder
edited() {
    rm -rf one
    "$codarun" run -q -o one before.yaml
    cp one/journal journal
    sed -i "$1" one/experiment.yaml
}
# refused WHAT SED SAID: it does not continue, and no file is changed
refused() {
    edited "$2"
    for way in "resume -q one" "run -q -o one before.yaml"; do
        # shellcheck disable=SC2086 # words
        ok "$1 in the folder's file: refused by $way" says \
            "^codarun: 'one/experiment.yaml' is not of .*$3" 1 \
            "$codarun" $way
    done
    ok "$1: nothing is touched" cmp journal one/journal
    cp before.yaml one/experiment.yaml
    ok "$1: put back, it continues" "$codarun" resume -q one
}
refused "steps" "s/steps: 1/steps: 2/" \
    "(put it back, or run .*): train.steps: was 1, is 2\$"
refused "a field that was at its default" "s/l2: 0/l2: 0.5/" \
    "train.l2: was not given, is 0.5\$"
refused "fewer trials" "s/, 2]/]/" "(put it back, or run .*): sweep.parameters"
refused "more trials" "s/, 2]/, 2, 3]/" "\$"
edited "s/, 2]/, 2, 3]/"
ok "more trials are admitted" says "^3 trials: 3 finished" 0 \
    "$codarun" resume --extend one
edited "s/keep: none/keep: best/"
ok "fields that change no trial may change" "$codarun" resume -q one
ok "which starts nothing" cmp <(grep -c " start " one/journal) <(echo 2)

done_testing
