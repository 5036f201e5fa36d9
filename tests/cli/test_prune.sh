#!/bin/bash
# `codarun prune` frees disk space: it removes what it lists, and nothing that
# any command needs, from finished and from unfinished sweeps.
. "${srcdir:-.}/tests/tap.sh"

# The third trial fails.
make_experiment "$scratch/a.yaml" <<'END'
name: a
train: {steps: 12, batch: 8, optimizer: sgd, evaluate_every: 2}
run: {keep: all, threads: 1, checkpoint_seconds: 0}
sweep: {parameters: {train.learning_rate: [1.0e-2, 1.0e-1, 1.0e+3]}}
END
cd "$scratch" || exit 99
unset CODARUN_DATA
cut -f1,2 test.tsv >texts

# tree DIR: print the names, sizes and digests of its files
tree() {
    (cd "$1" && find . -type f -printf '%p %s ' -exec cksum {} \; | sort)
}

# bytes DIR: print the total size of its files, each counted once
bytes() {
    find "$1" -type f -printf '%i %s\n' | sort -u | awk '{ n += $2 } END { print n + 0 }'
}

# states ENDING DIR: count them
states() {
    find "$2/states" -name "*.$1" 2>/dev/null | wc -l
}

# --- a sweep that is continued ------------------------------------------------
# race NAME SCHEDULER: a sweep whose trials wait at rungs
race() {
    make_experiment $1.yaml <<END
name: $1
train: {steps: 576, batch: 8, evaluate_every: 144}
run: {keep: all, threads: 1, checkpoint_seconds: 0.1, retries: 9}
sweep:
  method: random
  trials: 6
  seed: 2
  scheduler: $2
  parameters:
    train.learning_rate: {min: 1.0e-4, max: 1.0, scale: log}
    model.dropout: [0, 0.1, 0.3]
END
    "$codarun" run -q $1.yaml -o $1
}

# lines WORD DIR: count such lines of the journal
lines() {
    cat "$2/journal" 2>/dev/null | grep -c " $1 "
}

# over DIR FILE: do all states in this CSV list, except unfinished files, belong
# to trials that have a result?
over() {
    grep -v ",unfinished" "$2" >of.trials
    sed -n 's/^states.\(...[0-9a-f]*\)\..*/\1/p' of.trials | while read -r trial; do
        [ -e "$1/trials/$trial.h5" ] || echo "$trial is not over"
    done | tee /dev/stderr | wc -l | grep -x 0
}

# until_lines N WORD SIGNAL NAME: train until the journal has N such lines, send
# the signal, and prune
until_lines() {
    "$codarun" run -q "$4.yaml" -o "$4-cut" &
    run=$!
    while kill -0 $run 2>/dev/null && [ "$(lines "$2" "$4-cut")" -lt "$1" ]; do
        sleep 0.02
    done
    kill -s "$3" $run
    wait $run
    "$codarun" prune "$4-cut" --top 1 --files --format csv >went &&
        over "$4-cut" went
}

# is_cut NAME: is NAME-cut not complete?
is_cut() {
    [ "$(lines finish "$1-cut")" -lt "$(lines finish "$1")" ]
}

# broken_off NAME: the sweep is killed, then stopped, and pruned each time, with
# something to prune.  Does it still finish as before?  A busy machine may send
# the signal after the last trial: then all of it is done again.
broken_off() {
    for _ in 1 2 3 4 5; do
        rm -rf "$1-cut"
        until_lines 3 start KILL "$1" && until_lines 2 finish USR1 "$1" &&
            cat went && [ "$(wc -l <went)" -gt 1 ] || return
        ! is_cut "$1" || break
    done
    is_cut "$1" && "$codarun" run -q "$1.yaml" -o "$1-cut"
}
goes_on() {
    cd "$scratch" || return
    ok "$1 runs" race "$1" "$2"
    ok "interrupted and pruned, it continues" broken_off "$1"
    ok "with the same bits" "$codarun" verify "$1" "$1-cut"
    "$codarun" prune "$1" >said
    ok "the models of all its trials are left" \
        test "$(states best.h5 "$1") $(states last.h5 "$1")" = \
        "$(grep -c ' finish ' "$1/journal") 0"
}
beside goes_on halving "{kind: halving, rungs: 2}"
beside goes_on asha "{kind: asha, rungs: 2}"
beside goes_on pbt "{kind: pbt, rungs: 3, quantile: 0.34}"

