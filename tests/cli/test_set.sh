#!/bin/bash
# --set reaches every field, also a sweep's parameters, and --dry-run lists the
# trials that a run would train.
. "${srcdir:-.}/tests/tap.sh"

cat >"$scratch/a.yaml" <<'YAML'
name: a
task: {kind: mlu, low: 0, high: 9, examples: 90, valid_examples: 10,
       test_examples: 10}
model: {kind: transformer, hidden: 8, filter: 8, layers: 1, heads: 2}
train: {steps: 2, batch: 8}
sweep:
  method: grid
  goal: {maximize: valid.accuracy}
  parameters: {train.seed: [1, 2]}
YAML
export OMP_NUM_THREADS=1

# lists N PATTERN ARGUMENT...: a dry run lists N trials, one of which matches.
lists()
{
    local n=$1 pattern=$2
    shift 2
    "$codarun" run "$scratch/a.yaml" --dry-run -o "$scratch/none" "$@" \
        >"$scratch/out" 2>&1 || { cat "$scratch/out"; return 1; }
    cat "$scratch/out"
    [ "$(grep -c ' parameters  ' "$scratch/out")" -eq "$n" ] &&
        grep -q -- "$pattern" "$scratch/out"
}

ok "a dry run lists the trials" lists 2 "train.seed=2"
ok "and what each would need" lists 2 " 2 steps  1 grain .* MiB a rank"
ok "and writes nothing" test ! -e "$scratch/none"
# where EXPECTED ARGUMENT...: the results would go to that folder, which is not
# made
where()
{
    local expected=$1
    shift
    [ "$("$codarun" "$@" --where)" = "$expected" ] && [ ! -e "$expected" ]
}

ok "the results folder is named" where results/a run "$scratch/a.yaml"
ok "one that is chosen, too" where "$scratch/b" run "$scratch/a.yaml" \
    -o "$scratch/b"
ok "and one of another name" where results/c run "$scratch/a.yaml" \
    --set name=c
ok "for a wrong file, the error" \
    says "codarun: .*none.yaml" 1 "$codarun" run none.yaml --where
ok "a parameter gets other values" lists 3 "train.seed=7" \
    --set 'sweep.parameters.train.seed=[5, 6, 7]'
ok "a sweep gets another parameter" lists 4 "model.hidden=16" \
    --set 'sweep.parameters.model.hidden=[8, 16]'
ok "a kind is one" lists 6 "model.attention.kind=sparsemax" \
    --set 'sweep.parameters.model.attention.kind=[softmax, coda, sparsemax]'
ok "a rule about a kind that --set replaces is allowed" lists 2 "kind=coda" \
    --set 'sweep.parameters.model.attention.kind=[softmax, coda]' \
    --set 'sweep.rules=[model.attention != softmax]' --set model.attention=coda
ok "a rule with a wrong name is refused" says "found 'model.attention != so'" 1 \
    "$codarun" run "$scratch/a.yaml" --dry-run \
    --set 'sweep.parameters.model.attention.kind=[softmax, coda]' \
    --set 'sweep.rules=[model.attention != so]'

# as_listed N ARGUMENT...: a run trains the N trials that a dry run lists, with
# the same numbers and values, and the dry run writes no file
as_listed()
{
    local n=$1 before
    shift
    rm -rf r
    before=$(find . | sort)
    "$codarun" run a.yaml --dry-run -o r "$@" >said || return 1
    [ "$before" = "$(find . | sort)" ] || return 1
    sed -n 's/^ *\([0-9]*\)  .* MiB a rank  /\1  /p' said >listed
    mpirun -n 2 "$codarun" run a.yaml -q -o r "$@" &&
        "$codarun" table r --trials --format csv | awk -F, '
            NR == 1 { for (i = 3; $i != "steps"; i++) name[i] = $i }
            NR > 1 { printf "%s", $1
                     for (i = 3; i in name; i++) printf "  %s=%s", name[i], $i
                     print "" }' >trained
    cat said trained
    [ "$(wc -l <listed)" -eq "$n" ] && cmp listed trained
}

cd "$scratch" || exit 99
: >said >listed >trained
# Of eight draws from two values at least six repeat an earlier one.
random=(--set sweep.method=random --set sweep.trials=8)
ok "equal trials are listed once" \
    lists 2 "6 of 8 combinations equal" "${random[@]}"
ok "a run trains what a dry run lists, of a grid" as_listed 4 \
    --set 'sweep.parameters.model.hidden=[8, 16]'
ok "of a search with repeated draws" as_listed 2 "${random[@]}"
ok "of a search that draws from a range" as_listed 3 --set sweep.method=random \
    --set sweep.trials=3 --set \
    'sweep.parameters.train.learning_rate={min: 1.0e-4, max: 1, scale: log}'
ok "of a grid with equal trials" as_listed 4 \
    --set 'sweep.parameters.model.dropout=[0.1, 0.2, 1.0e-1]'
ok "a wrong name is refused" says "--set sweep.parameters.a.b=1.*'a.b'" 1 \
    "$codarun" run "$scratch/a.yaml" --dry-run --set sweep.parameters.a.b=1
ok "a value of several lines is taken" "$codarun" run -q "$scratch/a.yaml" \
    -o "$scratch/lines" --set 'sweep.parameters.train.seed=[5,
        6]'
ok "and kept so that the folder can be read" says "trials *2: 2 finished" 0 \
    "$codarun" status "$scratch/lines"
again() {
    "$codarun" table "$scratch/lines" --trials --format csv >"$scratch/rows.csv" &&
        ! "$codarun" verify --rerun 1 "$scratch/a.yaml" "$scratch/rows.csv" &&
        says "trial 1  equal" 0 "$codarun" verify --rerun 1 \
            "$scratch/lines/experiment.yaml" "$scratch/rows.csv"
}
ok "a row is reproduced by the folder's experiment, which has the fields of --set" \
    again
done_testing
