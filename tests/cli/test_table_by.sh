#!/bin/bash
# test_table_by.sh - codarun table --by: a sweep's metrics split by properties
# of questions, on made documents of four lengths.
. "${srcdir:-.}/tests/tap.sh"

# make_squad FILE: 48 questions, a third without an answer.  Question q's
# document has 5, 9, 13 or 17 tokens, and its answer 1, 2 or 3.
make_squad() {
    awk '
    function question(q, n,  type, a) {
        split("Who What When Is", type)
        a = q % 3 + 1
        printf "%s{\"id\":\"%d\",\"question\":\"%s k%d ?\",", \
            q % 4 ? "," : "", q, type[q % 4 + 1], q
        if (q % 3 == 2)
            printf "\"answers\":[],\"is_impossible\":true}"
        else
            printf "\"answers\":[{\"text\":\"%s\",\"answer_start\":0}]}", \
                substr("t0 t1 t2", 1, 3 * a - 1)
    }
    BEGIN {
        printf "{\"data\":[{\"paragraphs\":["
        for (p = 0; p < 12; p++) {
            printf "%s{\"context\":\"", p ? "," : ""
            for (i = 0; i < 5 + 4 * (p % 4); i++)
                printf "%st%d", i ? " " : "", i
            printf "\",\"qas\":["
            for (i = 0; i < 4; i++)
                question(4 * p + i)
            printf "]}"
        }
        printf "]}]}"
    }' >"$1"
}

make_squad "$scratch/questions.json"
cat >"$scratch/reader.yaml" <<'YAML'
name: reader
task: {kind: span, train: questions.json, valid: questions.json,
       test: questions.json, no_answer: true, characters: 0}
model: {kind: bidaf, embedding: 4, hidden: 4, characters: 0}
train: {epochs: 2, batch: 16, learning_rate: 0.01}
sweep:
  goal: {maximize: valid.f1}
  parameters:
    model.attention.kind: [softmax, coda]
    train.seed: [1, 2, 3]
YAML
results=$scratch/results
ok "a small sweep runs" "$codarun" run -q -o "$results" "$scratch/reader.yaml"

by() {
    "$codarun" table "$results" --by "$@"
}

# rows TRAIT VALUES [OPTION...]: does the table have these rows for each of the
# two groups, in this order?  VALUES is what precedes the number of questions.
rows() {
    local trait=$1 values=$2
    shift 2
    by "$trait" "$@" >"$scratch/table" || return 1
    cat "$scratch/table"
    [ "$(awk '$1 == "coda" { printf "%s:%s ", $3, $4 }' "$scratch/table")" = \
        "$values" ]
}

ok "documents by their tokens, each length separately" \
    rows document "5:12 9:12 13:12 17:12 all:48 "
ok "in steps" rows document "1-9:24 10-18:24 all:48 " --width 9
ok "and the steps are said" grep -q \
    "^document: tokens of the document that is read; in steps of 9 (--width)" \
    "$scratch/table"
ok "questions by their type" rows type "what:12 who:12 when:12 be:12 all:48 "
ok "by the tokens of the answer, 0 where there is none" \
    rows answer "0:16 1:16 2:16 all:48 "
ok "of valid too" rows answerable "no:16 yes:32 all:48 " --split valid
ok "whose metrics are named so" grep -q valid.f1 "$scratch/table"
ok "the highest of the runs on request" \
    sh -c '"$1" table "$2" --by type --max | head -1 | grep -q " max "' - \
    "$codarun" "$results"