# --- when prune refuses -------------------------------------------------------
sed 's/steps: 12/steps: 100000000/; s/, 1.0e-1, 1.0e+3//' a.yaml >long.yaml

# One sweep is running here; another was stopped.
running() {
    "$codarun" run -q "$shared/long.yaml" -o long &
    job=$!
    until grep -qs '"start"' long/events.jsonl; do
        kill -0 $job || return
        sleep 0.05
    done
    "$codarun" prune long --dry-run
    [ $? -eq 75 ] && says "in use by process $job" 75 "$codarun" prune long
    failed=$?
    kill -USR1 $job
    wait $job
    return $failed
}
held() {
    cd "$scratch" || return
    ok "a folder with a running sweep is not touched, with status 75" running
    ok "the state of a stopped trial is kept" says "^nothing was" 0 \
        "$codarun" prune long
    ok "its state" test "$(states last.h5 long)" -eq 1
    mv long/states states
    ln -s ../states long/states
    ok "states behind a link are not touched" \
        says "'long/states' is no folder: left alone" 0 "$codarun" prune long \
        --top 0
}
beside held

# --- a sweep that is over ------------------------------------------------------
# all_say DIR: print what commands say of it, without ages and times
all_say() {
    for command in table "table --trials --format csv" "status --format json" \
        verify "report -o /dev/stdout" "predict --trial 0" \
        "data predictions --trial 0" "run -q $1.yaml -o"; do
        echo "== $command"
        # shellcheck disable=SC2086 # words
        "$codarun" $command "$1" <texts 2>&1
        echo "== $?"
    done | sed -E 's/"(age|process|process_began|since|written|every|steps_trained)": [^,]*/"\1"/g
        s/answers in .*/answers/'
}

"$codarun" run -q a.yaml -o a
ok "a sweep has been run that kept everything" \
    test "$(states best.h5 a) $(states last.h5 a)" = "3 3"
name=$(basename "$(find a/states -name '*.best.h5' | head -n 1)" .best.h5)
shard=a/states/${name:0:2}
echo damaged >"$shard/$name.last.h5.damaged"
mkdir -p "a/trials/${name:0:2}"
echo damaged >"a/trials/${name:0:2}/$name.h5.damaged"
sh -c 'echo $$' >dead
echo half >"$shard/$name.best.h5.tmp.$(uname -n).$(cat dead)"
echo half >"a/sweep.h5.tmp.$(uname -n).$(cat dead)"

# Files that codarun does not know are left alone, even if their names look
# similar.
mkdir a/notes elsewhere
for file in "$shard/$name.last.h5.bak" "$shard/notes.last.h5" \
    "$shard/ffffffffffffffffffffffffffffffff.last.h5" a/notes.h5.damaged \
    "a/notes/$name.last.h5" "a/states/$name.last.h5" \
    "a/mine.tmp.$(uname -n).$(cat dead)"; do
    echo mine >"$file"
done
ln "$shard/$name.last.h5" a/notes/link
echo mine >elsewhere/file
ln -s ../../../elsewhere/file "$shard/$name.step-7.h5"
find a -name '*mine*' -o -name '*notes*' -o -name '*.bak' -o -name 'ffff*' \
    -o -type l -o -path "a/states/$name.*" | sort >mine

all_say a >before
# verify and run, in all_say, removed the killed process's temporary files; here
# are new ones
echo half >"$shard/$name.best.h5.tmp.$(uname -n).$(cat dead)"
echo half >"a/sweep.h5.tmp.$(uname -n).$(cat dead)"
tree a >tree.before
bytes a >bytes.before
ok "--dry-run lists what would go" says \
    "^[12][0-9] files of [0-9]* bytes (.* MiB) would be removed" 0 "$codarun" prune a --dry-run
ok "of each kind" sh -c 'sed "s/  */ /g" said | grep -c -e "^other states of finished trials [1-9]" \
    -e "^states of failed trials [1-9]" \
    -e "^damaged files that were set aside 2 16" \
    -e "^unfinished files of killed processes 2 10" | grep -x 4'
"$codarun" prune a --dry-run --files --format csv >list
ok "and changes nothing" diff tree.before <(tree a)

