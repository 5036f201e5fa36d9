#!/bin/bash
# test_open.sh - open-domain questions: passages ranked by BM25, readers of
# spans and of candidates in both layouts, their tables, and predictions for new
# texts.
. "${srcdir:-.}/tests/tap.sh"
cd "$scratch" || exit 99
case $codarun in /*) ;; *) codarun=$OLDPWD/$codarun ;; esac

# squad SEED: print a file in SQuAD's layout
squad() {
    awk -v seed="$1" '
    function pick(list, n) { return list[1 + int(rand() * n)] }
    BEGIN {
        srand(seed)
        n = split("Ann Bob Carl Dora Emil Fay Gus Hal", name, " ")
        m = split("fish rice bread soup", food, " ")
        printf "{\"data\": [{\"paragraphs\": ["
        for (i = 0; i < 24; i++) {
            a = pick(name, n); f = pick(food, m)
            printf "%s{\"context\": \"%s eats %s. It is %s%d now.\", \"qas\": [", \
                i ? ",\n" : "", a, f, f, i
            printf "{\"id\": \"%d\", \"question\": \"Who eats %s%d?\", ", i, f, i
            printf "\"answers\": [{\"text\": \"%s\", \"answer_start\": 0}]}, ", a
            printf "{\"id\": \"x%d\", \"question\": \"%s eats?\", ", i, a
            printf "\"answers\": [{\"text\": \"%s\", \"answer_start\": %d}, ", \
                f, length(a) + 6
            printf "{\"text\": \"eats %s\", \"answer_start\": %d}]}]}", \
                f, length(a) + 1
        }
        print "]}]}"
    }'
}

for split in train valid; do
    squad ${#split} >$split.json
done
sed -i 's/Who eats fish0/Who eats nothing/' train.json

passages() {
    says "$1" "$2" "$codarun" data passages "${@:3}"
}
ok "questions get passages" passages "48 questions from 48 sentences" 0 \
    train.json train.txt -n 6
ok "and so in Quasar-T's files" passages "48 questions" 0 train.json train.q \
    train.c -n 6
ok "a file that is there is kept" passages "train.txt" 1 train.json train.txt
taskset -c "$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')" \
    "$codarun" data passages train.json again.txt -n 6 >/dev/null
ok "the same bytes by one core" cmp train.txt again.txt
ok "other settings give other scores" sh -c "'$codarun' data passages \
    train.json again.q again.c -n 6 --saturation 0.1 --length 0 && cmp train.q again.q &&
    ! cmp -s train.c again.c"
"$codarun" data passages valid.json valid.txt -n 6 >/dev/null
"$codarun" data passages valid.json valid.q valid.c -n 6 >/dev/null
ok "a line has the passages, question and answer" \
    grep -q '^<s> .* </s>  <s> .* </s> ||| Who eats [a-z]*1? ||| [A-Z]' valid.txt
ok "files are packed as their names end" sh -c '
    "$1" data passages valid.json valid.q.gz valid.c.xz -n 6 >/dev/null &&
    gzip -cd valid.q.gz | cmp - valid.q && xz -cd valid.c.xz | cmp - valid.c' \
    - "$codarun"
echo before >before.q
ok "a second file that cannot be" passages "make folder 'valid.q'" 1 valid.json \
    before.q valid.q/c --force
ok "leaves the first as it was" test "$(cat before.q)" = before
ln -s before.q link.q && ln -s new.c link.c
ok "links to outputs are followed" passages "link.q: .* questions" 0 valid.json \
    link.q link.c --force -n 6
ok "their targets are replaced or made" \
    sh -c 'cmp before.q valid.q && cmp new.c valid.c && [ -h link.q ] && [ -h link.c ]'
echo '{"data": [{"paragraphs": [{"context": "A b.", "qas": [{"id": "",
"question": "A?", "answers": [{"text": "b", "answer_start": 2}]}]}]}]}' >id.json
ok "an empty id is reported with its file" \
    passages "file 'id.json': question 'A?': found an empty id" 1 id.json i.q i.c
ok "several right answers are an array" \
    grep -q '"answer":\s*\["[a-z]*",\s*"eats ' valid.q
echo '{"data": [{"paragraphs": [{"context": "A ||| b.", "qas": [{"id": "1",
"question": "A?", "answers": [{"text": "b", "answer_start": 6}]}]}]}]}' \
    >bars.json
awk 'BEGIN {
    printf "{\"data\": [{\"paragraphs\": [{\"context\": \""
    for (i = 1; i <= 60000; i++) printf "w%05d ", i
    printf "\", \"qas\": [{\"id\": \"1\", \"question\": \"w?\", \"answers\": ["
    for (i = 1; i <= 60000; i++)
        printf "%s{\"text\": \"w%05d\", \"answer_start\": %d}", \
            (i > 1 ? ", " : ""), i, 7 * (i - 1)
    print "]}]}]}]}" }' >many.json
ok "many right answers take no time" sh -c \
    'ulimit -t 8; "$1" data passages many.json m.q m.c' - "$codarun"
ok "SearchQA's separator within texts is refused" \
    passages "question '1': found '|||' in" 1 bars.json bars.txt
ok "and no file is left" test ! -e bars.txt
ok "Quasar-T's files have it" passages "1 questions from 1" 0 bars.json b.q b.c
ok "nor is a file without a name" passages "found no name of a file" 1 \
    train.json "" --force
ok "one file cannot be both, however it is spelt" \
    passages "found './n.q' to write, which is that of questions" 1 \
    train.json n.q ./n.q
cp train.json kept.json
ok "nor is an input replaced" \
    passages "found 'train.json' to write, which is the file to read" 1 \
    ./train.json train.json --force
ok "it is as it was" cmp train.json kept.json
ok "a verb without its files is a wrong command line" \
    passages "one or two to write" 2 bars.json
ok "too many passages are refused" passages "from 1 to 1000" 2 bars.json \
    bars.txt -n 1001

ok "standard output has the file alone" sh -c '
    "$1" data passages valid.json /dev/stdout -n 6 2>report | cmp - valid.txt &&
    grep -q "^/dev/stdout: 48 questions" report' - "$codarun"

gzip -k train.txt
cat >open.yaml <<'END'
name: open
task: {kind: open, train: train.txt.gz, valid: valid.txt, test: valid.txt}
model: {kind: bidaf, hidden: 8, characters: 0}
train: {epochs: 2, batch: 8}
sweep:
  variants:
    bidaf: {}
    aligner: {model: {kind: aligner, hidden: 8, characters: 0}}
    ga: {task.answers: candidates, model: {kind: ga, hidden: 8}}
    decaprop:
      task.features: [match, frequency, type]
      model: {kind: decaprop, hidden: 8, layers: 2, factors: 4, characters: 0,
              connector_attention: {kind: coda}, self_attention: {kind: coda}}
END
ok "readers of spans and of candidates train" says "best valid.em" 0 \
    "$codarun" run open.yaml -o spans
ok "a table has both" says "^ga " 0 "$codarun" table spans
ok "its notes have the questions that cannot be answered" says \
    "valid: scored over 48 questions; of [0-9]* the answer is not in what is" \
    0 "$codarun" table spans
ok "and where candidates come from" says \
    "candidates of 48 questions are runs of capitalised words" 0 \
    "$codarun" table spans
ok "the pair of metrics is there" says "test.one_word" 0 "$codarun" table spans
ok "they are compared over the same questions" says \
    "bidaf  ga .*questions  48" 0 "$codarun" table spans --tests
ok "a model with other answers is refused, with those that fit" says \
    "'ga' does not answer what task 'open' asks: span; expected .* bidaf, " 1 \
    "$codarun" run open.yaml -o other --set model.kind=ga
ok "of candidates, too" says "asks: cloze; expected one that does: as or ga" 1 \
    "$codarun" run open.yaml -o other --set task.answers=candidates
ok "but do not make an ensemble" says "'task.answers: candidates'" 1 \
    "$codarun" ensemble spans
ok "by the passage that has the answer" says "^bidaf .* 1 " 0 \
    "$codarun" table spans --by rank --width 1

cat >quasar.yaml <<'END'
name: quasar
task: {kind: open, layout: quasar, train: train.q, contexts_train: train.c,
       valid: valid.q, contexts_valid: valid.c, order: score, between: mark}
model: {kind: bidaf, hidden: 8, characters: 0}
train: {epochs: 1, batch: 8}
sweep: {parameters: {train.seed: [1, 2]}}
END
ok "Quasar-T's files are read" says "best valid.em" 0 \
    "$codarun" run quasar.yaml -o quasar
ok "the pair of metrics needs ends, and a goal without them says so" says \
    "found valid.one_word, expected another, or task.ends: true beside it" 1 \
    "$codarun" run quasar.yaml -o ends --set task.ends=false \
    --set sweep.goal.maximize=valid.one_word
ok "trials make an ensemble" says "^ensemble by probability .*[0-9]$" 0 \
    "$codarun" ensemble quasar
ok "passages are marked" says " ¶ " 0 "$codarun" data show quasar.yaml -n1
sed 2d valid.c >short.c
ok "files out of step are an error" says \
    "short.c', line 2: found uid '1', expected 'x0'" 1 \
    "$codarun" run quasar.yaml --set task.contexts_valid=short.c -o step
sed 's/^{"uid": *"\([^"]*\)".*/{"uid": "\1", "nps": ["fish", ["Ann", 0]]}/' \
    train.q >train.n
