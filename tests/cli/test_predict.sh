#!/bin/bash
# codarun predict: for the raw text of valid and test it gives the answers that
# training stored, bit for bit, for every task, on any number of threads and
# with any batch.  An unreadable text ends it with an error that has the line.
. "${srcdir:-.}/tests/tap.sh"

stored=$(realpath "${builddir:-.}/tests/cli/stored_answers")
cd "$scratch" || exit 99
transformer="{kind: transformer, preset: custom, layers: 1, hidden: 16,
    filter: 32, heads: 2}"

# experiment NAME TASK MODEL MORE...: train it.
experiment()
{
    printf '%s\n' "name: $1" "task: $2" "model: $3" \
        "train: {steps: 60, batch: 16, learning_rate: 0.01, evaluate_every: 20}" \
        >"$1.yaml"
    "$codarun" run -q -o "$1" "$1.yaml" "${@:4}"
}

# answers NAME SPLIT: print the stored probabilities and scores
answers() { "$stored" "$1"/trials/*/*.h5 "$2"; }

# said NAME THREADS BATCH OPTION...: print predictions for standard input
said() { "$codarun" predict "$1" -q --threads "$2" --batch "$3" "${@:4}"; }

# law NAME SPLIT SHOW OPTION...: does SHOW print `expected` from the predictions
# on `raw`, for any threads and batch?
law()
{
    [ -s expected ] || return 1
    for how in "1 4096" "2 64" "2 7"; do
        said "$1" $how "${@:4}" <raw | eval "$3" >found
        cmp expected found || return 1
    done
}

# --- classes and scores -------------------------------------------------------

make_ranking train.rank 48 1
make_ranking valid.rank 12 2
make_ranking test.rank 12 3
for split in train valid test; do
    awk -F '\t' '{ print $1 "\t" $2 "\t" ($3 ? "yes" : "no") }' $split.rank \
        >$split.nli
    awk -F '\t' '{ print $2 "\t" $3 }' $split.rank >$split.sent
done
files() { echo "train: train.$1, valid: valid.$1, test: test.$1"; }
probabilities="cut -f2- | tr '\t' ' '"

ok "a bag of words is trained" experiment bow \
    "{kind: sentiment, $(files sent), vocabulary: train, end: true}" \
    '{kind: bow, hidden: 8}' --set train.average=moving
ok "a transformer is trained on subwords" experiment sub \
    "{kind: sentiment, $(files sent), subwords: 30, max_tokens: 9, end: true}" \
    "$transformer"
for name in bow sub; do
    for split in valid test; do
        cut -f1 $split.sent >raw
        answers $name $split >expected
        ok "$name gives the stored answers of $split" law $name $split "$probabilities"
    done
done
cut -f1 test.sent >raw
said bow 1 9 <raw | awk '{ print $1 == ($3 > $2) }' >found
ok "it names the likeliest class" test "$(sort -u found)" = 1

ok "decomposable attention is trained on pairs" experiment nli \
    "{kind: nli, $(files nli), labels: [no, yes], vocabulary: train}" \
    '{kind: decatt, hidden: 16, attention: {kind: coda}, embedding: 8}'
ok "and to rank" experiment rank "{kind: rank, $(files rank), tokens: words}" \
    '{kind: decatt, hidden: 16, embedding: 8, train_embedding: false}'
for name in nli rank; do
    for split in valid test; do
        cut -f1,2 $split.$name >raw
        answers $name $split >expected
        [ $name = nli ] && show=$probabilities || show=cat
        ok "$name gives the stored answers of $split" law $name $split "$show"
    done
done
awk -F '\t' '{ print "{\"n\": 1, \"question\": \"" $1 "\", \"answer\": \"" $2 \
    "\"}" }' test.rank >raw
ok "of JSON lines, too" law rank test cat --input jsonl
cp test.rank raw
ok "of the file as it is, by its columns" law rank test cat \
    --columns question,answer,_
{ echo "q,a"; awk -F '\t' '{ print $1 ",\"" $2 "\"" }' test.rank; } >raw
ok "of CSV with a header" law rank test cat --input csv --header \
    --columns answer=a,question=q

printf 'nobody\tw1\nknows\tw1\nw2\tw1\n' >raw
said rank 1 9 <raw >found
ok "words that the vocabulary lacks are one word, the unknown" sh -c \
    'test "$(uniq found | wc -l)" -eq 2 && test "$(uniq -d found | wc -l)" -eq 1'
ok "one is trained that keeps its last parameters" experiment last \
    "{kind: sentiment, $(files sent)}" '{kind: bow, hidden: 8}' \
    --set train.average=moving --set train.evaluate_every=60 \
    --set run.keep=last
cut -f1 test.sent >raw
answers last test >expected
ok "of which the average is taken" law last test "$probabilities"
ok "one whose last are not its best is trained" experiment older \
    "{kind: sentiment, train: train.sent, valid: test.sent, vocabulary: train}" \
    '{kind: bow, hidden: 8}' --set run.keep=last \
    --set train.learning_rate=3 --set run.checkpoint_seconds=1e-6
ok "which is said" says \
    "has the parameters of step 59; those of the best, step 20, were not" 0 \
    "$codarun" predict older raw
cp -r older older.best.of
ok "of a folder with any name" says "of step 59; those of the best, step 20" 0 \
    "$codarun" predict older.best.of raw

# --- sequences ----------------------------------------------------------------

ok "a transformer is trained on sums" experiment mlu \
    '{kind: mlu, low: 0, high: 8, operations: ["+"], examples: 44,
      valid_examples: 10, test_examples: 10, end: true}' "$transformer"
"$codarun" data write mlu.yaml lines
for split in valid test; do
    cut -d: -f1 lines/$split.txt >raw
    answers mlu $split | awk -F '\t' '{
        n = split($2, t, " "); s = ""
        for (i = 1; i <= n; i++) s = s substr("0123456789-+*=,xy", t[i] - 4, 1)
        print "{\"text\": \"" s "\", \"log_probability\": " $1 "}" }' >expected
    ok "mlu gives the stored answers of $split" law mlu $split cat --format json
done

awk -F '\t' 'NR % 4 == 1 { print $2 "\t" $1 "é" }' train.rank >mt.tsv
ok "a transformer is trained to translate" experiment mt \
    '{kind: mt, train: mt.tsv, valid: mt.tsv, subwords: 30, beam: 3,
      n_best: 2, vocabulary: separate, beyond: 9}' "$transformer" \
    --set train.steps=20
cut -f1 mt.tsv >raw
"$codarun" data predictions mt --split valid >expected
ok "mt gives the stored answers" law mt valid cat
answers mt valid | cut -f1 >expected
log='sed "s/.*log_probability\": //; s/}$//"'
ok "with the same probability" law mt valid "$log" --format json

ok "a transformer is trained to write programs" experiment code \
    '{kind: text2code, examples: 90, valid_examples: 20, test_examples: 20,
      max_steps: 2000}' "$transformer" --set train.steps=20
"$codarun" data write code.yaml lines
for split in valid test; do
    sed 's/^{"text": \["//; s/"\].*//; s/", "/ /g' lines/$split.jsonl >raw
    "$codarun" data predictions code --split $split >expected
    ok "text2code gives the stored answers of $split" law code $split cat
    answers code $split | cut -f1 >expected
    ok "with the same probability in $split" law code $split "$log" --format json
done

# --- spans --------------------------------------------------------------------

for split in train valid test; do
    make_squad $split.json 20 ${#split}
done
spans="kind: span, $(files json), features: [match, lemma, frequency, type],
    lemmas: s_stems, lower: true, characters: 4"
reader='{kind: bidaf, hidden: 8, project: 8}'
ok "a reader is trained" experiment span "{$spans}" "$reader"
ok "one that may find no answer is" experiment none \
    "{$spans, no_answer: true, within_sentence: true, ends: false,
      max_document_scored: 6}" "$reader"
for name in span none; do
    for split in valid test; do
        passages $split.json >raw
        answers $name $split | cut -f2,3 >expected
        ok "$name gives the stored answers of $split" law $name $split 'cut -f4,5' \
            --input jsonl
        "$codarun" data predictions $name --split $split |
            sed 's/^{*"[^"]*": "//; s/"[,}]*$//' >expected
        ok "$name reads $split as in training" law $name $split 'cut -f1' \
            --input jsonl
    done
done
said span 1 9 --input jsonl <raw | awk -F '\t' '{ print $2 "-" $3 ":" $1 }' \
    >found
awk -F '"' '{ print $4 }' raw | paste found - | awk -F '\t' '{
    split($1, a, /[-:]/); print a[1] "-" a[2] ":" substr($2, a[1] + 1, a[2] - a[1])
}' >expected
ok "a span is the passage from its start to its end" sh -c \
    'test -s found && cut -d: -f2 found >f && cut -d: -f2 expected | cmp - f'

