#!/bin/bash
# Bad input is answered with one line that names the place, and status 1; no
# folder is made.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
unset CODARUN_DATA
make_experiment good.yaml <<END
name: good
train: {epochs: 1, batch: 16}
END

# refuses PATTERN ARGUMENT...: one line that matches, status 1, no folder
refuses() {
    pattern=$1
    shift
    "$codarun" run "$@" -q -o out >stdout 2>stderr
    status=$?
    cat stdout stderr
    [ $status -eq 1 ] && [ "$(wc -l <stderr)" -eq 1 ] &&
        grep -Eq "^codarun: .*$pattern" stderr && [ ! -s stdout ] &&
        [ ! -e out ]
}

# The same, and two ranks print the same line once; mpirun adds lines of its
# own.
refuses_on_two() {
    refuses "$@" || return 1
    shift
    ranks 2 "$codarun" run "$@" -q -o out >stdout 2>stderr2
    status=$?
    cat stdout stderr2
    [ $status -eq 1 ] && [ "$(grep ^codarun: stderr2)" = "$(cat stderr)" ] &&
        [ ! -s stdout ] && [ ! -e out ]
}

{ cat good.yaml; echo "sweep: {method: [grid"; } >syntax.yaml
ok "YAML syntax" refuses_on_two 'syntax.yaml: line [0-9]+' syntax.yaml
sed 's/batch: 16/batsh: 16/' good.yaml >unknown.yaml
ok "an unknown field, answered with the nearest" \
    refuses 'unknown.yaml: line 2.*batsh.*batch' unknown.yaml
sed 's/batch: 16/batch: many/' good.yaml >type.yaml
ok "a wrong type" refuses "type.yaml: line 2.*'many'" type.yaml
sed 's/epochs: 1/epochs: -1/' good.yaml >range.yaml
ok "a value out of range" refuses 'range.yaml: line 2.*-1' range.yaml
sed 's/kind: coda/kind: cada/' good.yaml >kind.yaml
ok "an unknown kind, answered with the nearest" \
    refuses "kind.yaml: line [0-9]+.*cada.*'coda'" kind.yaml
printf 'name: a\377\n' >bytes.yaml
ok "an experiment that is not UTF-8" \
    refuses 'bytes.yaml: line 1.*0xff.*UTF-8' bytes.yaml
: >nothing.yaml
ok "an empty experiment file" refuses 'nothing.yaml.*nothing' nothing.yaml
ok "a value out of range from --set" \
    refuses 'train.batch' good.yaml --set train.batch=-3
CODARUN_SIMD=avx5 ok "a level of vector instructions that there is not" \
    refuses "CODARUN_SIMD: found 'avx5', expected .*plain" good.yaml
ok "no experiment file" refuses "'?none.yaml'?" none.yaml
ok "a mistyped one, answered with the nearest" \
    refuses "good.yml.*did you mean 'good.yaml'" good.yml
sed 's/train.tsv/none.tsv/' good.yaml >missing.yaml
ok "a missing data file" refuses_on_two 'none.tsv' missing.yaml
sed 's|train.tsv|~/train.tsv|' good.yaml >home.yaml
ok "a file in a home that a shell would find" refuses \
    "'./~/train.tsv'.*not expanded" home.yaml
sed 's/train.tsv/trian.tsv/' good.yaml >mistyped.yaml
ok "a mistyped one, answered with the nearest" refuses \
    "did you mean './train.tsv'" mistyped.yaml

gzip -c train.tsv | head -c 300 >cut.tsv.gz
sed 's/train.tsv/cut.tsv.gz/' good.yaml >cut.yaml
ok "a truncated .gz" refuses_on_two 'cut.tsv.gz.*cut short' cut.yaml
cp train.tsv plain.tsv.gz
sed 's/train.tsv/plain.tsv.gz/' good.yaml >plain.yaml
ok "a .gz that is not gzip data" refuses 'plain.tsv.gz.*no gzip data' plain.yaml
sed '7s/\t/ /' train.tsv >row.tsv
sed 's/train.tsv/row.tsv/' good.yaml >row.yaml
ok "a malformed row" refuses 'row.tsv.*line 7' row.yaml
sed '7s/.*//' train.tsv >gap.tsv
sed 's/train.tsv/gap.tsv/' good.yaml >gap.yaml
ok "an empty line" refuses 'gap.tsv.*line 7: found an empty line' gap.yaml
sed '5s/[01]$/yes/' train.tsv >label.tsv
sed 's/train.tsv/label.tsv/' good.yaml >label.yaml
ok "an unknown label" refuses_on_two "label.tsv.*line 5.*'yes'" label.yaml
: >empty.tsv
sed 's/valid.tsv/empty.tsv/' good.yaml >empty.yaml
ok "an empty split" refuses 'valid.*empty.tsv' empty.yaml
{ head -3 train.tsv; printf 'a\xff b\tc\t1\n'; } >utf8.tsv
sed 's/train.tsv/utf8.tsv/' good.yaml >utf8.yaml
ok "invalid UTF-8" refuses 'utf8.tsv.*line 4.*UTF-8' utf8.yaml

