#!/bin/bash
# A sweep continues when its values are written in another form: the trials and
# their names are the same, and the journal keeps one form.
. "${srcdir:-.}/tests/tap.sh"

# sweep NAME SWEEP: an experiment with this sweep
sweep() {
    make_experiment "$scratch/$1.yaml" <<END
name: a
train: {steps: 3, batch: 8, l2: ${fixed-0}}
run: {keep: none}
sweep: $2
END
}
cd "$scratch" || exit 99
unset CODARUN_DATA

# starts DIR: count the trials' starts in the journal
starts() {
    grep -c '^[0-9]* start ' "$1/journal"
}

# goes_on SAID BEFORE AFTER: a sweep continues with the other form
goes_on() {
    rm -rf one
    fixed=1e-3 sweep before "$2"
    fixed=0.001 sweep after "$3"
    "$codarun" run -q -o one before.yaml || echo "# the first run failed"
    cp one/experiment.text text
    begun=$(starts one)
    ok "$1" "$codarun" run -q -o one after.yaml
    ok "nothing starts again" test "$(starts one)" -eq "$begun"
    ok "the folder keeps its own form" cmp text one/experiment.text
    ok "and continues by itself" "$codarun" resume -q one
}

goes_on "numbers of a list" \
    "{parameters: {train.learning_rate: [1e-3, 1.0e-2], model.hidden: [4, 8]}}" \
    "{parameters: {train.learning_rate: [0.001, 0.01], model.hidden: [+4, 08]}}"
goes_on "a whole number of a list of real ones" \
    "{parameters: {train.clip_norm: [1.0, 2]}}" "{parameters: {train.clip_norm: [1, 2.0]}}"
goes_on "the ends of a range" \
    "{method: random, trials: 3, parameters: {train.learning_rate: {min: 1e-3, max: 1.0e-2, scale: log}}}" \
    "{method: random, trials: 3, parameters: {train.learning_rate: {min: 0.001, max: 0.01, scale: log}}}"
goes_on "values that are mappings" \
    "{parameters: {model.attention: [softmax, {kind: coda, beta: 2.0}]}}" \
    "{parameters: {model.attention: [{kind: softmax}, {beta: 2, kind: coda}]}}"
goes_on "variants" \
    "{variants: {a: {}, b: {train.learning_rate: 2e-3}}}" \
    "{variants: {a: {}, b: {train.learning_rate: 0.002}}}"
goes_on "what hangs on a value, and rules" \
    "{parameters: {train.clip_norm: [1.0, 2.0], train.seed: {values: [1, 2], when: {train.clip_norm: 1.0}}}, rules: ['train.clip_norm < 1e1']}" \
    "{parameters: {train.clip_norm: [1, 2], train.seed: {values: [1, 2], when: {train.clip_norm: 1}}}, rules: ['train.clip_norm < 10']}"
goes_on "a search that learns" \
    "{method: {kind: tpe, start: 4, round: 2}, trials: 8, parameters: {train.learning_rate: [1e-3, 1e-2, 0.1], model.hidden: {min: 2, max: 12}}}" \
    "{method: {kind: tpe, start: 4, round: 2}, trials: 8, parameters: {train.learning_rate: [0.001, 0.01, 1e-1], model.hidden: {min: 2, max: 12}}}"

fixed=1e-3 sweep other "{method: {kind: tpe, start: 4, round: 2}, trials: 8, parameters: {train.learning_rate: [0.001, 0.02, 1e-1], model.hidden: {min: 2, max: 12}}}"
rm "$(find one/trials -name '*.h5' | sort | head -1)"
begun=$(starts one)
ok "missing trials are trained, with values in either form" \
    ranks 2 "$codarun" run -q -o one after.yaml
ok "and nothing else" test "$(starts one)" -eq $((begun + 1))

ok "another value is another experiment, and is what differs" \
    says "belongs to another experiment (.*): sweep.parameters.1: was train.learning_rate \[0.001, 1e-2, 1e-1\], is train.learning_rate \[0.001, 0.02, 1e-1\]$" \
    1 "$codarun" run -o one other.yaml

fixed=0 sweep few "{parameters: {train.learning_rate: [1e-3, 1e-2]}}"
fixed=0 sweep more "{parameters: {train.learning_rate: [0.001, 0.01, 0.1]}}"
rm -rf one
"$codarun" run -q -o one few.yaml
ok "it grows, too" says "3 trials: 3 finished" 0 \
    "$codarun" run --extend -o one more.yaml
ok "and trains only new trials" test "$(starts one)" -eq 3
ok "and continues in either form" "$codarun" resume -q one
ok "as one journal" "$codarun" run -q -o one more.yaml

done_testing
