#!/bin/bash
# Population based training: members take over states and change their values,
# the same for any number of ranks, after stops and kills, and without any state
# file.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/faults.sh"

ok "faults can be made" make_faults
cd "$scratch" || exit 99
make_experiment pbt.yaml <<END
name: pbt
train: {steps: 144, batch: 8, evaluate_every: 12}
run: {keep: none, retries: 9}
sweep:
  method: random
  trials: 6
  seed: 2
  scheduler: {kind: pbt, rungs: 3, quantile: 0.34}
  parameters:
    train.learning_rate: {min: 1.0e-4, max: 1.0, scale: log}
    train.l2: {min: 1.0e-6, max: 1.0e-2, scale: log}
    model.dropout: [0, 0.1, 0.3]
END
unset CODARUN_DATA

# rows DIR: print number, status, values, steps and best step of its trials
rows() {
    "$codarun" table --trials --format csv "$1" | cut -d, -f1-7
}

# same_rows DIR DIR: are all twelve rows equal?
same_rows() {
    rows "$1" >one.rows
    rows "$2" >two.rows
    diff one.rows two.rows && [ "$(wc -l <one.rows)" -eq 13 ]
}

ok "a population is trained" "$codarun" run -q -o one pbt.yaml
ok "at each rung members end, and clones begin" \
    says "12 trials: 12 finished (6 ended early by pbt)" 0 "$codarun" table one
ok "whose best step is one since then" test 6 -eq "$(rows one |
    awk -F, 'NR > 1 && $1 > 5 && $7 > 36 { n++ } END { print n + 0 }')"
ok "no state is left" test ! -e one/states
ok "three ranks" ranks 3 "$codarun" run -q -o three pbt.yaml
ok "train the same, to the same bits" "$codarun" verify one three
ok "and the same table" same_rows one three

# starts DIR: count the attempts that were begun
starts() {
    cat "$1/journal" 2>/dev/null | grep -c " start "
}

# broken_off DIR SIGNAL: end a run several times, after more and more attempts,
# and finish on two ranks.  A killed run has one rank, so nothing survives it; a
# robbed one loses all its states.
broken_off() {
    program=(mpirun -n 2 "$codarun")
    [ "$2" = KILL ] && program=("$codarun")
    for n in 4 10 17 24; do
        "${program[@]}" run -q -o "$1" pbt.yaml </dev/null &
        run=$!
        while kill -0 "$run" 2>/dev/null && [ "$(starts "$1")" -lt "$n" ]; do
            sleep 0.02
        done
        kill "-$2" "$run" 2>/dev/null
        wait "$run"
        [ "$1" = robbed ] && rm -rf "$1/states"
    done
    ranks 2 "$codarun" run -q -o "$1" pbt.yaml </dev/null &&
        [ "$(grep -c " begin " "$1/journal")" -gt 2 ]
}
ok "stopped several times, it continues" broken_off stopped USR1
ok "with the same bits" "$codarun" verify one stopped
ok "killed again and again" broken_off killed KILL
ok "with the same bits" "$codarun" verify one killed

# Trial 6, the first clone, has another's state by a hard link.
killed_at_birth() {
    born=$(sed -n 's/^[0-9]* propose 6 \([0-9a-f]*\) .*/\1/p' one/journal)
    fault "put $born.last.h5" die "$codarun" run -q -o born pbt.yaml </dev/null
    [ $? -eq 137 ] && [ "$(stat -c %h born/states/*/"$born".last.h5)" -eq 2 ]
}
ok "killed while a member gets its state" killed_at_birth
ok "it continues" "$codarun" run -q -o born pbt.yaml
ok "with the same bits" "$codarun" verify one born
ok "without its states each time" broken_off robbed USR1
ok "it trains them again, to the same bits" "$codarun" verify one robbed
ok "and the same table" same_rows one robbed

# The journal alone has the rungs.
cp -r one lost && rm lost/journal
ok "without its journal it is trained again" "$codarun" run -q -o lost pbt.yaml
ok "with the same bits" "$codarun" verify one lost
ok "and the same table" same_rows one lost

ok "results that are gone" rm -f one/trials/*/[0-7]*.h5
ok "are trained again, with all that they begin from" \
    "$codarun" run -q -o one pbt.yaml
ok "with the same bits" "$codarun" verify three one
ok "the last one, too, by verify" "$codarun" verify --rerun 11 one

# Few values: clones of one parent are often equal.
sed -e '/learning_rate/d' -e '/train.l2/d' -e 's/name: pbt/name: few/' \
    pbt.yaml >few.yaml
has_twins() {
    sed -n 's/^[0-9]* propose [0-9]* \([0-9a-f]*\) .*/\1/p' few/journal |
        sort | uniq -d | grep .
}
trains_each_once() {
    "$codarun" table --trials --format csv few >few.csv
    [ "$(find few/trials -name '*.h5' | wc -l)" -lt 12 ] &&
        [ "$(find few/trials -name '*.h5' | wc -l)" -eq \
            $(($(wc -l <few.csv) - 1)) ]
}
ok "a population with few values is trained" "$codarun" run -q -o few few.yaml
ok "some clones are equal" has_twins
ok "and are trained once" trains_each_once
ok "three ranks train the same" ranks 3 "$codarun" run -q -o few3 few.yaml
ok "with the same bits" "$codarun" verify few few3

refuses() {
    says "$1" 1 "$codarun" run -q -o none pbt.yaml --set "$2"
}
ok "fields that change the model cannot be swept" \
    refuses "found model.hidden, which may not change" \
    'sweep.parameters.model.hidden=[4, 8]'
ok "nor the length of training" refuses "found train.steps" \
    'sweep.parameters.train.steps=[4, 8]'
ok "a search that learns cannot be combined with it" \
    refuses "found tpe, which learns" sweep.method=tpe
ok "it takes no more members" says "would be others among more" 1 \
    "$codarun" run -q --extend -o one pbt.yaml --set sweep.trials=8
ok "it can be simulated before" says "scheduler pbt" 0 "$codarun" run --simulate \
    2 --cost 60 pbt.yaml
done_testing
