#!/bin/bash
# test_table.sh - codarun table in every format, with several folders side by
# side, and errors in its options.
. "${srcdir:-.}/tests/tap.sh"

one=$srcdir/tests/cli/schema2
cp -r "$one" "$scratch/two"

table() {
    "$codarun" table "$@"
}

# has PATTERN COMMAND...: does the command print that?
has() {
    says "$1" 0 "${@:2}"
}

ok "without comparisons there is no name to compare with" \
    says "found --against with --by, expected one of them" 2 \
    table "$one" --against coda --by length
ok "nor with rows only" \
    says "found --against with --format csv, which has no differences" 2 \
    table "$one" --against coda --format csv
for format in text markdown csv latex html json hdf5; do
    ok "$format goes to a file" table "$one" --format $format \
        -o "$scratch/table.$format"
done
printf '%s\n' before "$(cat "$scratch/table.csv")" after >"$scratch/expected"
between() {
    { echo before; table "$one" --format csv -o /dev/stdout; echo after; } \
        >"$scratch/file" && cmp "$scratch/expected" "$scratch/file"
}
ok "/dev/stdout is appended to, not truncated" between
closed() { "$codarun" table "$one" -o /dev/stdout 2>&1 >&-; }
ok "one that is closed is an error" says \
    "cannot write '/dev/stdout': Bad file" 1 closed
ok "HDF5 begins as HDF5 does" \
    sh -c 'head -c 4 "$1" | tail -c 3 | grep -q HDF' - "$scratch/table.hdf5"
ok "HDF5 needs a file" says "expected --output with it" 2 \
    table "$one" --format hdf5
ok "a wrong format is answered with the existing ones" \
    says "expected text, markdown, csv, latex, html, json or hdf5" 2 \
    table "$one" --format word
ok "folders are side by side" has \
    '^model.attention.kind,'"$one"'.test.accuracy.count,'"$scratch"'/two' \
    table "$one" "$scratch/two" --rows model.attention.kind \
    --columns results --value test.accuracy --show count --format csv
ok "two trials a cell" grep -q '^coda,2,2' "$scratch/said"
ok "or below each other" has "^$scratch/two  *coda  *0.999" \
    table "$one" "$scratch/two"
ok "a field need not be swept" has '^task.kind  *test.accuracy count' \
    table "$one" --rows task.kind --show count
ok "a wrong field has the right one named" \
    says "did you mean 'model.attention.kind'?" 1 \
    table "$one" --rows model.attention.knid
ok "a wrong metric has the right one named" \
    says "did you mean 'test.accuracy'?" 1 table "$one" --value test.acuracy
ok "an unknown name is answered with the known ones" \
    says "expected mean, sd, low, high, best, median, min, max, count," 1 \
    table "$one" --show mode
ok "a wrong test is answered with the existing ones" \
    says "expected sign-flip, wilcoxon, welch, .* or mcnemar-less" 2 \
    table "$one" --daggers t
ok "daggers are only in formats for people" says "expected --tests: it has every p" 2 \
    table "$one" --daggers welch --format json
ok "--trials needs a single folder" says "found --trials with several folders" 2 \
    table "$one" "$scratch/two" --trials
ok "tests are a table of their own" says "found --tests with --by" 2 \
    table "$one" --tests --by x
ok "a wrong folder is named" says "no results: found neither 'x/" 1 \
    table "$one" x
ok "for a folder of sweeps it says how to list them" \
    says "; 'codarun list $scratch' lists the sweeps in it$" 1 table "$scratch"
ok "for an experiment, how to find its results folder" \
    says "; 'codarun run .*/experiment.yaml --where' prints its results fold" \
    1 table "$one/experiment.yaml"
ok "tests where there is nothing to compare say so" \
    has "nothing to compare" table "$one" --tests

python_with 'import h5py, pandas, tables'
if [ -n "$python" ]; then
    ok "pandas finds the same table in CSV, JSON and HDF5" \
        "$python" -W ignore - "$scratch/table" <<'END_OF_IT'
import json, sys, pandas
csv = pandas.read_csv(sys.argv[1] + ".csv")
hdf5 = pandas.read_hdf(sys.argv[1] + ".hdf5", "/table")
table = json.load(open(sys.argv[1] + ".json"))
rows = pandas.DataFrame(table["rows"])
assert len(csv) == 4 and table["title"] == "schema2", table["title"]
assert list(rows.columns) == list(csv.columns)
assert list(rows.columns) == [c["name"] for c in table["columns"]]
assert [c.replace(".", "_") for c in csv.columns] == list(hdf5.columns)
for a, b in zip(csv.columns, hdf5.columns):
    for x, y, z in zip(csv[a], rows[a], hdf5[b]):
        x = None if x != x else x
        y = None if y != y else y
        z = None if z != z or z == "" else z
        assert x == y == z, (a, x, y, z)
assert any("4 trials: 4 finished" in n for n in table["notes"])
END_OF_IT
    "$codarun" table "$one" --rows model.attention.kind --columns results \
        --format hdf5 -o "$scratch/wide.h5"
    ok "also where a value is a path" "$python" -W ignore -c '
import sys, pandas
print(pandas.read_hdf(sys.argv[1], "/table").columns)' "$scratch/wide.h5"
else
    skip "pandas finds the same table in CSV, JSON and HDF5" \
        "no h5py, pandas, tables"
fi
if command -v pdflatex >/dev/null; then
    {
        echo '\documentclass{article}\usepackage{booktabs}\begin{document}'
        cat "$scratch/table.latex"
        table "$one" --rows results --columns model.attention.kind \
            --show mean,max --format latex
        echo '\end{document}'
    } >"$scratch/paper.tex"
    ok "LaTeX takes it" pdflatex -halt-on-error -output-directory "$scratch" \
        "$scratch/paper.tex"
    ok "which fits the page" sh -c '! grep -q "^Overfull" "$1"' - \
        "$scratch/paper.log"
    ok "text that columns share is above them" \
        grep -q 'multicolumn{[2-9]}{c}{softmax}' "$scratch/paper.tex"
else
    skip "LaTeX takes it" "no pdflatex"
    skip "which fits the page" "no pdflatex"
    skip "text that columns share is above them" "no pdflatex"
fi
done_testing