ok "candidates of a file are" says "with 2.0 candidates each" 0 \
    "$codarun" data stats quasar.yaml --set task.answers=candidates \
    --set model.kind=ga --set model.hidden=8 --set task.candidates_train=train.n
echo 'no passage' >>valid.txt
ok "a broken line is an error with its place" says \
    "valid.txt', line 49: found 1 part" 1 "$codarun" data stats open.yaml
sed -i '$d' valid.txt

# predict TRIAL FORMAT
predict() {
    printf 'Bob eats rice. Ann eats fish.\tWho eats fish?\n' |
        "$codarun" predict spans -q --trial "$1" --format "$2"
}
ok "a new text is answered by a span" says '"start"' 0 predict 0 json
ok "or by a candidate" says '"Ann":' 0 predict 2 json
{
    printf '{"%s": "Bob eats rice. Ann eats fish.", ' passage
    printf '"question": "Who eats fish?"}\n{"%s": "Bob eats rice.", ' context
    printf '"question": "Who eats rice?"}\n{"question": "Who eats rice?"}\n'
} >new.jsonl
ok "the passage is a member by either name" says \
    "line 3: found no member 'passage', expected 'passage' (or 'context'), 'que" \
    1 "$codarun" predict spans new.jsonl -q --trial 0 --input jsonl
