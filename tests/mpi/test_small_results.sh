#!/bin/bash
# A small result is stored in the journal: it gives the same rows as a result
# file, also after kills, and a clear message if answers would be needed.
. "${srcdir:-.}/tests/mpi/mounts.sh"
. "${srcdir:-.}/tests/tap.sh"
. "${srcdir:-.}/tests/mpi/sweeps.sh"

make_experiment "$scratch/a.yaml" <<END
name: a
train: {steps: 1, batch: 8}
run: {keep: none, silence: 4}
sweep:
  parameters:
    model.hidden: [4, 8]
    train.seed: [1, 2, 3]
END
cd "$scratch" || exit 99
unset CODARUN_DATA

# files DIR: count the result files
files() {
    find "$1" -path '*/trials/*.h5' | wc -l
}

# starts DIR: count the trials' starts in the journal
starts() {
    entries start "$1"
}

# same_tables ONE OTHER: are they equal in all forms?
same_tables() {
    for form in "--trials --format csv" "--format csv" ""; do
        # shellcheck disable=SC2086 # words
        "$codarun" table $form "$1" >one.table &&
            "$codarun" table $form "$2" >other.table || return 1
        # with answers, differences are also tested over questions
        diff <(grep -v '^test\|^p: \|^over\|^Holm' one.table) \
            <(grep -v '^test\|^p: \|^over\|^Holm' other.table) || return 1
    done
}

ok "one step without a state" ranks 2 "$codarun" run -q -o small a.yaml
ok "has no result files" test "$(files small)" -eq 0
ok "nor folders of states" test ! -e small/states
if mkdir disk && mount -t tmpfs -o size=2m none disk 2>/dev/null; then
    trap 'umount "$scratch/disk"; rm -rf "$scratch"' EXIT
    thousand="sweep.parameters.train.seed=[$(seq -s , 1000)]"
    ok "a thousand need 2 KB each" says "expected at least [56]\.[0-9] MiB" 1 \
        "$codarun" run -o disk/a a.yaml --set "$thousand"
    ok "and files need more" says "expected at least 3[23]\.[0-9] MiB" 1 \
        "$codarun" run -o disk/a a.yaml --set "$thousand" --set run.results=file
    ok "as do trials of which some have files" \
        says "expected at least 3[23]\.[0-9] MiB" 1 "$codarun" run -o disk/a \
        a.yaml --set "$thousand" --set "sweep.parameters.model.hidden=[4]" \
        --set "sweep.parameters.train.steps=[1, 2]"
else
    skip "room for a thousand" "needs the right to mount one"
fi
ok "run.results: file has one each" \
    "$codarun" run -q -o whole --set run.results=file a.yaml
ok "as many as trials" test "$(files whole)" -eq 6
ok "both have the same tables" same_tables small whole
ok "and equal results" says "two runs are equal" 0 "$codarun" verify small whole
ok "which says what is not compared" \
    says "^trial 5  equal, as far as the journal has it: without answers" 0 \
    "$codarun" verify whole small
ok "two steps have files" "$codarun" run -q -o two a.yaml --set train.steps=2
ok "one each, too" test "$(files two)" -eq 6
ok "except with run.results: journal" \
    "$codarun" run -q -o asked a.yaml --set train.steps=2 \
    --set train.evaluate_every=1 --set run.results=journal
ok "and have none" test "$(files asked)" -eq 0
"$codarun" run -q -o filed a.yaml --set train.steps=2 \
    --set train.evaluate_every=1
ok "with equal histories" says "two runs are equal" 0 \
    "$codarun" verify asked filed

ok "verify finds each in the journal" says \
    "^trial 5  finished  parameters .* (in the journal)" 0 "$codarun" verify small
ok "a trial is reproduced" says "^trial 4  equal: finished after 1 step," 0 \
    "$codarun" verify --rerun 4 small
ok "status knows them" says "^trials  *6: 6 finished" 0 "$codarun" status small
without="stands in the journal, without answers (run.results: file keeps them)"
ok "predictions say that there are no answers" says "$without" 1 \
    "$codarun" data predictions small --trial 1
ok "so do ensembles" says "$without" 1 "$codarun" ensemble small
ok "and tables by a trait" says "$without" 1 \
    "$codarun" table small --by candidates
ok "a simulation takes its costs from them" \
    says "" 0 "$codarun" run --simulate 2 -o small a.yaml

ok "again begins nothing" "$codarun" run -q -o small a.yaml
ok "even if results should have files now" \
    "$codarun" run -q -o small a.yaml --set run.results=file
ok "each was begun once" test "$(starts small)" -eq 6

# As after a kill with incomplete lines: the same rows.
cp -r small cut
head -c -300 small/journal >cut/journal
sed -i 's/"ended": "done"/"ended": null/' cut/status.json
ok "an incomplete line costs its trial" \
    says "^trials  *6: 5 finished" 0 "$codarun" status cut
