#!/bin/bash
# Commands that read the results of many trials name damaged files, leave them
# out, continue, and report it at the end.  Commands that read one trial end
# with one line.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
unset CODARUN_DATA
cat >small.yaml <<END
name: small
task: {kind: mlu, low: 0, high: 9, examples: 60, valid_examples: 6, test_examples: 6}
model: {kind: transformer, preset: custom, layers: 1, hidden: 4, filter: 4, heads: 1}
train: {steps: 2, batch: 4}
run: {keep: all}
sweep:
  parameters:
    model.attention.kind: [softmax, coda]
    train.seed: [1, 2, 3]
END
ok "a sweep" "$codarun" run small.yaml -q -o whole
for n in 0 1 2 3 4 5; do
    file[n]=$(awk -F'\t' -v n=$n '$1 == n { print $2 }' <(
        awk '$2 == "propose" { print $3 "\t" substr($4, 1, 2) "/" $4 ".h5" }' \
            whole/journal))
done

# damaged TRIAL WHAT: copy the folder, and damage the trial's result in this way
damaged() {
    rm -rf hurt
    cp -a whole hurt
    h5=hurt/trials/${file[$1]}
    case $2 in
    truncated) truncate -s 3000 "$h5" ;;
    empty) : >"$h5" ;;
    zeroed) dd if=/dev/zero of="$h5" bs=512 seek=4 count=2 conv=notrunc 2>&- ;;
    flipped) printf '\377' | dd of="$h5" bs=1 seek=9001 conv=notrunc 2>&- ;;
    head) printf 'x' | dd of="$h5" bs=1 seek=3 conv=notrunc 2>&- ;;
    appended) echo more >>"$h5" ;;
    text) echo "this is no HDF5" >"$h5" ;;
    folder) rm "$h5" && mkdir "$h5" ;;
    another) cp "hurt/trials/${file[5]}" "$h5" ;;
    gone) rm "$h5" ;;
    loop) ln -sf "$(basename "$h5")" "$h5" ;;
    pipe) rm "$h5" && mkfifo "$h5" ;;
    device) ln -sf /dev/zero "$h5" ;;
    rotten) # as a disk does it: size and time stay the same
        cp -p "$h5" kept
        printf '\377' | dd of="$h5" bs=1 seek=9001 conv=notrunc 2>&-
        touch -r kept "$h5" ;;
    esac
}

# leaves_out N ARGUMENT...: status 1, N files are named, and the rest is printed
leaves_out() {
    left=$1
    shift
    "$codarun" "$@" >out 2>err
    status=$?
    cat out err
    [ $status -eq 1 ] &&
        [ "$(grep -c '^codarun: warning: .*: left out$' err)" -eq "$left" ] &&
        [ "$(grep -vc '^codarun: warning: ' err)" -eq 0 ] && [ -s out ]
}

# The command's last line reports it, and the other output is of four trials.
table() {
    leaves_out 1 table hurt "$@" && tail -n 1 out | grep -q \
        "^left out: 1 of 6 trials of 'hurt', whose result files are damaged"
}

for what in truncated empty zeroed flipped head appended text folder gone \
    loop pipe device; do
    damaged 1 $what
    ok "a table, $what" table
    ok "... says how many" grep -q '^6 trials: 5 finished, 1 left out$' out
    ok "... has the other trials" grep -q '^softmax  *2 ' out
    ok "status, $what" leaves_out 1 status hurt
    ok "... counts" grep -q '^left out   1 damaged file$' out
    "$codarun" verify hurt >out 2>err
    ok "verify, $what" test $? -eq 1 -a "$(wc -l <err)" -eq 1
    ok "... counts" grep -q '^damaged files: 1$' out
done

damaged 1 another
ok "a table, with the result of another trial" table

damaged 1 truncated
ok "rows of trials" table --trials
ok "... say which" grep -Eq '^ +1 +left out' out
ok "by a trait" table --by operator
ok "tests" table --tests
ok "a pivot" table --rows model.attention.kind --show mean,count
ok "Markdown" leaves_out 1 table hurt --format markdown
ok "... whose last line says it" sh -c \
    "tail -n 1 out | grep -q '^- left out: 1 of 6 trials'"
ok "as CSV a last column says how many" leaves_out 1 table hurt --format csv
ok "... in each row" awk -F, '{ gsub("\r", "") }
    $NF != (NR == 1 ? "left_out" : 1) { exit 1 }' out
ok "of a pivot, too" leaves_out 1 table hurt --format csv \
    --rows model.attention.kind
ok "... in each row" grep -q '^coda,.*,1.$' out
ok "JSON" leaves_out 1 table hurt --format json
ok "... in its notes" grep -q 'left out: 1 of 6 trials' out
ok "LaTeX" leaves_out 1 table hurt --format latex
ok "... in a comment" grep -q '^% left out: 1 of 6 trials' out
ok "an ensemble" leaves_out 1 ensemble hurt --by text
ok "... of the other trials" grep -q '^ensemble of 5 trials' out
ok "... and their number" grep -q '^left out: 1 of 6 trials' out
ok "an ensemble of a trial that is damaged" says \
    "^codarun: .*truncated: found 3000" 1 "$codarun" ensemble hurt --trials 0,1

