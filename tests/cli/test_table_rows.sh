#!/bin/bash
# test_table_rows.sh - choosing trials, rows and columns of codarun table:
# --where, --finished, --sort, --reverse, --top, --columns.
. "${srcdir:-.}/tests/tap.sh"

screen=$(cd "${srcdir:-.}/tests/cli" && pwd)/screen.py
cd "$scratch" || exit 99

# Half of its trials fail: with such a learning rate the loss becomes NaN.
make_experiment small.yaml <<'END_OF_IT'
name: small
train: {epochs: 3, batch: 16, optimizer: sgd}
run: {keep: none, results: file}
sweep:
  goal: {maximize: valid.map}
  parameters:
    model.attention.kind: [softmax, coda]
    train.learning_rate: [0.003, 1000.0]
    train.seed: [1, 2]
END_OF_IT
# Its scheduler ends some trials.
make_experiment search.yaml <<'END_OF_IT'
name: search
train: {epochs: 4, batch: 16, optimizer: sgd, evaluate_every: 3}
run: {keep: none}
sweep:
  method: random
  trials: 9
  scheduler: {kind: halving, eta: 2, rungs: 2}
  parameters:
    model.attention.kind: [softmax, coda]
    train.learning_rate: {min: 1.0e-4, max: 1.0, scale: log}
END_OF_IT
for sweep in small search; do
    "$codarun" run -q $sweep.yaml -o $sweep >/dev/null 2>&1
done
ok "two sweeps have run" test -e small/sweep.h5 -a -e search/sweep.h5

table() {
    "$codarun" table "$@"
}

# is EXPECTED ARGUMENT...: compare the table as CSV, with blanks between its
# lines
is() {
    expected=$1
    shift
    found=$(table "$@" --format csv | tr -d '\r' | tr '\n' ' ')
    echo "$found"
    [ "${found% }" = "$expected" ]
}

# alike FILE FILE: are they equal, and not empty?
alike() {
    [ -s "$1" ] && diff "$1" "$2"
}

# --- trials -------------------------------------------------------------------

ok "a field must have a value" is "trial 4 5 6 7" \
    small --trials --columns trial --where model.attention.kind=coda
ok "its short name, and a number as YAML has it, are as good" is "trial 4 5" \
    small --trials --columns trial --where attention=coda \
    --where learning_rate=3e-3
ok "so is a field that is not swept" is "trial 0 1 2 3 4 5 6 7" \
    small --trials --columns trial --where model.hidden=24
table small --trials --columns trial,valid.map --format csv |
    awk -F, 'NR == 1 || $2 > 55' >high.csv
table small --trials --columns trial,valid.map --where 'valid.map>55' \
    --format csv >where.csv
ok "a metric must be so high" alike high.csv where.csv
ok "finished trials exclude failed ones" is "trial 0 1 4 5" \
    small --trials --columns trial --finished
table search --trials --columns trial,steps --where steps=48 --format csv \
    >whole.csv
table search --trials --columns trial,steps --finished --format csv \
    >finished.csv
ok "and those that a scheduler ended" alike whole.csv finished.csv
ok "which ended some" test "$(wc -l <whole.csv)" -lt 10
ok "the line below says which were selected" \
    says "^selected: 2 of 8 trials: attention=coda, finished\$" 0 \
    table small --where attention=coda --finished
ok "and that tests are over these" \
    says "^tests, and Holm's correction, are over the selected trials" 0 \
    table small --tests --where learning_rate=0.003
ok "a pivot is over the selected trials" is "train.seed,test.map.count 1,1 2,1" \
    small --rows train.seed --value test.map --show count --where attention=coda
ok "so are tables by a trait" says "^coda " 0 table small --by question \
    --where attention=coda
ok "which the others are not in" sh -c '! grep -q softmax said' -
ok "several folders are searched" says "^selected: 4 of 17 trials: " 0 \
    table small search --where learning_rate=0.003
ok "a picture is of the selected trials" says "^selected: 4 of 8 trials: attention=" 0 \
    sh -c '"$1" plot curves small --where attention=coda --data -o picture.svg ||
        ! command -v gnuplot >/dev/null' - "$codarun"
ok "its data, too" sh -c 'grep -q coda picture.dat &&
    ! grep -q softmax picture.dat' -

# --- columns and rows ---------------------------------------------------------

ok "columns are in the requested order" is \
    "n,test.map.max,model.attention.kind 2,$(table small --format csv |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "test.map.max")
            at = i } NR == 2 { print $at }'),softmax" \
    small --columns n,test.map.max,attention --where seed\>0 --top 1
table search --trials --sort valid.map --format csv >sorted.csv
ok "the best come first" sh -c \
    'awk -F, "NR == 1 { for (i = 1; i <= NF; i++) if (\$i == \"valid.map\")
        at = i } NR > 1 { print \$at }" sorted.csv | sort -grC' -
for n in 1 4 9 20; do
    table search --trials --top $n --format csv >top.csv
    ok "of which --top $n has the first" \
        sh -c 'head -n "$1" sorted.csv | cmp - top.csv' - $((n + 1))