ok "and those before are answered" test "$(grep -c '	[0-9]*	[0-9]*	' said)" = 2
printf '{"passage": "a", "context": "b", "question": "c"}\n' >both.jsonl
ok "but not by both" says "found members 'passage' and 'context', expected one" \
    1 "$codarun" predict spans both.jsonl -q --trial 2 --input jsonl
printf ' \tWho eats fish?\nAnn eats fish.\tWho eats fish?\n' >empty.tsv
ok "a passage without a token has no candidate" says "^Ann	" 0 \
    "$codarun" predict spans empty.tsv -q --trial 2
ok "and is answered with nothing" sh -c 'head -n1 said | grep "^	" &&
    test $(wc -l <said) -eq 2'
ok "white space within a question is a blank" diff \
    <(printf 'Bob is Ann.\tIs it Ann?\n' |
        "$codarun" predict spans -q --trial 3 --format json) \
    <(printf 'Bob is Ann.\tIs  it\xc2\xa0Ann?\n' |
        "$codarun" predict spans -q --trial 3 --format json)
ok "DecaProp answers, too" says '"start"' 0 predict 3 json
inspect() { "$codarun" inspect spans --trial 3 --example 1 "$@"; }
ok "each of its attentions is a site, of its own kind" diff - \
    <(inspect | awk '$3 == "softmax" || $3 == "coda" { print $1, $3 }') <<'END'
connector.0.0 coda
connector.1.1 coda
connector.0.1 coda
connector.1.0 coda
core softmax
self coda
upper.0.0 coda
upper.0.1 coda
upper.1.0 coda
upper.1.1 coda
END
if command -v gnuplot >/dev/null; then
    ok "which is drawn" sh -c '"$1" plot attention spans --trial 3 \
        --example 1 --site core -o core.svg &&
        grep -q ">core (softmax): m<" core.svg' - "$codarun"
else
    skip "which is drawn" "no gnuplot"
fi
ok "answers are printed by question" says '^{\?"1": "' 0 \
    "$codarun" data predictions spans --trial 2
ok "parameters are exported" "$codarun" export spans --trial 2 -o ga.h5
ok "DecaProp's, too" "$codarun" export spans --trial 3 -o decaprop.npz
done_testing