cat >shape.yaml <<END
name: shape
task: {kind: mlu}
model: {kind: decatt}
train: {steps: 2, batch: 4}
END
ok "a model that does not read the task's shape" \
    refuses_on_two "shape.yaml: line 3.*decatt.*mlu" shape.yaml
cat >heads.yaml <<END
name: heads
task: {kind: mlu, examples: 90, valid_examples: 20, test_examples: 20}
model: {kind: transformer, hidden: 50, heads: 4}
train: {steps: 2, batch: 4}
END
ok "sizes that do not fit, with the model's place" refuses_on_two \
    "heads.yaml: line 3, column 8: model .*hidden 50 with heads 4" heads.yaml
sed 's/columns: .question/columns: [first/' good.yaml >columns.yaml
ok "missing columns, with the task's columns" refuses \
    "columns.yaml: line [0-9]+, column [0-9]+: task .*columns: found 'first'" \
    columns.yaml
ok "so it is before a run" says "columns.yaml: line .*columns: found 'first'" 1 \
    "$codarun" data show columns.yaml
ok "more ranks for a trial than there are" \
    refuses 'ranks_per_trial.*2' good.yaml --set run.ranks_per_trial=2

echo elsewhere >origin
ok "a file that is called origin does not mislead" \
    "$codarun" run good.yaml -q -o plain
rm origin

: >file
"$codarun" run good.yaml -q -o file/out >stdout 2>stderr
ok "a results folder below a file" test $? -eq 1
ok "one line says so" sh -c \
    'cat stderr; test $(wc -l <stderr) -eq 1 && grep -q "Not a dir" stderr'

# refuses_in_place FILE: a damaged file in a results folder is refused and left
# as it is
refuses_in_place() {
    before=$(find done -type f ! -name owner -exec cksum {} + | sort)
    for n in 1 2; do
        ranks $n "$codarun" run good.yaml -q -o done >stdout 2>stderr
        status=$?
        cat stdout stderr
        [ $status -eq 1 ] && [ "$(grep -c ^codarun: stderr)" -eq 1 ] &&
            grep ^codarun: stderr | grep -q "$1" &&
            [ "$before" = "$(find done -type f ! -name owner \
                -exec cksum {} + | sort)" ] || return 1
    done
}
"$codarun" run good.yaml -q -o done >/dev/null 2>&1
trial=$(find done/trials -name '*.h5')
cp "$trial" kept.h5
sed 's/codarun result 1/codarun result 9/' kept.h5 >"$trial"
ok "a trial file of another codarun" refuses_in_place \
    "$(basename "$trial").*codarun result 9"
cp kept.h5 "$trial"
cp done/journal kept.journal
sed -i '1s/begin/bogus/' done/journal
ok "a damaged journal" refuses_in_place 'journal.*line 1'
cp kept.journal done/journal
ok "mended, it is complete" "$codarun" run good.yaml -q -o done
sed 's/hidden: 24/hidden: 25/' good.yaml >changed.yaml
cp good.yaml kept.yaml
cp changed.yaml good.yaml
ok "a changed experiment, with the difference" refuses_in_place 'hidden'
cp kept.yaml good.yaml

# --- files in the layout of SQuAD
cat >squad.json <<'END'
{"data": [{"paragraphs": [{"context": "A man eats a red apple.", "qas": [
{"id": "q1", "question": "Who?", "answers": [{"text": "man", "answer_start": 2}]},
{"id": "q2", "question": "What?",
 "answers": [{"text": "a red apple", "answer_start": 11}]}]}]}]}