# --- cloze questions ----------------------------------------------------------

seed=0
for split in train valid test; do
    seed=$((seed + 1))
    make_cloze $split.cbt 20 $seed
done
ok "a cloze reader is trained" experiment cloze \
    "{kind: cloze, $(files cbt), features: [match], least_count: 9}" \
    '{kind: ga, hidden: 8, hops: 2}'
shares='sed "s/.*: {//; s/\"[^\"]*\": //g; s/[},]//g"'
for split in valid test; do
    questions $split.cbt >raw
    answers cloze $split >expected
    ok "cloze gives the stored answers of $split" law cloze $split "$shares" \
        --input jsonl --format json
    "$codarun" data predictions cloze --split $split |
        sed 's/^{*"[^"]*": "//; s/"[,}]*$//' >expected
    ok "cloze reads $split as in training" law cloze $split 'cut -f1' \
        --input jsonl
done

# Two questions with the same id are two examples, and allow no file of
# predictions.
{
    echo '<ROOT>'
    for _ in 1 2; do
        echo '<mc><question id="q"><leftcontext>Who</leftcontext><blank/>
            <rightcontext/></question><contextart>Bo met Al</contextart>
            <choice correct="true">Bo</choice>
            <choice correct="false">Al</choice></mc>'
    done
    echo '</ROOT>'
} >twice.xml
ok "two questions have one id" experiment twice \
    "{kind: cloze, layout: wdw, train: twice.xml, valid: twice.xml}" \
    '{kind: as, hidden: 4, embedding: 4}'
