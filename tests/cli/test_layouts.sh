#!/bin/bash
# test_layouts.sh - experiments whose data we may not distribute: they read
# small made files in the layouts of those data sets, and train on them.
. "${srcdir:-.}/tests/tap.sh"
export CODARUN_DATA=$scratch

# files FOLDER NAME...: write standard input into each of these files
files()
{
    local folder=$scratch/$1 text
    text=$(cat)
    shift
    mkdir -p "$folder"
    for name in "$@"; do
        echo "$text" >"$folder/$name"
    done
}

# nli LABEL: print a line in the layout of SNLI and MultiNLI
nli()
{
    echo "{\"annotator_labels\": [\"$1\", \"neutral\"], \"gold_label\": \"$1\"," \
        "\"pairID\": \"4#1\", \"sentence1\": \"A dog's bowl.\", \"sentence1_parse\":" \
        "\"(ROOT (NP \\\"x\\\"))\", \"sentence2\": \"It \\u00e9ats.\"}"
}

{ nli neutral && nli - && nli contradiction; } |
    tee >(files snli_1.0 snli_1.0_{train,dev,test}.jsonl) |
    files multinli_1.0 multinli_1.0_{train,dev_matched,dev_mismatched}.jsonl
files SciTailV1.1/tsv_format scitail_1.0_{train,dev,test}.tsv <<'END'
A "dog's bowl.	It eats.	entails
Nothing.	It eats.	neutral
END
files SciTailV1.1/snli_format scitail_1.0_{train,dev,test}.txt <<'END'
{"gold_label": "entailment", "sentence1": "A \"dog's bowl.", "sentence2": "It eats.", "annotator_labels": ["entails"]}
{"gold_label": "neutral", "sentence1": "Nothing.", "sentence2": "It eats."}
END
files dnli/dialogue_nli dialogue_nli_{train,dev,test}.jsonl <<'END'
[{"label": "negative", "sentence1": "i 've a cat .", "sentence2": "no cats .",
  "triple1": ["i", "have", "cat"], "dtype": "e2", "id": "train_1"},
 {"label": "positive", "sentence1": "a", "sentence2": "b"}]
END
for split in train tst2012 tst2013; do
    printf 'Hi , all .\nSo it is .\n' | files iwslt15-en-vi $split.en
    printf 'Ch\u00e0o .\nL\u00e0 v\u1eady .\n' | files iwslt15-en-vi $split.vi
done
gzip "$scratch"/iwslt15-en-vi/*
printf '%s\r\n' 'Context,Utterance,Label' \
    '"hi, all __eou__ __eot__ ",so __eou__,1.0' \
    'hi __eou__ __eot__ ,"say ""no"" __eou__",0.0' |
    files ubuntu train.csv
printf '%s\r\n' 'Context,Ground Truth Utterance,Distractor_0,Distractor_1' \
    '"hi, all __eou__ ",so __eou__,no __eou__,"a, b"' |
    files ubuntu valid.csv test.csv
printf '%s\t%s\t%s\n' 1 'hi all' so 0 'hi all' no | files ubuntu narrow.tsv

# reads NAME TEXT OPTION...: does `data show` of the experiment print the text?
reads()
{
    local name=$1 text=$2 out
    shift 2
    out=$("$codarun" data show "$srcdir/experiments/$name.yaml" \
        --set task.vectors= "$@" 2>&1) || { echo "$out"; return 1; }
    [[ $out == *"$text"* ]] || { echo "$out"; return 1; }
}

pair="premise: a dog 's bowl .
hypothesis: it éats .
label: neutral"
for name in snli mnli; do
    ok "$name: JSON lines" reads $name "$pair"
    ok "$name: pairs without a gold label are left out" reads $name \
        "train: 2 pairs; 1 rows labelled '-' left out"
    ok "$name: test" reads $name "$pair" --split test
done
pair="premise: a \" dog 's bowl .
hypothesis: it eats .
label: entail"
ok "scitail: its table" reads scitail "${pair}s"
ok "scitail: its JSON lines" reads scitail "${pair}ment" \
    --set task.format=jsonl --set 'task.labels=[entailment, neutral]' \
    --set task.train=SciTailV1.1/snli_format/scitail_1.0_train.txt \
    --set task.valid=SciTailV1.1/snli_format/scitail_1.0_dev.txt \
    --set task.test=SciTailV1.1/snli_format/scitail_1.0_test.txt
ok "dnli: an array of JSON" reads dnli "premise: i 've a cat .
hypothesis: no cats .
label: negative"
ok "ubuntu: train is a table of candidates" reads ubuntu \
    "question 1: hi __ eou __ __ eot __
answer: say \" no \" __ eou __
label: 0"
for split in valid test; do
    ok "ubuntu: $split is a table of questions" reads ubuntu \
        "question 0: hi , all __ eou __
answer: a , b
label: 0" --split $split
done
ok "ubuntu: as its header says" reads ubuntu "question 0: hi all
answer: no
label: 0" --set task.format=tsv --set task.header=false --set task.wide=false \
    --set task.candidates=2 --set 'task.columns=[label, question, answer]' \
    --set task.train=ubuntu/narrow.tsv --set task.valid=ubuntu/narrow.tsv \
    --set task.test=ubuntu/narrow.tsv

# trains NAME METRIC OPTION...: a small model is trained and scored in METRIC,
# and its table has the published number
trains()
{
    local name=$1 metric=$2
    shift 2
    "$codarun" run -q "$srcdir/experiments/$name.yaml" -o "$scratch/$name" \
        --set model.hidden=8 --set 'sweep.parameters.train.seed=[1]' "$@" &&
        "$codarun" table "$scratch/$name" --format csv | tee "$scratch/rows" &&
        head -n 1 "$scratch/rows" | grep -q "$metric.mean,.*$metric.published"
}

pairs=(--set task.vectors= --set model.embedding=4 --set train.epochs=1)
for name in snli mnli scitail dnli; do
    ok "$name: a small model is trained and scored" \
        trains $name test.accuracy "${pairs[@]}"
done
ok "ubuntu: the same, by the first answer" trains ubuntu test.top1 "${pairs[@]}"
for name in scitail dnli; do
    ok "centering-$name: the same, on validation" \
        trains "centering-$name" valid.accuracy "${pairs[@]}"
    ok "it has the table's three rows" test "$(wc -l <"$scratch/rows")" -eq 4
done
tiny=(--set model.preset=custom --set model.layers=1 --set model.filter=8
    --set model.heads=1 --set train.steps=2 --set train.evaluate_every=2
    --set train.average=none --set task.subwords=20)
ok "iwslt15: the same, translated by beams" \
    trains iwslt15 test.bleu "${tiny[@]}"
done_testing
