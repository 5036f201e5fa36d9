#!/bin/bash
# test_data.sh - codarun data: kinds, examples, generated files, subwords.
. "${srcdir:-.}/tests/tap.sh"

cat >"$scratch/mlu.yaml" <<'YAML'
name: mlu
task: {kind: mlu, low: 0, high: 20, examples: 500, valid_examples: 50,
       test_examples: 100}
model: {kind: transformer}
train: {epochs: 1, batch: 10}
YAML
printf 'name: rank\ntask: {kind: rank, train: r.txt, valid: r.txt}\n' \
    >"$scratch/rank.yaml"
printf 'model: {kind: decatt}\ntrain: {epochs: 1, batch: 2}\n' \
    >>"$scratch/rank.yaml"
printf 'Why ?\tSo .\t1\nWhy ?\tNo .\t0\n' >"$scratch/r.txt"

# answers STATUS TEXT ARGUMENT...: the command ends with this status and prints
# the text somewhere; an error is one line
answers()
{
    local status=$1 text=$2 out
    shift 2
    out=$("$codarun" data "$@" 2>&1)
    [ $? -eq "$status" ] || { echo "$out"; return 1; }
    [ "$status" -ne 1 ] || [ "$(wc -l <<<"$out")" -eq 1 ] || return 1
    [[ $out == *"$text"* ]] || { echo "$out"; return 1; }
}

# Are the fields of each public data set right, so that only its file is
# missing?
every_set()
{
    local name names
    names=$("$codarun" data fetch --list | awk '!/word vectors/ { print $1 }')
    [ -n "$names" ] || return 1
    for name in $names; do
        env -u CODARUN_DATA "$codarun" data stats "$name" 2>&1 |
            grep "^codarun: data set $name: .*found no file" || {
            echo "$name"
            return 1
        }
    done
}

ok "kinds lists names of tasks" answers 0 "task        cloze mlu" kinds
ok "kinds lists attentions" answers 0 "attention coda" kinds attention
ok "kinds lists the fields of sweep" answers 0 "scheduler" kinds sweep
ok "kinds of one name lists that kind" answers 0 "model decatt" kinds decatt
ok "kinds lists the fields of train" answers 0 "learning_rate" kinds train
ok "kinds lists the fields of run" answers 0 "ranks_per_trial" kinds run
for kind in coda rank transformer train adam; do
    agrees "kinds tells programs the fields of $kind" '
        [(f["name"], f["help"]) for k in s["kinds"] + s["sections"]
         for f in k["fields"]]
        == [tuple(re.match(r"    ([\w.]+) .*  (\S.*)$", l).groups())
            for l in t.splitlines() if l.startswith("    ") and "  " in l[4:]
            and l.split()[0] in sum([[f["name"] for f in k["fields"]]
                for k in s["kinds"] + s["sections"]], [])]' \
        "$codarun" data kinds $kind
done
agrees "and their types, ranges, defaults and choices" '
    {f["name"]: f for f in s["kinds"][0]["fields"]}["f_e"]["choices"][0] in t
    and {f["name"]: f for f in s["kinds"][0]["fields"]}["beta"]
    == {"name": "beta", "type": "number", "required": False, "default": 1,
        "least": 0, "most": 1e6, "choices": None, "kinds": None,
        "help": re.search("(?m)^    beta .*  1  +(\\S.*)$", t)[1]}' \
    "$codarun" data kinds coda
agrees "of a list it has all of them" '
    {w for l in t.splitlines()[:-3] for w in l[11:].split()}
    == {k["name"] for k in s["kinds"] + s["sections"]}' \
    "$codarun" data kinds
ok "an unknown kind is answered with the nearest" \
    answers 1 "did you mean 'coda'" kinds cada
ok "an unknown kind is an error" answers 1 "found no kind 'cuda'" kinds cuda

for wrong in "show --trial 2" "show --none" "predictions --set task.low=3" \
    "predictions --number 2" "kinds --none" "write --split valid made" "show --merges 3"; do
    # shellcheck disable=SC2086 # a verb and its option
    set -- $wrong
    ok "$1 refuses $2" answers 2 "data $1: unknown option '$2'" \
        "$@" "$scratch/rank.yaml"