"$codarun" plot metric hurt --data -o x.svg >out 2>err
plotted=$?
ok "a picture of the other trials" test -s x.dat
ok "... that says so" grep -q '^left out: 1 of 6 trials' err
ok "... with status 1" test $plotted -eq 1

simulated="run small.yaml -o hurt --simulate 2"
ok "a sweep is simulated from the other trials" leaves_out 1 $simulated
ok "... with their number" grep -q \
    "seconds and goals of 5 in 'hurt'" out
ok "... which it says" grep -q '^left out: 1 of 6 trials' out

# Damage that is found only when the questions are read.
damaged 4 rotten
ok "simulated, where a file has rotted" leaves_out 1 $simulated
ok "a table that no rotten file was opened for" says \
    '^a cell: 3 finished trials' 0 "$codarun" table hurt --rows \
    model.attention.kind
ok "a table of groups that are compared, where one was" table
ok "... has the same trials as CSV" leaves_out 1 table hurt --format csv
ok "by a trait, of a file that has rotted" table --by operator
ok "... of the other trials" grep -q '^6 trials: 5 finished, 1 left out$' out
ok "curves, in the same way" says '^left out: 1 of 6' 1 "$codarun" plot curves hurt \
    --data -o y.svg

damaged 0 truncated
rm -rf "hurt/trials/${file[3]}"
ok "two" leaves_out 2 table hurt
ok "... are counted" grep -q '^left out: 2 of 6 trials' out
ok "with a whole folder beside it" leaves_out 2 table whole hurt \
    --rows results
ok "... that is named" grep -q "^left out: 2 of 6 trials of 'hurt'" out

# --- one trial
damaged 0 flipped
for command in "data predictions hurt --trial 0 --split valid" \
    "verify --rerun 0 hurt"; do
    ok "one line: $command" says '^codarun: .*damaged: found a content' 1 \
        "$codarun" $command
    ok "... and no more" test "$(grep -c . "$scratch/said")" -eq 1
done
rm -rf hurt && cp -a whole hurt
for state in hurt/states/${file[0]%.h5}.*.h5; do
    truncate -s 2000 "$state"
done
echo 1+1 >line
for command in "inspect hurt --trial 0 --example 0" \
    "export hurt --trial 0 -o x.npz" "predict hurt line --trial 0"; do
    ok "one line: $command" says '^codarun: .*truncated: found 2000' 1 \
        "$codarun" $command
    ok "... and no more" test "$(grep -c . "$scratch/said")" -eq 1
done

# --- not regular files: no command waits for them
rm -rf hurt && cp -a whole hurt
rm hurt/states/"${file[0]%.h5}".*.h5
mkfifo hurt/states/"${file[0]%.h5}".{best,last}.h5
ok "a pipe in a state's place" says "^codarun: .*: found a pipe, expected a" 1 \
    "$codarun" export hurt --trial 0 -o x.npz
ok "... which verify finds, too" says "^damaged files: 2$" 1 \
    "$codarun" verify hurt
for name in journal experiment.yaml experiment.text; do
    rm -rf hurt && cp -a whole hurt
    rm hurt/$name && mkfifo hurt/$name
    ok "a pipe in the place of $name" says \
        "^codarun: .*'hurt/$name': found a pipe, expected a file" 1 \
        "$codarun" table hurt
done
damaged 1 pipe
ok "a sweep does not go on with a pipe" says \
    "^codarun: .*: found a pipe, expected a file" 1 "$codarun" run small.yaml \
    -q -o hurt
ok "an experiment may come by one" sh -c \
    'cat small.yaml | "$1" run /dev/stdin -q -o piped --dry-run' - "$codarun"

rm -rf hurt away && cp -a whole hurt && mv hurt/states away
ln -s ../away hurt/states
ok "verify goes through states that are a link" says "every file is whole" 0 \
    "$codarun" verify hurt
truncate -s 2000 "away/${file[0]%.h5}.best.h5"
ok "... and finds what is damaged there" says '^damaged files: 1$' 1 \
    "$codarun" verify hurt
ok "... by its name" grep -q \
    "^codarun: .*'hurt/states/${file[0]%.h5}.best.h5'" said

# --- the journal
rm -rf hurt && cp -a whole hurt
printf '99 finish 3 goal' >>hurt/journal
ok "a journal with an incomplete last line counts as whole" says '^6 trials: 6 finished$' \
    0 "$codarun" table hurt
rm -rf hurt && cp -a whole hurt
sed -i '5s/ #/x #/' hurt/journal
cut="^codarun: warning: journal 'hurt/journal': line 5: .*: what follows is"
ok "a damaged journal is named" says "$cut left out" 1 "$codarun" table hurt
ok "... and files replace it" grep -q '^6 trials: 6 finished$' \
    "$scratch/said"
ok "... the last line says so" sh -c \
    "tail -n 1 '$scratch/said' | grep -q '^left out: what the journal of'"
ok "so does status" says "$cut" 1 "$codarun" status hurt
ok "verify continues with the files" says '^damaged files: 1$' 1 \
    "$codarun" verify hurt