done
ok "or the last" is "trial 7 6 5" small --trials --columns trial \
    --sort trial --reverse --top 3
ok "if fewer are shown, a line says so" \
    says "^rows: the first 2 of 4 by valid.map\$" 0 table small --top 2
ok "differences below are of the metrics that have a column" sh -c \
    '"$1" table small --columns attention,test.map,test.mrr | tee said |
        grep -q "^test.map: coda minus softmax" && ! grep -q "^test.top1:" said' \
    - "$codarun"
ok "--rows makes --columns a pivot's" is \
    "train.seed,softmax.test.map.count,coda.test.map.count 1,1,1 2,1,1" \
    small --rows train.seed --columns model.attention.kind --value test.map \
    --show count
table --help >help
ok "each column is in the help" sh -c 'for name in trial digest status reason \
    steps epochs best_step train_loss params identity seconds attempt hosts \
    experiment n source note; do grep -q "^  $name  " help || exit 1; done' -
ok "and a shell completes it" says "^trial,seconds	time spent" 0 \
    "$codarun" completion -- table small --columns trial,sec
ok "as of fields to select by" says "^model.attention.kind=	" 0 \
    "$codarun" completion -- table small --where model.attention.k
ok "and their values" says "^softmax	" 0 \
    "$codarun" completion -- plot metric small --where model.attention.kind = so

# --- formats ------------------------------------------------------------------

choice="small --columns attention,learning_rate,seed,n,seconds,test.map,hosts
    --where status=finished --sort test.map --top 1"
for format in csv json hdf5; do
    # shellcheck disable=SC2086 # a list
    table $choice --format $format -o rows.$format
done
python_with 'import h5py, pandas, tables'
if [ -n "$python" ]; then
    ok "CSV, JSON and HDF5 have the same rows" "$python" -W ignore - <<'END_OF_IT'
import json, pandas
csv = pandas.read_csv("rows.csv")
hdf5 = pandas.read_hdf("rows.hdf5", "/table")
table = json.load(open("rows.json"))
rows = pandas.DataFrame(table["rows"])
assert len(csv) == len(hdf5) == len(rows) == 1
assert list(csv.columns)[:5] == ["model.attention.kind", "train.learning_rate",
                                 "train.seed", "n", "seconds.mean"]
assert list(csv.columns) == list(rows.columns)
assert [c.replace(".", "_") for c in csv.columns] == list(hdf5.columns)
for a, b in zip(csv.columns, hdf5.columns):
    assert csv[a][0] == rows[a][0] == hdf5[b][0], a
assert "selected: 4 of 8 trials: status=finished" in table["notes"]
END_OF_IT
else
    skip "CSV, JSON and HDF5 have the same rows" "no h5py, pandas, tables"
fi

# narrow COLUMNS ARGUMENT...: does a terminal of that width break no line?
narrow() {
    columns=$1
    shift
    python3 "$screen" --columns 300 sh -c 'stty cols "$1"; shift; "$@"' - \
        "$columns" "$codarun" table "$@" >said </dev/null &&
        ! grep -E ".{$((columns + 1))}" said && grep -q "^scored" said
}
if command -v python3 >/dev/null; then
    for columns in 40 80; do
        ok "$columns columns are enough for a few" narrow $columns small \
            --columns attention,learning_rate,seed,n,seconds,test.map,status
        ok "and the best trials" narrow $columns search --trials --top 3 \
            --columns trial,attention,learning_rate,digest,valid.map,test.map
        ok "in any order" narrow $columns small --where attention=coda \
            --columns test.map,hosts,learning_rate,attention
    done
else
    skip "40 columns are enough for a few" "no python3"
fi

# --- errors -------------------------------------------------------------------

ok "a wrong field has the right one named" says "did you mean 'attention'?" 1 \
    table small --where atention=coda
ok "a wrong value has the existing ones" \
    says "found value 'x' of model.attention.kind, expected softmax or coda" 1 \
    table small --where attention=x
ok "of many values some are listed" says "expected a value such as 0" 1 \
    table search --where learning_rate=7
ok "a short name of two metrics is ambiguous" \
    says "found 'map', which may be valid.map or test.map" 1 \
    table small --where 'map>3'
ok "an empty selection is an error" says "found no trial that is selected" 1 \
    table small --where trial=1 --where trial=2
ok "a condition needs a relation" says "expected FIELD=VALUE, FIELD!=VALUE or" 2 \
    table small --where attention
ok "< and > are for numbers" says "found 'x' in 'seed>x', expected a number" 2 \
    table small --where 'seed>x'
ok "a wrong column has the right one named" says "did you mean 'seconds'?" 1 \
    table small --columns secnds
ok "so has a wrong order" says "^codarun: --sort: found 'x', expected a" 1 \
    table small --trials --sort x
ok "--reverse needs --sort" says "expected it with --sort" 2 \
    table small --reverse
ok "tests have their own order" \
    says "found --sort with --tests, expected one of them" 2 \
    table small --tests --sort p
ok "pivots too" says "found --top with a pivot's option" 2 \
    table small --rows train.seed --top 2
ok "and several folders" says "found --sort with several folders" 2 \
    table small search --sort n
done_testing