END
cat >squad.yaml <<'END'
name: squad
task: {kind: span, train: squad.json, valid: squad.json}
model: {kind: qanet, hidden: 4, heads: 2, embedding: 4, filters: 4}
train: {steps: 1, batch: 2}
END
ok "SQuAD that is whole" "$codarun" run squad.yaml -q -o whole

# refuses_squad PATTERN COMMAND...: refuse squad.json as changed by the command
refuses_squad() {
    pattern=$1
    shift
    "$@" <squad.json >spoilt.json
    refuses "$pattern" squad.yaml --set task.train=spoilt.json
}
ok "SQuAD cut short" refuses_squad \
    "spoilt.json', line 2, column [0-9]+: found the file's end" head -c 150
ok "a member that is missing" refuses_squad \
    "line 2, column 1: found a question without 'question'" \
    sed '2s/question/query/'
ok "a member of another sort" refuses_squad \
    "line 2, column [0-9]+: found '\"', expected a number" sed '2s/2}/"2"}/'
ok "an answer_start beyond the text" refuses_squad \
    "line 4, .*question 'q2': found answer_start 99, expected at most 23" \
    sed 's/11}/99}/'
ok "an answer that is not at its answer_start" refuses_squad \
    "line 4, .*'q2': found ' a red appl' at answer_start 10 .* 'a red apple'" \
    sed 's/11}/10}/'
ok "invalid UTF-8 in SQuAD" refuses_squad \
    "line 1, column [0-9]+: found byte 0xff" sed '1s/red/r\xffd/'
ok "two equal ids" refuses_squad \
    "line 3, .*found id 'q1' for the second time" sed 's/q2/q1/'
ok "SQuAD without a question" refuses_squad \
    "task.train: file 'spoilt.json': found no example, expected one" echo '{"data": []}'
ok "SQuAD without a usable question" refuses \
    "task.train: file '.*squad.json': found 2 questions; left out: 2 whose \
document is longer" \
    squad.yaml --set task.max_document=3
gzip -c squad.json | head -c 100 >cut.json.gz
xz -c squad.json | head -c 100 >cut.json.xz
for cut in cut.json.gz cut.json.xz; do
    ok "$cut, cut short" refuses "$cut': .* too early: the file is cut short" \
        squad.yaml --set task.valid=$cut
done
printf 'q1\nq9\n' >ids
ok "an id that is in no question" refuses \
    "ids_valid: found 1 of 2 ids in file './squad.json' and no 'q9'" \
    squad.yaml --set task.ids_valid=ids
sed '3s/q2/q3/; 4s/\[[^]]*]/[], "is_impossible": true/' squad.json >of_2.0.json
ok "SQuAD 2.0 read as 1.1" refuses_on_two \
    "of_2.0.json', line 1, .*task.no_answer: found false, and .*'q3' of valid" \
    squad.yaml --set task.valid=of_2.0.json
ok "holding out more paragraphs than there are" refuses \
    "task.held_paragraphs: found 9, .*none of the 1 paragraphs of .*squad.json" \
    squad.yaml --set task.held_paragraphs=9
printf '0123456789abcdef\t0:1\tX\t-\tx\n' >tags
sed 's/valid:/features: [pos], tags: [tags], valid:/' squad.yaml >tags.yaml
ok "tags of other texts" refuses \
    "squad.json', line 1, .*task.tags: found no line for 'A man eats" tags.yaml
printf '9 3\nman 1 2\n' >vectors
ok "word vectors of another width" refuses \
    "vectors', line 2: found 2 numbers after the word, expected 3" \
    squad.yaml --set task.vectors=vectors
awk 'BEGIN {
    for (i = 0; i < 9000; i++)
        s = s "word "
    printf "{\"data\": [{\"paragraphs\": [{\"context\": \"%s\", \"qas\": [" \
        "{\"id\": \"a\", \"question\": \"Who?\", \"answers\": [" \
        "{\"text\": \"word\", \"answer_start\": 0}]}]}]}]}", s
}' >long.json
long=(--set task.train=long.json --set task.max_document=0)
ok "a context longer than memory allows: a trial that failed, with its reason" \
    says "budget is 1 GiB .*the longest .* is train's 0, id 'a', with 9002" 3 \
    "$codarun" run squad.yaml "${long[@]}" --set run.memory_gb=1 -o large