# The output is a pipe that nobody reads.
mkfifo slow
exec 9<>slow
dd if=/dev/zero of=slow oflag=nonblock bs=4096 2>full
ended() {
    timeout -k 3 --preserve-status 0.3 "$codarun" prune a --dry-run >slow
    [ $? -eq 143 ]
}
ok "a signal ends it wherever it is" ended
exec 9>&-
"$codarun" prune a --files --format csv >went
ok "exactly the listed files are removed" cmp list went
ok "each file, and no other" diff \
    <(tail -n +2 went | cut -d, -f1 | sort) \
    <(diff <(cut -d' ' -f1 tree.before) <(tree a | cut -d' ' -f1) |
        sed -n 's|^< \./||p' | sort)
ok "reports the bytes by which the folder has shrunk" test \
    "$(tail -n +2 went | awk -F, '{ n += $NF } END { print n }')" -eq \
    $(($(cat bytes.before) - $(bytes a)))
ok "models stay" test "$(states best.h5 a) $(states last.h5 a)" = "2 3"
ok "and files of others" diff mine <(find a -name '*mine*' -o -name \
    '*notes*' -o -name '*.bak' -o -name 'ffff*' -o -type l -o -path \
    "a/states/$name.*" | sort)
ok "nothing behind a link was removed" grep mine elsewhere/file
all_say a >after
ok "every command prints the same as before" diff before after
ok "except that a failed trial has no model to load" says \
    "^codarun: trial 2 of 'a' has kept no state" 1 "$codarun" predict a --trial 2
ok "a second time nothing is left to do" says "^nothing was removed" 0 \
    "$codarun" prune a

# --- models --------------------------------------------------------------------
"$codarun" predict a <texts >best.before 2>best.said
ok "--top 1 keeps the model of the best" says "^models of .* 1  " 0 \
    "$codarun" prune a --top 1
ok "which answers as before" diff best.before <("$codarun" predict a <texts 2>best.said)
ok "alone" test "$(states best.h5 a)" -eq 1
ok "another trial's missing model is reported in a line" \
    says "^codarun: trial 0 of 'a' has kept no state, expected one as run.keep: best" 1 \
    "$codarun" predict a --trial 0
"$codarun" prune a --top 0 >said
ok "--top 0 keeps none" test "$(states best.h5 a)" -eq 0
ok "results are as before" diff \
    <(sed -n '/^== table/,/^== report/p' before) \
    <(all_say a | sed -n '/^== table/,/^== report/p')

# Where there is no best state, the last one is the model.
"$codarun" run -q a.yaml -o last --set run.keep=last
ok "the last state is the model if there is no best one" \
    says "^1 file .*removed\|^nothing was" 0 "$codarun" prune last
ok "and stays" test "$(states last.h5 last)" -eq 2

ok "an empty folder is no sweep" says "no results: found neither" 1 \
    "$codarun" prune elsewhere
cp -r last harmed
file=$(find harmed/trials -name '*.h5' | head -n 1)
truncate -s 600 "$file"
tree harmed >harmed.before
ok "if a result is damaged, nothing is removed" \
    says "nothing was removed, for files are damaged" 1 "$codarun" prune harmed
ok "nor changes" diff harmed.before <(tree harmed)
# --- encoded data -------------------------------------------------------------

# Parts that run beside this one also prune, so it has a cache of its own.
export CODARUN_CACHE=$scratch/encoded
"$codarun" run a.yaml -o none --dry-run >/dev/null
old=$(find "$CODARUN_CACHE" -name '*.image' | head -n 1)
size=$(stat -c %s "$old")
new=$(find "$CODARUN_CACHE" -name '*.image' | wc -l)
touch -d "31 days ago" "$old"
echo mine >"$(dirname "$old")/mine"
touch -d "31 days ago" "$(dirname "$old")/mine"
ok "encoded data unused for a month would be removed" \
    says "^encoded data that nothing uses *1 *$size\$" 0 \
    "$codarun" prune a --dry-run
ok "a dry run leaves them" test -e "$old"
ok "but not those used within the given days" \
    says "^nothing would be removed" 0 "$codarun" prune a --dry-run --unused 32
ok "an empty list has no table head" \
    test "$("$codarun" prune a --dry-run --unused 32)" = "nothing would be removed"
ok "they are removed" says "^1 file of $size bytes" 0 "$codarun" prune a
ok "and nothing else there" test ! -e "$old" -a -e "$(dirname "$old")/mine" -a \
    "$(find "$CODARUN_CACHE" -name '*.image' | wc -l)" -eq $((new - 1))
done_testing
