#!/bin/bash
# A sweep over named variants with two kinds of model: a table by variant with
# published numbers, and trials that are named by their fields alone.
. "${srcdir:-.}/tests/tap.sh"

export OMP_NUM_THREADS=1
unset CODARUN_DATA
cd "$scratch" || exit 99

# variants FILE: write an experiment with the variants of standard input
variants()
{
    {
        echo "name: v"
        echo "train: {steps: 6, batch: 8, evaluate_every: 3}"
        echo "sweep:"
        echo "  parameters: {train.seed: [1, 2]}"
        echo "  variants:"
        cat
        echo "published:"
        echo "  - {where: {variant: bag of words}, test.map: 71.5, source: A}"
        echo "  - {where: {model.kind: decatt}, test.map: 82.25, source: B}"
    } | make_experiment "$1"
}

variants a.yaml <<END
    baseline: {}
    + softmax, wide: {model: {hidden: 30, attention: softmax}}
    the same: {model.hidden: 24}
    bag of words: {model.kind: bow, train: {optimizer: {kind: adamax}, batch: 4}}
END

# cells FOLDER: print trial, variant, seed and parameters, with '|' between
cells()
{
    "$codarun" table "$1" --trials --format csv >"$1.csv" &&
        awk 'NR > 1 { while (match($0, /"[^"]*"/)) {
                          inner = substr($0, RSTART + 1, RLENGTH - 2)
                          gsub(/,/, ";", inner)
                          $0 = substr($0, 1, RSTART - 1) inner \
                              substr($0, RSTART + RLENGTH) }
                      n = split($0, c, ",")
                      print c[1] "|" c[3] "|" c[4] "|" c[n - 1] }' "$1.csv"
}

# digest_of FOLDER VARIANT SEED: print the digest of a trial's parameters
digest_of()
{
    cells "$1" | awk -F'|' -v v="$2" -v s="$3" '$2 == v && $3 == s { print $4 }'
}

# as_in_a FOLDER VARIANT SEED: is it the digest of this trial in folder a?
as_in_a()
{
    local digest
    digest=$(digest_of a "$2" "$3")
    echo "$digest"
    [ -n "$digest" ] && [ "$(digest_of "$@")" = "$digest" ]
}

ok "a dry run lists the trials of each variant" \
    says "variant=bag of words  train.seed=2" 0 "$codarun" run a.yaml --dry-run
ok "and which variant equals an earlier one" \
    grep -qx "variant 'the same' equals those before it" said
agrees "programs get the same" '
    [(x["trial"], x["parameters"], x["steps"], x["grains"],
      "%.0f" % (x["memory_bytes"] / 2 ** 20)) for x in s["trials"]]
    == [tuple(map(int, m[:-1])) + m[-1:] for m in re.findall(
        r"(?m)^ *(\d+)  (\d+) parameters  (\d+) steps?  (\d+) grains?  (\d+) M",
        t)]
    and ["  ".join("=".join(v) for v in x["values"].items())
         for x in s["trials"]] == re.findall(r"MiB a rank  (.*)", t)
    and s["equal_variants"] == ["the same"]
    and "%d of %d combinations equal" % (s["equal"], s["combinations"]) in t' \
    "$codarun" run a.yaml --dry-run
cp train.tsv "a: b.tsv"
agrees "texts without the quotes of YAML" '
    "task.train=\"a: b.tsv\"\n" in t
    and s["trials"][-1]["values"]["task.train"] == "a: b.tsv"' \
    "$codarun" run a.yaml --dry-run \
    --set 'sweep.parameters={task.train: ["a: b.tsv"]}'
sed 's/^  parameters:/  rules: [variant != "bag of words"]\n&/' a.yaml >ruled.yaml
ok "but not of those that rules leave out" \
    says "2 of 8 combinations do not keep the sweep's rules" 0 \
    "$codarun" run ruled.yaml --dry-run
ok "as the name of an equal one" test "$(grep "^variant '" said)" = \
    "variant 'the same' equals those before it"
ok "a sweep over variants runs" says "6 trials: 6 finished" 0 \
    "$codarun" run a.yaml -o a
ok "its progress names them" \
    grep -q "trial 7 finished .*(variant=bag of words train.seed=2)" said
"$codarun" table a >table
cat table
ok "the table has a row each, published numbers by variant" \
    grep -q "^bag of words  *2 .*  71.5  " table
ok "with their source" grep -q "^bag of words  *2 .*  A$" table
ok "and by field" grep -q "^+ softmax, wide  *2 .*  82.25  " table
ok "the first of equal variants is kept" test "$(grep -c "^the same" table)" -eq 0
ok "each differs from the first" \
    grep -q ": bag of words minus baseline is .* questions p" table
