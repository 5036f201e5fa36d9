#!/bin/bash
# A search that learns proposes the same trials for any number of ranks, after a
# stop, and without its journal; commands that read the folder know these
# trials.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/a.yaml" <<END
name: a
train: {steps: 12, batch: 8, evaluate_every: 4}
run: {keep: none}
sweep:
  method: {kind: tpe, round: 3, start: 6}
  trials: 14
  seed: 2
  parameters:
    train.learning_rate: {min: 1.0e-4, max: 1.0, scale: log}
    model.hidden: {min: 4, max: 40}
    model.attention.kind: [softmax, coda]
END
cd "$scratch" || exit 99
unset CODARUN_DATA

# rows DIR: print the trials with their values and results
rows() {
    "$codarun" table --trials --format csv "$1" | cut -d, -f1-5
}

same_rows() {
    rows "$1" >one.rows
    rows "$2" >two.rows
    diff one.rows two.rows && [ "$(wc -l <one.rows)" -eq 15 ]
}

ok "a learning search runs" "$codarun" run -q -o one a.yaml
ok "of all its trials" says "14 trials: 14 finished" 0 "$codarun" table one
ok "three ranks" ranks 3 "$codarun" run -q -o three a.yaml
ok "propose the same, to the same bits" "$codarun" verify one three
ok "and the same table" same_rows one three
ok "a coordinator that does not train, too" \
    ranks 3 "$codarun" run -q --dedicated-coordinator -o apart a.yaml
ok "with the same bits" "$codarun" verify one apart

# lines WORD: count such lines in the journal of the run that is being stopped
lines() {
    cat stopped/journal 2>/dev/null | grep -c " $1 "
}

# stop_at WORD N COMMAND...: run it, and stop it when it has written its own
# begin and the journal has N such lines; an earlier signal might come before
# its handler.
stop_at() {
    word=$1 n=$2 begun=$(lines begin)
    shift 2
    "$@" </dev/null &
    run=$!
    while kill -0 "$run" 2>/dev/null &&
        { [ "$(lines begin)" -le "$begun" ] || [ "$(lines "$word")" -lt "$n" ]; }
    do
        sleep 0.02
    done
    kill -USR1 "$run" 2>/dev/null
    wait "$run"
}

# Stopped several times, with the trials begun by then.
stop_and_go() {
    for n in 2 7 11; do
        stop_at finish "$n" mpirun -n 2 "$codarun" run -q -o stopped a.yaml
    done
    ranks 2 "$codarun" run -q -o stopped a.yaml </dev/null
}
ok "stopped several times, it continues" stop_and_go
ok "with the same bits" "$codarun" verify one stopped
ok "nothing was proposed twice" test 14 -eq \
    "$(grep -c "^[0-9]* propose " stopped/journal)"

# The results count: they lead to the same proposals.
cp -r one lost && rm lost/journal
ok "without its journal it proposes the same again" \
    "$codarun" run -q -o lost a.yaml
ok "and trains nothing" test 0 -eq "$(grep -c " start " lost/journal)"
ok "to the same table" same_rows one lost

ok "a result that is gone" rm "$(ls one/trials/*/*.h5 | head -n 1)"
ok "is trained again" "$codarun" run -q -o one a.yaml
ok "to the same bits, and no other trial is" "$codarun" verify three one

# Values that are valid together only by a rule outside the experiment.
sed -e 's/learning_rate: .*/clip_element: [0, 1, 2, 5]/' -e 's/start: 6/start: 3/' \
    -e 's/model.hidden: .*/train.l2_in_loss: [false, true]/' \
    -e "s/seed: 2/seed: 4/" a.yaml >odd.yaml
same_drops() {
    grep -h "^[0-9]* drop " odd1/journal | sed 's/^[0-9]* //; s/ #.*//' >one.rows
    grep -h "^[0-9]* drop " odd3/journal | sed 's/^[0-9]* //; s/ #.*//' >two.rows
    diff one.rows two.rows && [ "$(wc -l <one.rows)" -gt 0 ]
}
ok "an invalid proposal is dropped" \
    says "trial .* expected false: .*: it is dropped" 0 \
    "$codarun" run -o odd1 odd.yaml
ok "by any number of ranks" ranks 3 "$codarun" run -q -o odd3 odd.yaml
ok "the same ones" same_drops
ok "and the others have the same bits" "$codarun" verify odd1 odd3
ok "a continued sweep has none of them" "$codarun" run -q -o odd3 odd.yaml
ok "and drops no more" same_drops

ok "a learnt trial is trained again" "$codarun" verify --rerun 13 three
ok "before it runs, only the first round is known" \
    says "^the other 11 are proposed as results come in" 0 "$codarun" run --dry-run -o none a.yaml
ok "another setting of the method is another experiment" \
    says "sweep.method.round: was 3, is 4" 1 \
    "$codarun" run -q -o one a.yaml --set sweep.method.round=4
ok "a wrong one has its line" \
    says "unknown field 'rounds' in sweep.method (tpe)" 1 \
    "$codarun" run -q -o one a.yaml --set sweep.method.rounds=4

# After 1,998 drawn trials, of which all but two are dropped, a proposal takes
# many seconds of computation: it is cancelled.
make_experiment slow.yaml <<END
name: slow
train: {steps: 2, batch: 8}
run: {keep: none}
sweep:
  method: {kind: gp, round: 2, start: 1998, candidates: 100000}
  trials: 2000
  seed: 3
  parameters:
    train.learning_rate: {min: 0.0, max: 1.0}
    train.l2: {min: 0.0, max: 1.0}
    model.hidden: {min: 4, max: 40}
  rules: [train.learning_rate < 0.002]
