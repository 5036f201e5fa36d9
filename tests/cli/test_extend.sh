#!/bin/bash
# Adding trials to an existing sweep: --extend keeps its trials, and nothing
# else of the experiment may differ.
. "${srcdir:-.}/tests/tap.sh"

# sweep NAME SWEEP: an experiment with this sweep
sweep() {
    make_experiment "$scratch/$1.yaml" <<END
name: a
train: {steps: 6, batch: 8}
run: {keep: none}
sweep: $2
END
}
cd "$scratch" || exit 99
unset CODARUN_DATA

sweep few "{parameters: {model.hidden: [4, 8], train.seed: [1, 2]}}"
sweep more "{parameters: {model.hidden: [4, 6, 8], train.seed: [1, 2, 3]}}"
sweep other "{parameters: {model.hidden: [6, 8], train.seed: [1, 2]}}"
sweep down "{goal: {minimize: valid.mrr}, parameters: {model.hidden: [4, 6, 8], train.seed: [1, 2]}}"

# starts DIR: count the trials' starts in the journal
starts() {
    grep -c '^[0-9]* start ' "$1/journal"
}

sweep learns "{method: {kind: tpe, start: 4, round: 2}, trials: 9, parameters: {train.learning_rate: {min: 0.001, max: 0.1}}}"
listed() {
    "$codarun" run --dry-run -o learns learns.yaml >"$scratch/said" &&
        grep -q "^a: 9 trials, " "$scratch/said" &&
        grep -q "^the other 7 are proposed as results come in$" "$scratch/said"
}
ok "of a search that learns all trials are counted, and the first are listed" \
    listed

ok "a sweep of few trials" "$codarun" run -q -o grown few.yaml
ok "takes no more by itself, and says how" \
    says "admit its new trials with --extend): sweep.parameters.1: was" 1 \
    "$codarun" run -q -o grown more.yaml
ok "with --extend it does" says "9 trials: 9 finished" 0 \
    "$codarun" run --extend -o grown more.yaml
ok "and trains the new ones alone" test "$(starts grown)" -eq 9
ok "from then on it is the larger one" says "9 trials: 9 finished" 0 \
    "$codarun" run -o grown more.yaml
ok "which began nothing again" test "$(starts grown)" -eq 9
ok "the folder is enough to continue" "$codarun" resume -q grown
mkdir -p results
ln -s ../grown results/by-name
ok "and so is its name below results/" "$codarun" resume -q by-name
"$codarun" run -q -o whole more.yaml
ok "its bits are those of the larger one run at once" \
    "$codarun" verify whole grown
ok "what the folder has is not left out" \
    says "none of this experiment's): sweep.parameters.1" 1 \
    "$codarun" run -q --extend -o grown other.yaml
ok "another goal is another sweep" says "sweep.goal may not differ" 1 \
    "$codarun" run -q --extend -o grown down.yaml
ok "another field is another experiment" says "train.steps: was 6, is 7" 1 \
    "$codarun" run -q --extend -o grown more.yaml --set train.steps=7
listed() {
    says "^codarun: warning: results folder 'grown' belongs to another .*: $1" \
        0 "$codarun" run --dry-run -o grown "${@:3}" &&
        [ "$(grep -c "^codarun" "$scratch/said")" -eq 1 ] &&
        [ "$(grep -c "^ *[0-9]*  [0-9]* parameters" "$scratch/said")" -eq "$2" ]
}
ok "if it cannot continue, its trials can be listed: the difference is a warning" \
    listed "train.steps: was 6, is 7\$" 9 more.yaml --set train.steps=7
ok "so they can of one with other trials" listed "sweep.parameters.1" 4 \
    other.yaml
ok "the folder was not changed" "$codarun" resume -q grown

# extends SAID EQUAL: few.yaml's sweep is extended to more.yaml's, with the same
# results as more.yaml's run at once
extends() {
    rm -rf grown whole
    "$codarun" run -q -o grown few.yaml
    ok "$1" "$codarun" run -q --extend -o grown more.yaml
    "$codarun" run -q -o whole more.yaml
    ok "$2" "$codarun" verify whole grown
}