ok "which a file of predictions cannot have" says \
    "found the id 'q' twice, expected another for each example" 1 \
    "$codarun" data predictions twice --split valid

# --- wrong input --------------------------------------------------------------

printf 'a b\nw1 w2\nc\td\ne\n' >bad
ok "a bad line is reported with its place" says \
    "bad', line 3: found 2 columns, expected 1; --columns .* --header" 1 \
    "$codarun" predict bow bad -q
ok "the lines before it are answered" test "$(grep -c '^[01]	' said)" -eq 2
printf '{"question": "a", "answer": "b"}\n{"question": "c"}\n' >bad
ok "so is a member that is missing" says \
    "bad', line 2: found no member 'answer'" 1 \
    "$codarun" predict rank bad -q --input jsonl
printf '1+1\nx=1,x+y\n1+q\n' >bad
ok "and a character" says \
    "bad', line 3: character 3: found 'q', expected one of 0123" 1 \
    "$codarun" predict mlu bad -q
{ yes 1+1 | head -n 39; echo 1+q; yes 1+1 | head -n 60; } >bad
ok "with its place, whichever thread reads it" says \
    "bad', line 40: character 3: found 'q', expected one of 0123" 1 \
    "$codarun" predict mlu bad -q --threads 3 --batch 96
ok "with answers to all lines before it" test "$(grep -vc bad said)" -eq 39
printf 'a b\n\xff\n' >bad
ok "and bytes that are not UTF-8" says "bad', line 2: byte 1: found 0xff" 1 \
    "$codarun" predict bow bad -q
: >bad
ok "no text has no answers, which is no error" sh -c \
    '"$1" predict bow bad -q >found 2>&1 && test ! -s found' - "$codarun"

# --- speed --------------------------------------------------------------------

yes "w1 w2" | head -n 50 >raw
fast() { "$codarun" predict bow raw "$@" 2>said >found; }
ok "answers are counted and timed" fast
number='[0-9][0-9.e+-]*'
ok "in a line beside them" sh -c 'cat said; [ $(wc -l <found) -eq 50 ] &&
    [ $(wc -l <said) -eq 2 ] && grep -q "$1" said' - \
    "^codarun: 50 answers in $number s, $number a second, after $number s of l"
ok "more than one a second" awk '/answers in/ { exit !($7 > 1) }' said
ok "and classes are named in their order" grep -qx \
    "codarun: a line: the label, then the probabilities of '[a-z0-9]*', .*" said
ok "which -q leaves out" sh -c \
    '"$1" predict bow raw -q 2>said >found; [ $(wc -l <found) -eq 50 ] &&
        [ ! -s said ]' - "$codarun"
printf 'a b\na\tb\n' >raw
ok "for the answered lines if a line is bad" sh -c \
    '! "$1" predict bow raw 2>said >found; cat said
        grep -q "^codarun: 1 answer in " said && grep -q "line 2: " said' - \
    "$codarun"