# If a field contradicts the task's examples or other fields, the error comes
# before any training, also for a dry run of several trials.
cat >made.yaml <<END
name: made
task: {kind: mlu, examples: 12000000}
model: {kind: transformer, preset: tiny, attention: {kind: coda}}
train: {steps: 3, batch: 4}
END
by_length='train.batch_by_length: found true, expected false where examples are'
ok "examples that are made, by length" refuses_on_two "$by_length" made.yaml \
    --set train.batch_by_length=true
ok "so a listing says" says "^codarun: trial 1: $by_length" 1 "$codarun" run \
    made.yaml --dry-run --set \
    'sweep={parameters: {train.batch_by_length: [false, true]}}'
ok "more sequences than are followed, before data are read" refuses \
    "--set task.n_best=3: task.n_best: found 3, expected at most 2, which is" \
    made.yaml --set task.n_best=3 --set task.beam=2 --set task.train=none.txt
ok "an average that no step would begin" refuses \
    "--set train.average=.*: train.average.from: found 4, expected at most the 3" \
    made.yaml --set 'train.average={kind: tail, from: 4}'
tail='train.average={kind: tail, from: 1000}'
no_mean='train.average.from: found 1000, expected at most the [0-9]* steps'
ok "nor in as many epochs" refuses_on_two "--set train.average=.*: $no_mean" \
    good.yaml --set "$tail"
ok "a listing names the trial" says "^codarun: trial 1: .*$no_mean" 1 \
    "$codarun" run good.yaml --dry-run --set \
    'sweep={parameters: {train.average: [{kind: none}, {kind: tail, from: 1000}]}}'
ok "and a later trial fails because of it" \
    says "trial 1 failed: $no_mean" 3 "$codarun" run good.yaml -o tail \
    --set 'train.average={kind: tail}' \
    --set 'sweep={parameters: {train.average.from: [4, 1000]}}'
ok "a schedule by another width than the model's, unless it is given" refuses \
    "train.schedule=warmup: train.width: found none, which is 512, .* of width 128" \
    made.yaml --set train.schedule=warmup
ok "which a dry run takes" "$codarun" run made.yaml --dry-run \
    --set train.schedule=warmup --set train.width=512
ok "and of a universal transformer as wide" "$codarun" run made.yaml --dry-run \
    --set train.schedule=warmup --set model.kind=universal \
    --set model.hidden=512

# An error found while data are loaded names the source of the field: the file,
# --set, or a trial's values.
sed 's/train: train.tsv/train: none.tsv/' good.yaml >none.yaml
ok "a file that is not there, where the file names it" refuses \
    "none.yaml: line 3, column 27: .*: task.train: found no file './none.tsv'" \
    none.yaml
ok "and where --set does" refuses_on_two \
    "--set task.train=none.tsv: .*task.train: found no file './none.tsv'" \
    good.yaml --set task.train=none.tsv
ok "or a trial" refuses \
    "--set sweep=.*: trial 0 .task.train=none.tsv.: .*: found no file" \
    good.yaml --set 'sweep={parameters: {task.train: [none.tsv, train.tsv]}}'
ok "nor is it the file's line where data are shown" \
    says "^codarun: --set task.train=none.tsv: task 'rank': task.train: " 1 \
    "$codarun" data show good.yaml --set task.train=none.tsv
grep -v '^model' made.yaml >variants.yaml
cat >>variants.yaml <<END
sweep:
  variants:
    odd: {model: {kind: transformer, preset: custom, layers: 1, filter: 4,
                  hidden: 4, heads: 3}}
END
ok "a model that a variant gives" refuses \
    "variants.yaml: line 6, .*: trial 0 .variant=odd.: .*hidden 4 with heads 3" \
    variants.yaml

if [ "$(id -u)" -eq 0 ] && mkdir full &&
    mount -t tmpfs -o size=64k none full 2>/dev/null; then
    head -c 60000 /dev/zero >full/ballast
    "$codarun" run good.yaml -q -o full/out >stdout 2>stderr
    ok "a full disk" test $? -eq 1
    ok "one line, and nothing written" sh -c \
        'cat stderr; test $(wc -l <stderr) -eq 1 && test ! -e full/out'
    umount full
    mkdir locked && mount -t tmpfs -o ro none locked
    "$codarun" run good.yaml -q -o locked/out >stdout 2>stderr
    ok "an unwritable disk" test $? -eq 1
    umount locked
else
    skip "a full disk" "mounting one needs root"
fi
done_testing