range="parameters: {model.hidden: {min: 4, max: 40}}"
for method in random sobol "{kind: tpe, round: 2, start: 4}"; do
    sweep few "{method: $method, trials: 5, $range}"
    sweep more "{method: $method, trials: 8, $range}"
    extends "$method: three trials more" "$method: as if run at once"
    ok "$method: and nothing twice" test "$(starts grown)" -eq "$(starts whole)"
    ok "$method: fewer is another sweep" says "sweep.trials: was 8, is 5" 1 \
        "$codarun" run -q -o grown few.yaml
done

whole="parameters: {model.hidden: {mean: 8, deviation: 2, min: 6, max: 10}}"
wider="parameters: {model.hidden: {mean: 8, deviation: 2, min: 4, max: 12}}"
sweep few "{method: random, trials: 4, $whole}"
sweep more "{method: random, trials: 40, $wider}"
extends "a wider normal of whole numbers is drawn anew" \
    "and its trials are those of the wider one"

# begun_before DIR: let its journal begin as it did before versions had numbers
begun_before() {
    sed -i '1s/.*/0 begin -1 codarun 1.0 ranks 1 #3d5eb72b42f6788c/' "$1/journal"
}

sweep few "{method: {kind: tpe, round: 2, start: 4}, trials: 5, $range}"
sweep more "{method: {kind: tpe, round: 2, start: 4}, trials: 8, $range}"
"$codarun" run -q -o before few.yaml
ok "a search that learns from none says so" \
    says "found 5, expected more than the 18 that method: tpe draws" 0 \
    "$codarun" run -q -o none few.yaml --set "sweep.method={kind: tpe, round: 3}"
begun_before before
ok "a sweep that is over needs no rules" "$codarun" run -q -o before few.yaml
rm "$(find before/trials -name '*.h5' | sort | head -1)"
ok "nor does one that has proposed all its trials" \
    says "was over, and is run again" 0 "$codarun" run -o before few.yaml
ok "a search that learned by other rules is not continued" \
    says "found a sweep conducted under 1, expected 2 to [0-9]*: its search" 1 \
    "$codarun" run -q --extend -o before more.yaml
ok "except with --other-identity" "$codarun" run -q --extend --other-identity \
    -o before more.yaml
ok "which is known from then on" "$codarun" run -q -o before more.yaml
rm before/journal
ok "without a journal its rules are unknown" \
    says "found 8 results and no number of how" 0 \
    "$codarun" run -q -o before more.yaml

sweep few "{method: random, trials: 4, $whole}"
"$codarun" run -q -o drawn few.yaml
begun_before drawn
ok "drawn numbers of a normal distribution do not change" \
    "$codarun" run -q -o drawn few.yaml
sed -i '/ propose 2 /,$d' drawn/journal
ok "numbers still to be drawn would" \
    says "under 1, expected 2 to [0-9]*: its normal distributions of whole" 1 \
    "$codarun" run -q -o drawn few.yaml

sweep few "{method: random, trials: 9, rules: [model.hidden < 9], $whole}"
"$codarun" run -q -o ruled few.yaml
begun_before ruled
sed -i 's/rules: [^,]*, //' ruled/experiment.yaml
ok "a dropped trial is not waited for, whatever is drawn now" \
    says "^3 trials: 3 finished (" 0 "$codarun" table ruled

sweep few "{scheduler: halving, parameters: {train.seed: [1, 2, 3]}}"
"$codarun" run -q -o halved few.yaml
begun_before halved
ok "decisions about all trials stay" \
    "$codarun" run -q -o halved few.yaml
rm "$(find halved/trials -name '*.h5' | sort | head -1)"
ok "a trial that is trained again would be decided again" \
    says "under 1, expected 2 to [0-9]*: its scheduler" 1 \
    "$codarun" run -q -o halved few.yaml
done_testing