# A law of the printed rows: over all rows of a trial, the examples'
# contributions to a metric add up to the metric.
"$codarun" table "$results" --trials --format csv >"$scratch/trials.csv"
adds_up() {
    by "$1" --trials --format csv >"$scratch/by.csv" || return 1
    awk -F, '
        { sub(/\r$/, "") }
        FNR == 1 { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
        function key() {
            return $at["model.attention.kind"] "," $at["train.seed"]
        }
        FNR > 1 && NR == FNR { metric[key()] = $at["test.f1"] }
        FNR > 1 && NR != FNR {
            sum[key()] += $at["test.f1.mean"] * $at["test.f1.of"]
            of[key()] += $at["test.f1.of"]
        }
        END {
            for (k in metric) {
                d = sum[k] / of[k] - metric[k]
                bad += d > 1e-7 || d < -1e-7 || of[k] != 48
                n++
            }
            exit bad || n != 6
        }' "$scratch/trials.csv" "$scratch/by.csv"
}
for trait in document query answer type answerable; do
    ok "the rows by $trait add up to the metric" adds_up $trait
done

one_line() {
    says "$@" && [ "$(wc -l <"$scratch/said")" -eq 1 ]
}
ok "a wrong trait is answered with the existing ones" one_line \
    "found trait 'typ', expected document, query, answer, type or answerable; did you mean 'type'" \
    1 by typ
ok "traits of words have no width" one_line "as it has words" 1 by type --width 3
ok "a split that is not scored is a wrong command line" \
    says "found 'train', expected valid or test" 2 by type --split train

# A law of folders: three folders with one seed each give the same table, byte
# for byte, as one folder with three seeds.
part() {
    "$codarun" run -q -o "$scratch/$1" "$scratch/reader.yaml" "${@:2}"
}
for seed in 1 2 3; do
    ok "seed $seed alone" part seed$seed \
        --set "sweep.parameters.train.seed=[$seed]"
done
parts() {
    "$codarun" table "$scratch/seed1" "$scratch/seed2" "$scratch/seed3" \
        --by "$@"
}
as_one() {
    by "$@" >"$scratch/one" && parts "$@" >"$scratch/several" &&
        cmp "$scratch/one" "$scratch/several"
}
for format in text markdown csv latex html json; do
    ok "three folders are as one, in $format" \
        as_one document --format $format --width 9 --max
done
hdf5_as_one() {
    by type --format hdf5 -o "$scratch/one.h5" &&
        parts type --format hdf5 -o "$scratch/several.h5" &&
        h5diff "$scratch/one.h5" "$scratch/several.h5"
}
ok "in hdf5" hdf5_as_one
ok "of valid" as_one answerable --split valid
ok "and by number, the width chosen" as_one answer
ok "a trial that is in two folders is refused" one_line \
    "'$scratch/seed1', trial 0: found it in '$results', too, as trial 0" 1 \
    by type "$scratch/seed1"
ok "a folder of other settings" part other --set train.epochs=1 \
    --set "sweep.parameters.train.seed=[4]"
ok "is named, with what differs" one_line \
    "'$scratch/other', trial 0: found 'train.epochs: 1', expected 'train.epochs: 2' as" \
    1 by type "$scratch/other"
ok "a folder of another goal" part goal --set sweep.goal.maximize=valid.em \
    --set "sweep.parameters.train.seed=[4]"
ok "is named, too" one_line "'$scratch/goal': found another goal than" 1 \
    by type "$scratch/goal"
ok "--trials needs a single folder" \
    says "found --trials with several folders" 2 by type "$results" --trials

# Result files without traits: with the traits removed, and as an earlier
# version wrote them.
alter() {
    "${builddir:-.}/tests/cli/alter_result" "$@"
}
by answer --format csv >"$scratch/stored.csv"
cp -r "$results" "$scratch/bare"
for file in "$scratch"/bare/trials/*/*.h5; do
    alter "$file" traits
done
ok "answers are scored again if the files have no traits" \
    sh -c '"$1" table "$2" --by answer --format csv | cmp - "$3"' - \
    "$codarun" "$scratch/bare" "$scratch/stored.csv"
ok "which is said" \
    says "6 trials: result files without traits, scored again" 0 \
    "$codarun" table "$scratch/bare" --by answer
sed -i 's/"t0","answer_start":0/"t1","answer_start":3/g' \
    "$scratch/questions.json"
ok "other data are refused" one_line \
    "has no traits, .*: found files of .*: the data are others now" 1 \
    "$codarun" table "$scratch/bare" --by answer
rm "$scratch/questions.json"
ok "so are absent ones" one_line \
    "(version 4) has no traits, .*task.train: found no file" 1 \
    "$codarun" table "$scratch/bare" --by answer
ok "a folder of an earlier version says so" one_line \
    "result file (version 1) has no traits, and scoring it again" \
    1 "$codarun" table "$srcdir/tests/cli/schema1" --by question
ok "and can be inspected if its data are there" \
    says "4 trials: result files without traits, scored again" 0 \
    "$codarun" table "$srcdir/tests/cli/schema2" --by answer

ok "only a width is a wrong command line" \
    says "expected it with --by" 2 "$codarun" table "$results" --width 3
ok "a trial alone has no maximum" says "expected one of them" 2 \
    "$codarun" table "$results" --max --trials
ok "no width at all is a wrong command line" \
    says "expected a whole number from 1" 2 by document --width 0
ok "data kinds lists the traits" \
    sh -c '"$1" data kinds span | grep -q "table --by answerable "' - "$codarun"

python_with 'import h5py, pandas, tables'
if [ -n "$python" ]; then
    by answer --format csv >"$scratch/by.csv"
    ok "pandas finds the same from the result files" \
        "$python" -W ignore - "$results" "$scratch/by.csv" <<'END_OF_IT'
import glob, sys, h5py, numpy, pandas
of = {b"coda": [], b"softmax": []}
for name in glob.glob(sys.argv[1] + "/trials/*/*.h5"):
    u = pandas.read_hdf(name, "/units/test")
    f = h5py.File(name)
    a = f["units/test"].attrs
    assert a["traits"] == b"document query answer type answerable", a["traits"]
    assert a["answerable_words"] == b"no yes" and "answer_words" not in a
    g = u.groupby("answer")
    kind = b"coda" if b"attention.kind: coda" in f["config"][()] else b"softmax"
    of[kind].append(100 * g.f1.sum() / g.f1_of.sum())
t = pandas.read_csv(sys.argv[2]).set_index("model.attention.kind")
for kind, runs in of.items():
    runs, rows = numpy.array(runs), t.loc[kind.decode()]
    assert len(runs) == 3 and list(rows["answer.from"]) == [0, 1, 2]
    assert abs(rows["test.f1.mean"] - runs.mean(0)).max() < 1e-7
    assert abs(rows["test.f1.sd"] - runs.std(0, ddof=1)).max() < 1e-7
    assert abs(rows["test.f1.max"] - runs.max(0)).max() < 1e-7
END_OF_IT
else
    skip "pandas finds the same from the result files" "no h5py, pandas, tables"
fi
done_testing