printf 'question\tanswer\nw1\tw2\n' >headed
ok "a header is warned of" says \
    "headed', line 1: found what columns are called.* --header" 0 \
    "$codarun" predict rank headed -q
ok "and answered" test "$(grep -vc codarun: said)" -eq 2
ok "except with --header" sh -c \
    '"$1" predict rank headed -q --header >said 2>&1 && test $(wc -l <said) -eq 1' \
    - "$codarun"
ok "it is needed if columns are named by it" says \
    "columns: found role=NAME, expected --header with it" 1 \
    "$codarun" predict rank headed -q --columns question=question,answer=answer
{ printf 'q\ta\tright\n' && cat train.rank; } >train.named
ok "one is trained whose columns have names of their own" experiment named \
    "{kind: rank, train: train.named, valid: train.named, header: true,
      columns: [question=q, answer=a, label=right]}" \
    '{kind: decatt, hidden: 16, embedding: 8}'
printf 'q\ta\nw1\tw2\n' >headed
ok "which are known as a header" says "line 1: found what columns are called" 0 \
    "$codarun" predict named headed -q
printf 'q\tw1\nq\ta\n' >headed
ok "other words are none, nor are those of a later line" sh -c \
    '"$1" predict named headed -q 2>said && test ! -s said' - "$codarun"

echo >empty
for name in bow sub; do
    ok "$name answers an empty text" says "^[01]	" 0 \
        "$codarun" predict $name empty -q
done
echo '	' | sed 's/ //' >empty
ok "and an empty pair" says "^no	\|^yes	" 0 "$codarun" predict nli empty -q
echo '{"context": "", "question": ""}' >empty
ok "and a passage of nothing" says "	-	-	" 0 \
    "$codarun" predict span empty -q --input jsonl

echo w1 | "$codarun" predict bow -q >expected
printf 'taken\nw1\n' >raw
stdin() { { read -r _; "$codarun" predict bow "$@" -q; } <raw | cmp expected; }
ok "standard input is read on from where it is" stdin
ok "also by the name -" stdin -
ok "and by /dev/stdin" stdin /dev/stdin
closed() { "$codarun" predict bow -q <&-; }
ok "one that is closed is an error" says \
    "^codarun: file '/dev/stdin': cannot read: Bad file" 1 closed
yes "w1 w2" | "$codarun" predict bow -q --batch 5 | head -n 3 >found
ok "answers come while texts do" test "$(sort -u found | wc -l)" -eq 1
# endless FILE: write answers to endless texts, until FILE takes no more
endless() { yes "w1 w2" | timeout 60 "$codarun" predict bow -q >"$1"; }
if [ -c /dev/full ]; then
    ok "a disk that is full ends it" says \
        "^codarun: standard output: No space left" 1 endless /dev/full
    ok "which is said once" test "$(wc -l <said)" -eq 1
else
    skip "a disk that is full ends it" "no /dev/full"
    skip "which is said once" "no /dev/full"
fi
ok "a closed pipe ends it, which is no error" sh -c 'trap "" PIPE
    { yes "w1 w2" 2>yes | timeout 60 "$1" predict bow -q; echo $? >status; } \
        2>said | true
    [ "$(cat status)" -eq 0 ] && [ ! -s said ]' - "$codarun"
mkfifo pipe
"$codarun" predict bow pipe -q --batch 1 >found &
exec 3>pipe
echo "w1" >&3
for _ in $(seq 400); do
    [ -s found ] && break
    sleep 0.05
done
ok "one at a time is answered before the next" test "$(wc -l <found)" -eq 1
exec 3>&-
wait

ok "a state file names its trial" \
    says "^[01]	" 0 "$codarun" predict bow/states/*/*.best.h5 valid.sent \
    --columns text,_ -q
ok "so does a result file" says "^[01]	" 0 \
    "$codarun" predict bow/trials/*/*.h5 valid.sent --columns text,_ -q
head -c 300000 /dev/zero | tr '\0' w >long
printf 'w1\n%s\nw2\n' "$(cat long)" >one-long
ok "a text without an end is refused" \
    says "'one-long', line 2: found a text of 300000 bytes, expected 262144 at " \
    1 "$codarun" predict bow one-long -q
ok "... after the answers to those before it" \
    test "$(grep -c '^[01]	' "$scratch/said")" -eq 1