ok "and from no other" sh -c '! grep "minus + softmax" table'
"$codarun" table a --against "bag of words" >table
ok "unless another is named" \
    grep -q ": baseline minus bag of words is .* questions p" table
ok "which all differ from" sh -c '! grep "minus baseline" table'
ok "tests, too" says '^test.map,variant,bag of words,+ softmax, wide' 0 \
    sh -c '"$1" table a --against "bag of words" --tests --format csv |
        tr -d \"' - "$codarun"
ok "an unknown name is answered with the existing ones" \
    says "found 'base', expected baseline, + softmax, wide or bag of words" 1 \
    "$codarun" table a --against base
ok "rows of a field that variants set are compared" \
    says "Holm's correction for [1-9]" 0 \
    "$codarun" table a --rows model.attention.kind --daggers bootstrap
ok "but not if a row has several variants" says "^nothing tested: " 0 \
    "$codarun" table a --rows model.kind --daggers bootstrap
ok "every file is whole" says "every file is whole" 0 "$codarun" verify a
cells a >all
cat all
ok "a table of trials names them" grep -q "^2|+ softmax; wide|1|" all

"$codarun" ensemble a --format csv >members.csv
ok "and so does that of an ensemble" test "$(cut -d, -f1-2 members.csv |
    tr '\r\n' '  ')" = "trial,variant 0,baseline 1,baseline \
2,\"+ softmax 3,\"+ softmax 6,bag of words 7,bag of words \
ensemble by probability, "
ok "a trial trained again is equal" says "trial 6  equal: " 0 \
    "$codarun" verify --rerun 6 a
ok "and to its row" says "trial 3  equal to its row" 0 \
    "$codarun" verify --rerun 3 a.yaml a.csv
awk -F , -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++)
    if ($i == "steps") at = i } $1 == 1 { $at = 99 } 1' a.csv >spoilt.csv
agrees "differences from a row are reported column by column" '
    not s["equal"] and re.findall("differs in (\\S+): the row has .(.*)., this run .(.*).\n", t)
    == [(d["column"], d["row"], d["run"]) for d in s["differences"]]
    == [("steps", "99", str(s["steps"]))]' \
    "$codarun" verify --rerun 1 a.yaml spoilt.csv
sed '/^1,/s/finished/left out/' a.csv >lost.csv
ok "a row without a readable result equals nothing" \
    says "'lost.csv': trial 1 was left out when it was written" 1 \
    "$codarun" verify --rerun 1 a.yaml lost.csv
sed '/^7,/s/bag of words/baseline/' a.csv >other.csv
ok "a row of another variant is refused" \
    says "trial 7 has variant baseline, and the experiment's has bag of words" \
    1 "$codarun" verify --rerun 7 a.yaml other.csv

# Without variants, with its fields written out: the same trial with the same
# name.
make_experiment plain.yaml <<END
name: plain
train: {steps: 6, batch: 4, evaluate_every: 3, optimizer: {kind: adamax}}
END
"$codarun" run -q plain.yaml -o plain --set model.kind=bow --set train.seed=2
ok "a trial's name depends only on its fields" \
    sh -c 'test -e "a/$(cd plain && echo trials/*/*.h5)"'

ok "some variants may be chosen" says "4 trials: 4 finished" 0 \
    "$codarun" run a.yaml -o some \
    --set 'sweep.parameters.variant=[bag of words, baseline]'
for variant in "bag of words" baseline; do
    ok "$variant gives the same" as_in_a some "$variant" 2
done
ok "a wrong one is refused" says "found 'bag', expected one of" 1 \
    "$codarun" run a.yaml --dry-run --set 'sweep.parameters.variant=[bag]'

ok "the same command again continues" says "6 trials: 6 finished" 0 \
    "$codarun" run a.yaml -o a
ok "on two ranks with the same bits" ranks 2 "$codarun" run -q a.yaml -o two
ok "of every trial" says "two runs are equal" 0 "$codarun" verify a two
sed 's/hidden: 30/hidden: 31/' a.yaml >changed.yaml
ok "a changed variant is reported" says \
    "experiment (choose .*: sweep.variants.2: was .*hidden: 30.* is .*: 31" 1 \
    "$codarun" run changed.yaml -o a
sed 's/^    the same/    more: {train.batch: 6}\n&/' a.yaml >more.yaml
ok "and so is another one" \
    says "sweep.parameters.1: was variant .*wide, more, the same" 1 \
    "$codarun" run more.yaml -o a
"$codarun" run -q more.yaml -o more
for variant in baseline "+ softmax; wide" "bag of words"; do
    ok "which leaves $variant as it was" as_in_a more "$variant" 1
done
ok "but adds its own" test -n "$(digest_of more more 1)"
done_testing
