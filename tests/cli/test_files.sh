#!/bin/bash
# docs/reference/files.md describes exactly the objects in files of every kind.
# Results of version 3, whose units have no traits, give the same numbers as
# then. test_schema.sh has those of versions 1 and 2.
. "${srcdir:-.}/tests/tap.sh"

python_with 'import h5py'
[ -n "$python" ] || skip_all "no python3 with h5py"
page=$(realpath "$srcdir/docs/reference/files.md")
kept=$(realpath "$srcdir/tests/cli/results3.tar.xz")
check=$(realpath "$srcdir/tests/cli/files.py")

make_experiment "$scratch/rank.yaml" <<'YAML'
name: rank
train: {epochs: 2, batch: 16, learning_rate: 0.003, inspect: histograms,
        average: moving}
run: {keep: all}
sweep: {parameters: {model.attention.kind: [softmax, coda]}}
YAML
cd "$scratch" || exit 99
for split in train valid test; do
    make_squad $split.json 12 ${#split}
done
cat >span.yaml <<'YAML'
name: span
task: {kind: span, train: train.json, valid: valid.json, test: test.json,
       features: [match, lemma, frequency, type], lemmas: s_stems,
       lower: true, characters: 4}
model: {kind: bidaf, hidden: 8, project: 8}
train: {steps: 20, batch: 8, learning_rate: 0.01, evaluate_every: 10}
run: {keep: all}
YAML
printf 'A man\tEin Mann\nA dog\tEin Hund\n' >pairs.tsv
cat >mt.yaml <<'YAML'
name: mt
task: {kind: mt, train: pairs.tsv, valid: pairs.tsv, subwords: 5}
model: {kind: transformer, preset: custom, layers: 1, hidden: 8, filter: 8,
        heads: 2}
train: {steps: 2, batch: 2, evaluate_every: 2}
run: {results: file}
YAML
for name in rank span mt; do
    ok "a sweep of $name ends" "$codarun" run -q -o $name $name.yaml
done
for trial in 0 1; do
    ok "an example is inspected" "$codarun" inspect rank --trial $trial \
        --example 0 --format hdf5 -o inspect$trial.h5
done
ok "a model is exported" "$codarun" export rank --trial 0 -o export.h5
# table OPTION...: with a row for each group, unless an option says otherwise
n=0
table() {
    n=$((n + 1))
    "$codarun" table rank "$@" --format hdf5 -o table$n.h5
}
ok "a table is written" table
ok "one of a row a trial" table --trials
ok "one of a trait" table --by question
ok "one of a trait on valid" table --by question --split valid
ok "one of fields" table --rows model.attention.kind --value valid.map,test.map
ok "one with columns" table --columns model.attention.kind \
    --value valid.map,test.map
ok "one of tests" table --tests
ok "a history is written" "$codarun" history rank --format hdf5 -o history.h5
files=$(find rank span mt export.h5 inspect?.h5 table?.h5 history.h5 \
    -name '*.h5')

# shellcheck disable=SC2086 # no name has a space
ok "every object is on the page, as it is, and every row of it in a file" \
    "$python" -W ignore "$check" rank/sweep.h5 "$page" $files
grep -v '/metrics:test' "$page" >lacking
ok "a page that lacks a row is reported" says 'expected$' 1 \
    "$python" -W ignore "$check" rank/sweep.h5 lacking
ok "h5dump shows the unit of a column of sweep.h5" says '"s"' 0 \
    h5dump -a /trials/seconds_units rank/sweep.h5

ok "/trials has the swept fields and the metrics between a trial's columns" \
    "$python" -W ignore -c '
import h5py, sys
names = h5py.File(sys.argv[1])["trials"].dtype.names
kept = [n for n in names if not n.startswith(("valid_", "test_"))]
first = names.index("valid_map")
assert kept == ["number", "trial", "status", "reason", "model_attention_kind",
                "steps", "epochs", "best_step", "train_loss", "params",
                "identity", "seconds", "attempt", "hosts"], kept
assert names[first - 1] == "train_loss" and names[first + 1] == "test_map"
' rank/sweep.h5

# The metrics of a result, as h5py has them.
result=$(find rank/trials -name '*.h5' | sort | head -n 1)
"$python" -c '
import h5py, sys
m = h5py.File(sys.argv[1])["metrics"][:]
for name, test in zip(m["name"], m["test"]):
    print(name.decode(), "%.10g" % test)' "$result" >right || exit 99
test -s right || exit 99

# reads COMMAND...: does the command print the same?
reads() {
    "$@" "$result" >said && cmp right said
}
# with_r PACKAGE CODE: do so in R
with_r() {
    if Rscript --vanilla -e "library($1)" >/dev/null 2>&1; then
        ok "R's $1 reads it" reads Rscript --vanilla \
            -e "suppressMessages(library($1)); $2" \
            -e 'cat(sprintf("%s %.10g\n", m$name, m$test), sep = "")'
    else
        skip "R's $1 reads it" "no R with $1"
    fi
}
with_r rhdf5 'm <- h5read(commandArgs(TRUE), "/metrics")'
with_r hdf5r 'm <- H5File$new(commandArgs(TRUE), "r")[["metrics"]][]'
if julia -e 'using HDF5' >/dev/null 2>&1; then
    ok "Julia's HDF5 reads it" reads julia -e 'using HDF5, Printf
        for m in read(h5open(ARGS[1]), "metrics")
            @printf("%s %.10g\n", m.name, m.test)
        end'
else
    skip "Julia's HDF5 reads it" "no julia with HDF5"
fi

xz -dc "$kept" | tar -xf - || exit 99
ok "a result of version 3 has its numbers" \
    says '^e  *1  *47.22  *65.28  *65.28  *41.67' 0 "$codarun" table results3
ok "is whole" says '^trial 0  finished  parameters 98e800c77683d2f67a9b' 0 \
    "$codarun" verify results3
ok "and h5py reads the same of it" "$python" -W ignore -c '
import glob, h5py
f = h5py.File(glob.glob("results3/trials/*/*.h5")[0])
assert f.attrs["version"] == 3 and f.attrs["steps"] == 12
assert abs(f["metrics"][0]["test"] - 65.277778) < 1e-5
assert abs(f["history"][0]["train_loss"] - 0.779428) < 1e-5
u = f["units/test"][:]
assert abs(100 * u["map"].sum() / u["map_of"].sum() - 65.277778) < 1e-5
'
done_testing