ok "which is run again" says "6 trials: 6 finished" 0 \
    "$codarun" run -o cut a.yaml
ok "alone" test "$(starts cut)" -eq 7
ok "with the same result" says "two runs are equal" 0 "$codarun" verify cut whole

# A journal damaged before its end is left as it is; the message says what to
# do.
cp -r small broken
sed -i '9s/t/x/' broken/journal
ok "a damaged line is refused" says \
    "line 9: found .*; [1-9].* behind it, [1-9].* to the end (sed -i.damaged '9,\$d' on it" 1 \
    "$codarun" run -q -o broken a.yaml
cp broken/journal hurt
sed -i.damaged '9,$d' broken/journal
ok "what follows it is kept" cmp hurt broken/journal.damaged
ok "without it and what follows the sweep continues" says "6 trials: 6 finished" 0 \
    "$codarun" run -o broken a.yaml
ok "with the same result, again" says "two runs are equal" 0 "$codarun" verify broken whole

# begun_anew WARNINGS COMMAND...: after that change, does a run end whole, with
# so many warnings?
begun_anew() {
    rm -rf anew && cp -r small anew && (cd anew && eval "$2")
    "$codarun" run -o anew a.yaml >anew.out 2>&1
    cat anew.out
    [ "$(grep -c "warning: journal 'anew/journal' is gone: " anew.out)" -eq "$1" ] &&
        grep "6 trials: 6 finished" anew.out
}
ok "a missing journal is reported" begun_anew 1 "rm journal"
ok "or emptied" begun_anew 1 ": >journal"
ok "or missing together with the experiment's text" begun_anew 1 "rm journal experiment.text"
ok "but not one that a kill left empty" begun_anew 0 \
    ": >journal; rm events.jsonl sweep.h5"
ok "nor one that does not exist yet" begun_anew 0 "rm -r ./*"

sed 's/\[4, 8\]/[8, 12, 16]/' a.yaml >others.yaml
ok "a folder refuses an experiment without its trials" \
    says "none of this experiment's" 1 \
    "$codarun" run --extend -o cut others.yaml

# Long names of data make a result too long for a message: it gets a file, and
# is found there.
long=$(printf 'x%.0s' {1..200})
long=$long/$long/$long/$long/$long/$long/$long
mkdir -p "$long" && cp train.tsv valid.tsv test.tsv "$long"
sed "s#[a-z]*\.tsv#$long/&#g" a.yaml >long.yaml
ok "a result that is too long" says "6 trials: 6 finished" 0 \
    "$codarun" run -o long long.yaml
ok "has a file" test "$(files long)" -eq 6
ok "and a row" says "6 trials: 6 finished" 0 "$codarun" table long
sed 's/\[4, 8\]/[4, 6, 8]/' long.yaml >longer.yaml
ok "and stays when there are more" says "9 trials: 9 finished" 0 \
    "$codarun" run --extend -o long longer.yaml
ok "without another start" test "$(starts long)" -eq 9

# More values: the trials' numbers change, their results do not.
sed 's/\[4, 8\]/[4, 6, 8]/' a.yaml >more.yaml
ok "more trials are admitted" says "9 trials: 9 finished" 0 \
    "$codarun" run --extend -o small more.yaml
ok "and those there were are kept" test "$(starts small)" -eq 9
"$codarun" run -q -o more more.yaml
ok "as if all were run at once" says "two runs are equal" 0 \
    "$codarun" verify more small
ok "from then on, too" says "9 trials: 9 finished" 0 "$codarun" resume small
ok "without another start" test "$(starts small)" -eq 9

# A failure is stored like any other result, and may be tried again.
ok "a trial that fails" says "trial 0 failed: .* is nan at step" 3 \
    "$codarun" run -o bad a.yaml --set sweep.parameters.model.hidden='[24]' \
    --set sweep.parameters.train.seed='[1]' --set train.learning_rate=1000 \
    --set train.steps=12 --set train.optimizer=sgd --set run.results=journal
ok "has no file" test "$(files bad)" -eq 0
ok "fails once" says "1 failed" 3 "$codarun" resume bad
ok "or is tried again with --retry-failed" says "1 failed" 3 \
    "$codarun" resume bad --retry-failed
ok "which is a second start" test "$(starts bad)" -eq 2

# A result file is recognized by its size and modification time.
file=$(find whole -path '*/trials/*.h5' | sort | head -n 1)
printf x | dd of="$file" bs=1 seek=9000 conv=notrunc 2>dd.log
ok "status does not count results that a run would train again" \
    says "^trials  *6: 5 finished" 1 "$codarun" status whole
ok "a changed file is checked" says "set aside" 0 \
    "$codarun" run -o whole a.yaml --set run.results=file
ok "and its trial run again" test "$(starts whole)" -eq 7
ok "with the same bits" says "two runs are equal" 0 "$codarun" verify whole cut
done_testing