done

ok "show prints encoded examples" \
    answers 0 "question 0: why ?" show "$scratch/rank.yaml"
ok "show obeys --set" answers 0 "question 0: Why ?" show "$scratch/rank.yaml" \
    --set task.lower=false
ok "show of a split that is not there is an error" \
    answers 1 "no test examples" show "$scratch/rank.yaml" --split test
ok "a file that is not there is one line" \
    answers 1 "found no file" show "$scratch/rank.yaml" --set task.train=none.txt

cat >"$scratch/two.yaml" <<'YAML'
name: two
task: {kind: nli, train: two.tsv, valid: two.tsv, vocabulary: train,
       columns: [label, premise, hypothesis], labels: [no, yes]}
model: {kind: decatt}
train: {epochs: 1, batch: 2}
YAML
printf 'yes\ta b a\tc\nno\ta\tb\nyes\ta b\td e f g\n' >"$scratch/two.tsv"
printf 'a 1 2\nd 3 4\nx 5 6\n' >"$scratch/two.vec"
stats() {
    answers 0 "$1" stats "$scratch/two.yaml" "${@:2}"
}
ok "stats counts examples" stats "train: 3 examples"
ok "and classes" stats "label yes: 2, 66.7 %"
ok "and tokens and words of each part" stats "first: 6 tokens, 2 distinct"
ok "and says how long they are" \
    stats "mean 2.0, least 1, median 2, 95 % within 2, most 3"
