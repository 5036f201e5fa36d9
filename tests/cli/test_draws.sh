#!/bin/bash
# A search draws different trials as long as there are any.  A sweep begun under
# the rules of an earlier version continues under them.
. "${srcdir:-.}/tests/tap.sh"

# sweep NAME SWEEP: an experiment with this sweep
sweep() {
    make_experiment "$scratch/$1.yaml" <<END
name: a
train: {steps: 2, batch: 8}
run: {keep: none}
sweep: $2
END
}
cd "$scratch" || exit 99
unset CODARUN_DATA

steps="parameters: {model.hidden: {min: 4, max: 7, step: 1}}"
narrow="parameters: {train.learning_rate: {min: 0.12345671, max: 0.12345678}}"

# values DIR: the swept field's value in each trial, in order
values() {
    "$codarun" table --trials --format csv "$1" | sed 1d | cut -d, -f3
}

# differ DIR N: there are N trials, and their values all differ
differ() {
    values "$1"
    test "$(values "$1" | wc -l)" -eq "$2" &&
        test "$(values "$1" | sort -u | wc -l)" -eq "$2"
}

for method in random sobol tpe gp; do
    sweep steps "{method: $method, trials: 4, $steps}"
    "$codarun" run -q -o "$method" steps.yaml 2>/dev/null
    ok "$method: four trials of four values" differ "$method" 4
    ok "$method: as its list has them" \
        says "^steps: 4 trials\|^a: 4 trials" 0 \
        "$codarun" run --dry-run -o none steps.yaml
    sweep narrow "{method: $method, trials: 5, $narrow}"
    "$codarun" run -q -o "$method-narrow" narrow.yaml 2>/dev/null
    ok "$method: five of a narrow range" differ "$method-narrow" 5
done

sweep all "{method: random, trials: 9, $steps}"
ok "no more than there are" says "^4 trials: 4 finished" 0 \
    "$codarun" run -o all all.yaml
ok "commands that read the folder have the same trials" differ all 4

sweep ruled "{method: random, trials: 4, rules: [model.hidden != 5], $steps}"
ok "a rule leaves one of four out" says "^3 trials: 3 finished" 0 \
    "$codarun" run -o ruled ruled.yaml

# --- begun by an earlier version ----------------------------------------------

# begun_by_2 DIR: let its journal begin as under conduct 2
begun_by_2() {
    sed -i '1s/.*/0 begin -1 codarun 1.0 ranks 1 conduct 2 #d8c7dd1dcb8b245f/' \
        "$1/journal"
}

sweep few "{method: random, trials: 2, $steps}"
sweep four "{method: random, trials: 4, $steps}"
"$codarun" run -q -o old few.yaml
begun_by_2 old
ok "a sweep of an earlier version is continued, with its equal trials" \
    says "^2 trials: 2 finished (2 more equal" 0 \
    "$codarun" run --extend -o old four.yaml
ok "by the rules of its own version" test 2 -eq \
    "$(grep -c "^[0-9]* begin .* conduct 2 " old/journal)"
ok "commands that read the folder see them" says "^2 trials: 2 finished (2 more equal" 0 \
    "$codarun" table old
ok "so does its list" says "2 of 4 combinations equal an earlier one" 0 \
    "$codarun" run --dry-run -o old four.yaml
ok "--other-identity does not change it" says "^2 trials: 2 finished (2 more equal" 0 \
    "$codarun" run --other-identity -o old four.yaml

sweep few "{method: {kind: gp, round: 2, start: 2}, trials: 4, $narrow}"
sweep more "{method: {kind: gp, round: 2, start: 2}, trials: 6, $narrow}"
"$codarun" run -q -o learnt few.yaml
begun_by_2 learnt
ok "a search that learns is continued, too" \
    "$codarun" run -q --extend -o learnt more.yaml
ok "with six digits from there on" test 0.12345678 = \
    "$(values learnt | tail -n 1)"
done_testing