END
# stopped_when COMMAND...: run, and stop it once the command succeeds
stopped_when() {
    "$codarun" run -q -o slow slow.yaml &
    run=$!
    while kill -0 "$run" && ! "$@"; do
        sleep 0.02
    done 2>/dev/null
    kill -USR1 "$run"
    wait "$run"
}
# The last lines of the dropped trials reach the journal with the proposal.  Two
# seconds are enough for them, but not for the proposal.
drawn_ones_are_over() {
    grep -q "^[0-9]* finish 1784 " slow/journal && sleep 2
}
ok "a signal is obeyed while a proposal is computed" \
    says "stopped by SIGUSR1 with 2 of 4 trials done" 85 \
    stopped_when drawn_ones_are_over
ok "which is cancelled then" test 0 -eq \
    "$(grep -c "^[0-9]* [a-z]* 199[89] " slow/journal)"
ok "and so is one with which a sweep continues" \
    says "stopped while trial 1998 was being proposed" 85 \
    stopped_when test -e slow/owner
ok "which is also cancelled" test 0 -eq \
    "$(grep -c "^[0-9]* [a-z]* 199[89] " slow/journal)"

# --- schedulers: trials that pause, continue or are ended early -------------

# race SCHEDULER: nine trials of at most 27 steps
race() {
    make_experiment race.yaml <<END
name: race
train: {steps: 27, batch: 8, evaluate_every: 1}
run: {keep: none}
sweep:
  method: random
  trials: 9
  scheduler: $1
  parameters: {train.learning_rate: {min: 1.0e-4, max: 1.0, scale: log}}
END
}

# cut DIR: count the trials that were ended early
cut() {
    "$codarun" table --trials --format csv "$1" |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "steps") c = i }
                 NR > 1 && $c < 27 { n++ } END { print n + 0 }'
}

# broken_off: stop two ranks several times, delete all states, and finish
broken_off() {
    for n in 3 8 14; do
        stop_at start "$n" mpirun -n 2 "$codarun" run -q -o stopped race.yaml
    done
    rm -rf stopped/states
    ranks 2 "$codarun" run -q -o stopped race.yaml </dev/null
}

for scheduler in "{kind: halving, rungs: 2}" "{kind: hyperband, rungs: 1}" \
    "{kind: median, round: 3, least: 2}"; do
    race "$scheduler"
    rm -rf one three stopped
    ok "$scheduler: a sweep runs" "$codarun" run -q -o one race.yaml
    ok "$scheduler: some trials are ended early, some are not" \
        sh -c 'test "$1" -gt 0 && test "$1" -lt 9' - "$(cut one)"
    ok "$scheduler: no state is left" test ! -e one/states
    ok "$scheduler: three ranks" ranks 3 "$codarun" run -q -o three race.yaml
    ok "$scheduler: end the same trials, with the same bits" "$codarun" verify one three
    ok "$scheduler: stopped several times, and without its states, it continues" broken_off
    ok "$scheduler: with the same bits" "$codarun" verify one stopped
    ok "$scheduler: a trial is trained again to the step where it was ended" \
        "$codarun" verify --rerun 8 one
done
ok "halving ends two of three, and then two of the remaining three" \
    sh -c 'test "$1" -eq 8' - "$(race "{kind: halving, rungs: 2}"; rm -rf one
        "$codarun" run -q -o one race.yaml >/dev/null; cut one)"
# evaluations EVERY: train with this interval; print the warnings
evaluations() {
    "$codarun" run -q -o rough race.yaml --set train.evaluate_every="$1" 2>&1 >/dev/null
    rm -rf rough
}
ok "rungs at one evaluation are reported" says "2 of 2 rungs fall on another's" 0 \
    evaluations 27
ok "two of them, too" says "1 of 2 rungs falls on another's" 0 \
    evaluations 9
ok "and not those that have their own" test -z "$(evaluations 3)"
# A rule excludes the last trial, for which the other trials have waited.
make_experiment race.yaml <<END
name: race
train: {steps: 27, batch: 8, evaluate_every: 1}
run: {keep: none}
sweep:
  scheduler: {kind: halving, rungs: 2}
  parameters: {train.seed: [1, 2, 3, 4, 5, 6, 7, 8, 9]}
  rules: [train.seed != 9]
END
rm -rf one three
ok "a bracket whose last trial is left out" \
    says "8 trials: 8 finished" 0 "$codarun" run -o one race.yaml
ok "is complete when it ends" \
    says "8 trials: 8 finished (7 ended early by halving)" 0 \
    "$codarun" run -o one race.yaml
ok "with three ranks, too" ranks 3 "$codarun" run -q -o three race.yaml
ok "with the same bits" "$codarun" verify one three
ok "a bracket takes no more trials" \
    says "would be others among more" 1 "$codarun" run -q --extend -o one \
    race.yaml --set 'sweep.parameters.train.seed=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]'
race "{kind: asha, rungs: 2}"
ok "asha ends" ranks 3 "$codarun" run -q -o asha race.yaml
ok "with all its trials" says "9 trials: 9 finished" 0 "$codarun" table asha
done_testing