ok "and draws it" stats "2         1  33.3 % #############"
# valid_is_drawn: the lengths of valid are drawn, and none of the split before
# it
valid_is_drawn()
{
    local out heading="valid: 3 examples"
    out=$("$codarun" data stats "$scratch/two.yaml" --split valid) || return 1
    echo "$out"
    [[ ${out%%"$heading"*} != *"#"* && ${out#*"$heading"} == *"#"* ]]
}
ok "of the split asked for" valid_is_drawn
agrees "programs get the same numbers" '
    [(x["split"], x["examples"]) for x in s["splits"]]
    == [(a, int(b)) for a, b in re.findall(r"(?m)^(\w+): (\d+) examples$", t)]
    and [(p["tokens"], p["distinct"]) for x in s["splits"] for p in x["parts"]]
    == [(int(a), int(b)) for a, b in re.findall(r"(\d+) tokens, (\d+) d", t)]
    and [(round(p["mean"], 1), p["least"], p["median"], p["within_95"],
          p["most"]) for x in s["splits"] for p in x["parts"]]
    == [tuple(float(n) for n in m) for m in re.findall(
        r"mean (\S+), least (\d+), median (\d+), 95 % within (\d+), most (\d+)",
        t)]
    and [b["texts"] for p in s["splits"][0]["parts"] for b in p["bins"]]
    == [int(n) for n in re.findall(
        r"(?m)^ +\d+(?: or more| to \d+)? +(\d+) +\S+ %", t)]
    and {(c["name"], c["examples"]) for c in s["splits"][0]["labels"]}
    == {("yes", 2), ("no", 1)}' "$codarun" data stats "$scratch/two.yaml"
agrees "and of examples the tokens" '
    [e["example"] for e in s["examples"]] == [0, 1]
    and "\n".join(s["examples"][1]["text"]) in t
    and [p["tokens"] for p in s["examples"][1]["parts"]] == [["a"], ["b"]]
    and all(len(p["tokens"]) == len(p["numbers"])
            for e in s["examples"] for p in e["parts"])' \
    "$codarun" data show "$scratch/two.yaml" -n 2
ok "and what share has vectors" stats "cover 28.6 % of 7 distinct words" \
    --set task.vectors=two.vec
mkdir -p "$scratch/data/nli"
for split in train dev test; do
    printf 'pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\n1\tA man\tNo man\t3\tNEUTRAL\n' |
        gzip >"$scratch/data/nli/sick-$split.tsv.gz"
done
# stats_of NAME STATUS TEXT: check a public data set, if it is installed
stats_of()
{
    CODARUN_DATA=$scratch/data answers "$2" "$3" stats "$1"
}
ok "stats of a public data set" stats_of sick 0 "label NEUTRAL: 1, 100.0 %"
ok "of one that is not there are an error" \
    stats_of wikiqa 1 "data set wikiqa: task 'rank': "
ok "--set reaches its task alone" answers 1 \
    "--set foo.bar=1: unknown section 'foo'; expected task" stats sick \
    --set foo.bar=1
ok "as are those of word vectors" answers 1 "found word vectors" stats glove-6b
ok "and of what is neither" answers 1 "did you mean 'sick'" stats sikc
ok "every data set's fields are those of its task" every_set

ok "write writes the splits" \
    answers 0 "train.txt: 350 examples" write "$scratch/mlu.yaml" "$scratch/out"
ok "the files have the lines asked for" \
    test "$(cat "$scratch"/out/*.txt | sort -u | wc -l)" -eq 500
cp "$scratch"/out/*.txt "$scratch"
"$codarun" data show "$scratch/mlu.yaml" -n 400 |
    grep = >"$scratch/generated"
"$codarun" data show "$scratch/mlu.yaml" -n 400 --set task.train=train.txt \
    --set task.valid=valid.txt | grep = >"$scratch/read"
ok "there are examples to compare" \
    test "$(wc -l <"$scratch/generated")" -eq 350
ok "what is written reads back the same" \
    cmp "$scratch/generated" "$scratch/read"
ok "files that are read are not written" \
    answers 1 "nothing to write" write "$scratch/rank.yaml" "$scratch/out"

mkdir -p "$scratch/results/mlu"
cp "$scratch/mlu.yaml" "$scratch/results/mlu/experiment.yaml"
ok "predictions of a trial that has no result are an error" \
    answers 1 "/mlu' has no result" predictions "$scratch/results/mlu"
ok "predictions of a wrong trial are an error" \
    answers 1 "/mlu', expected one below 1" \
    predictions "$scratch/results/mlu" --trial 7
ok "predictions of a folder without results are an error" \
    answers 1 "no results: found no '" predictions "$scratch/out"

cat >"$scratch/span.yaml" <<'YAML'
name: span
task: {kind: span, train: q.json, valid: q.json, characters: 0}
model: {kind: bidaf, characters: 0, embedding: 4, hidden: 4}
train: {steps: 1, batch: 4}
YAML
printf '{"data": [{"paragraphs": [{"context": "man", "qas": [{"id": "x",
"question": "Who?", "answers": [{"text": "man", "answer_start": 0}]}]}]}]}\n' \
    >"$scratch/q.json"
"$codarun" run -q -o "$scratch/elsewhere" "$scratch/span.yaml"
ok "predictions read the data where the first run found them" \
    answers 0 '{"x": "man"}' predictions "$scratch/elsewhere"


sed 's/man", "qas/man  man", "qas/; s/"man", "answer_start": 0/" ", "answer_start": 4/' \
    "$scratch/q.json" >"$scratch/space.json"
show_valid()
{
    answers 0 "$1" show "$scratch/span.yaml" --split valid \
        --set task.valid="$2.json"
}
ok "show says which tokens an answer has" show_valid "tokens: 0 to 0" q
ok "an answer that has none is not the first token" \
    show_valid "meets no token" space

printf 'the man in the hat\nden Mann mit dem Hut\n' >"$scratch/lines.txt"
ok "subwords are learned and written" answers 0 "out.subwords: 3 merges" \
    subwords "$scratch/out.subwords" "$scratch/lines.txt" --merges 3
ok "the most frequent pair comes first" \
    test "$(sed -n 2p "$scratch/out.subwords")" = "_ t"
ok "subwords of a text that is not there are an error" \
    answers 1 "none.txt" subwords "$scratch/none.subwords" "$scratch/none.txt"
ok "subwords of no text are a wrong command line" \
    answers 2 "expected a file to write and texts" subwords "$scratch/lines.txt"
ok "more merges than there may be are an error" \
    answers 2 "--merges: found '1000001', expected a whole number" subwords \
    "$scratch/out.subwords" "$scratch/lines.txt" --merges 1000001

ok "a wrong verb is a wrong command line" answers 2 "expected kinds" lists
ok "a wrong split is a wrong command line" \
    answers 2 "found 'tset'" show "$scratch/rank.yaml" --split tset
done_testing