# An emptied, cut or missing journal looks like that of a sweep that did less:
# status.json has how much it did.
ok "a sweep whose results the journal has" "$codarun" run small.yaml -q \
    -o short --set run.results=journal
cp short/journal journal
short="^codarun: warning: journal 'short/journal': cut short: found"
: >short/journal
ok "an emptied journal is named" says \
    "$short 0 trials that ended, expected 6 as status.json has it" 1 \
    "$codarun" table short
ok "... the last line says so" sh -c \
    'tail -n 1 said | grep -q "^left out: what the journal of .short. told"'
ok "... by status, too" says "$short 0 trials" 1 "$codarun" status short
ok "... which counts it" grep -q '^left out   1 damaged file$' said
ok "... and by verify" says '^damaged files: 1$' 1 "$codarun" verify short
rm short/journal
ok "a missing journal is named" says "$short 0 trials" 1 "$codarun" table short
cp journal short && truncate -s -30 short/journal
ok "a journal cut within its last line is named" says "$short 5 trials" 1 \
    "$codarun" table short
ok "... and what it has is there" grep -q '^6 trials: 5 finished, 1 not' said
ok "... as one warning" test "$(grep -c ^codarun: said)" -eq 1
echo "$(hostname) $$" >short/owner
ok "a sweep that begins to run is not checked" says '^6 trials: 5 fin' 0 \
    "$codarun" table short
rm short/owner
sed -i 's/"ended": "done"/"ended": "error"/' short/status.json
ok "nor one that could not write" says '^6 trials: 5 finished' 0 \
    "$codarun" table short
sed -i 's/"ended": "error"/"ended": null/' short/status.json
ok "nor one that was killed, whose status.json may be ahead" says \
    '^6 trials: 5 finished' 0 "$codarun" table short
: >short/journal
ok "... except for its beginning" says "$short no beginning" 1 \
    "$codarun" status short
ok "... and no longer after it was continued" says '^6 trials: 6 finished$' 0 sh -c \
    '"$1" run small.yaml -q -o short --set run.results=journal &&
    "$1" table short' - "$codarun"

sed -i 's/^sweep:/&\n  method: {kind: tpe, round: 2}\n  trials: 4/' small.yaml
"$codarun" run small.yaml -q -o learnt
n=$(awk '$2 == "finish" && ++k == 2 { print NR; exit }' learnt/journal)
sed -i "${n}s/ #/x #/" learnt/journal
ok "a search that learns, as far as its journal is readable" says \
    "^codarun: warning: journal 'learnt/journal': line $n: " 1 \
    "$codarun" table learnt --trials
ok "... as one warning" test "$(grep -c ^codarun: "$scratch/said")" -eq 1
: >hurt/experiment.yaml
ok "an empty experiment is an error" says \
    "^codarun: .*hurt/experiment.yaml.*nothing" 1 "$codarun" table hurt

# --- files about the sweep itself
rm -rf hurt && cp -a whole hurt
printf '{"time": "2026-01-31T12' >>hurt/events.jsonl
ok "events with an incomplete last line count as whole" says "^every file is whole$" 0 \
    "$codarun" verify hurt
if command -v gnuplot >/dev/null; then
    ok "... and drawn" says "^gantt: 1 lines of" 0 "$codarun" plot gantt hurt \
        -o z.svg
fi
echo >>hurt/events.jsonl
tail -n 1 whole/events.jsonl >>hurt/events.jsonl
ok "also with more lines after it" says "^every file is whole$" 0 \
    "$codarun" verify hurt
sed -i '2s/"event"/"evemt"/' hurt/events.jsonl
ok "verify finds a damaged event" says \
    "^codarun: file 'hurt/events.jsonl': damaged lines: 1: line 2: found .*, expected an event" \
    1 "$codarun" verify hurt
ok "... and counts the file" grep -q '^damaged files: 1$' said
for kind in gantt ranks; do
    ok "$kind without it" says "^$kind: 2 lines of" 1 "$codarun" plot $kind \
        hurt --data -o z.svg
    ok "... is drawn" grep -q . z.dat
done
head -c 4000 /dev/urandom >hurt/events.jsonl
ok "verify finds events that are none" says '^damaged files: 1$' 1 \
    "$codarun" verify hurt

rm -rf hurt && cp -a whole hurt
for what in garbage pipe; do
    rm hurt/status.json
    if [ $what = pipe ]; then
        mkfifo hurt/status.json
    else
        head -c 300 whole/sweep.h5 >hurt/status.json
    fi
    ok "a status.json that cannot be read, $what" says \
        "^codarun: warning: .*'hurt/status.json'.*: left out$" 1 \
        "$codarun" status hurt
    ok "... is the reason why the state is unknown" grep -q \
        '^state  *unknown: not running, and status.json' said
    ok "... counts" grep -q '^left out   1 damaged file$' said
    ok "... and so for programs" says '"state": "unknown"' 1 \
        "$codarun" status hurt --format json
    ok "... and for verify" says '^damaged files: 1$' 1 "$codarun" verify hurt
done
done_testing