ok "... except with --longest" test \
    "$("$codarun" predict bow one-long -q --longest 300000 | wc -l)" -eq 3
ok "too many threads are refused" \
    says "--threads: found 100000, expected .* at most" 2 \
    "$codarun" predict bow bad --threads 100000
ok "no trial of that number is an error" \
    says "found trial 3 of 'bow', expected one below 1" 1 \
    "$codarun" predict bow --trial 3 bad

# With several trials in a folder, the best one answers; here the first learns
# nothing.
ok "two trials are trained" experiment two \
    "{kind: sentiment, $(files sent), vocabulary: train, end: true}" \
    '{kind: bow, hidden: 8}' \
    --set 'sweep.parameters.train.learning_rate=[1e-9, 0.01]'
best="trial 1: the best of 2 finished, valid.accuracy [0-9.]*"
# means_best COMMAND...: does it name the best, and answer as with --trial 1?
means_best()
{
    "$codarun" "$@" >found 2>said && grep -q "^codarun: $best$" said &&
        "$codarun" "$@" --trial 1 >expected 2>said && ! grep -q "trial 1" said &&
        [ -s expected ] && cmp found expected
}
ok "in a folder of several trials the best one is used: predict" \
    means_best predict two raw -q
ok "... inspect" means_best inspect two
ok "... export" means_best export two --force
ok "... data predictions" means_best data predictions two
best_file=$(for file in two/trials/*/*.h5; do
    "$codarun" inspect "$file" | grep -q "train.learning_rate  *0.01" &&
        echo "$file"
done)
ok "which takes a result file, too" \
    cmp expected <("$codarun" data predictions "$best_file")

cp -r two hurt && head -c 99 "$best_file" >"hurt/${best_file#two/}"
ok "with a damaged result the best trial is unknown" \
    says "truncated.*(--trial N needs that trial alone)" 1 \
    "$codarun" predict hurt raw -q
mkdir young && cp two/experiment.* young &&
    sed '/^[0-9]* finish/,$d' two/journal >young/journal
ok "if no trial has finished, a number is needed" \
    says "'young': found no finished trial with a value of the goal" 1 \
    "$codarun" predict young raw -q

cp -r bow none_kept && rm -r none_kept/states
ok "a trial that kept nothing is reported" \
    says "trial 0 of 'none_kept' has kept no state, expected one as run.keep" \
    1 "$codarun" predict none_kept bad

# --- without the data -----------------------------------------------------------

# A trial's state has its words and classes.  Subwords and the preparation of a
# reader's input are not in it, so these need the data as they were.
printf '4 0.1 0.2 0.3\nw1 0.3 0.2 0.1\nw2 1 2 3\n' >vectors
ok "one is trained with word vectors" experiment vec \
    "{kind: nli, $(files nli), labels: [no, yes], vectors: vectors}" \
    '{kind: decatt, hidden: 8}'
for name in bow nli rank vec cloze; do
    case $name in
    bow) cut -f1 valid.sent ;;
    cloze) questions valid.cbt | sed 's/{"document": "//; s/", "[a-z]*": "/\t/g
        s/"}//' ;;
    *) cut -f1,2 valid.nli ;;
    esac >raw-$name
    said $name 2 64 <raw-$name >before-$name
done
mkdir away
cp train.sent valid.sent away
printf 'words that no text had before\t0\n' >>train.sent
other="states/.*: found train file 'train.sent' with digest .*, expected .* now$"
ok "changed data are reported if they are needed" \
    says "$other" 1 "$codarun" predict sub raw-bow
# same NAME WHAT: are the answers as before?
same() {
    said $1 2 64 <raw-$1 >after && cmp before-$1 after &&
        [ "$(wc -l <after)" -gt 9 ]
}
ok "a bag of words answers by its own" same bow
mv ./*.nli ./*.rank ./*.sent ./*.cbt away
for name in bow nli rank vec cloze; do
    ok "$name without any data" same $name
done
ok "subwords need the missing data" says \
    "task 'sentiment': task.train: found no file" 1 "$codarun" predict sub raw-bow
echo 'w3 1 2 3' >>vectors
ok "changed word vectors are reported" says \
    "states/.*: found all file 'vectors' with digest .*, expected .* now$" \
    1 "$codarun" predict vec raw-vec
rm vectors
ok "and missing ones" says "task.vectors: found no file" 1 \
    "$codarun" predict vec raw-vec
done_testing
